// What this machine must have: looked for, and installed where that can be done.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Stop, ask, run, say } from './step.mjs'

const RUST = [1, 95]
const NODE = 20

/** Debian packages by purpose. */
export const PACKAGES = {
  'to compile: a C compiler, and the web view that the window is made of': [
    'build-essential', 'pkg-config', 'libwebkit2gtk-4.1-dev',
  ],
}
export const TEST_PACKAGES = {
  'to test the real window and tray without a screen: a virtual display, a session bus, a driver for the web view': [
    'xvfb', 'xauth', 'dbus', 'openbox', 'webkit2gtk-driver', 'imagemagick', 'xdotool', 'wmctrl', 'x11-utils',
    'fonts-dejavu-core', 'python3', 'python3-dbus', 'python3-gi',
  ],
  'to test with the official Python client of the Model Context Protocol': ['python3-venv'],
}

/** Installs the packages that are missing, after saying which and why. */
export async function packages(wanted) {
  if (process.platform !== 'linux') return
  const missing = Object.entries(wanted)
    .map(([why, names]) => [why, names.filter((name) => !isInstalled(name))])
    .filter(([, names]) => names.length > 0)
  if (missing.length === 0) return
  for (const [why, names] of missing) say(`Missing ${why}:\n  ${names.join(' ')}`)
  if (ask('sh', ['-c', 'command -v apt-get']) === undefined) {
    throw new Stop('this is no Debian or Ubuntu: install what these packages hold by hand, then run this again')
  }
  const [program, before] = asRoot()
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // sudo drops the environment; apt must not ask.
  const apt = [...before, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y', '-o', 'Dpkg::Use-Pty=0']
  say(`Installing them with apt-get${before.length + (program === 'sudo' ? 1 : 0) ? ' (sudo may ask for your password)' : ''}`)
  await run(program, [...apt, 'update'], { env })
  await run(program, [...apt, 'install', '--no-install-recommends', ...missing.flatMap(([, names]) => names)], { env })
}

function asRoot() {
  if (process.getuid() === 0) return ['env', []]
  if (ask('sh', ['-c', 'command -v sudo']) === undefined) {
    throw new Stop('installing packages takes root, and there is no `sudo`: install them as root, then run this again')
  }
  return ['sudo', []]
}

function isInstalled(name) {
  return ask('dpkg-query', ['-W', '-f', '${Status}', name]) === 'install ok installed'
}

/** Stops with what to do where the compiler or node is missing or too old. */
export function toolchain() {
  const node = Number(process.versions.node.split('.')[0])
  if (node < NODE) throw new Stop(`node ${NODE} or newer is needed, this is ${process.versions.node}: see https://nodejs.org`)
  const home = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin')
  if (ask('cargo', ['--version']) === undefined && existsSync(join(home, 'cargo'))) {
    process.env.PATH = home + delimiter + process.env.PATH
  }
  const version = /(\d+)\.(\d+)/.exec(ask('rustc', ['--version']) ?? '')
  const how = `Rust ${RUST.join('.')} or newer is needed. Get it with\n  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh\nor, where rustup is installed, with\n  rustup update stable`
  if (!version || ask('cargo', ['--version']) === undefined) throw new Stop(`no Rust compiler was found. ${how}`)
  const [major, minor] = version.slice(1).map(Number)
  if (major < RUST[0] || (major === RUST[0] && minor < RUST[1])) throw new Stop(`this is Rust ${version[0]}. ${how}`)
}
