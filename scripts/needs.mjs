// What this machine must have: looked for, and installed where that can be done.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Stop, ask, run, say } from './step.mjs'

const RUST = [1, 95]
/** The oldest of each line of Node that the page's builder runs on; later lines are all well. */
const NODE = { 20: 19, 22: 12 }

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
  const names = missing.flatMap(([, names]) => names)
  const isRoot = process.getuid() === 0
  if (!isRoot && ask('sh', ['-c', 'command -v sudo']) === undefined) {
    const how = `apt-get update && apt-get install --no-install-recommends ${names.join(' ')}`
    throw new Stop(`installing packages takes root, and there is no \`sudo\`: as root, run\n  ${how}\nthen run this again`)
  }
  say(`Installing them with apt-get${isRoot ? '' : ' (sudo may ask for your password)'}`)
  // Within sudo, which drops the environment; apt must not ask.
  const [program, ...before] = [...(isRoot ? [] : ['sudo']), 'env', 'DEBIAN_FRONTEND=noninteractive']
  const apt = (...words) => run(program, [...before, 'apt-get', '-y', '-o', 'Dpkg::Use-Pty=0', ...words])
  try {
    await apt('update')
  } catch (error) {
    // One foreign source that is gone does not keep Debian's own packages from being installed.
    console.log(`${error.message}: going on with the package lists there are`)
  }
  await apt('install', '--no-install-recommends', ...names)
}

function isInstalled(name) {
  // `install ok installed`, or `hold ok installed` for one that is held back.
  return ask('dpkg-query', ['-W', '-f', '${Status}', name])?.endsWith(' ok installed') ?? false
}

/** Stops with what to do where the compiler or node is missing or too old. */
export function toolchain() {
  const [line, node] = process.versions.node.split('.').map(Number)
  if (line < 24 && !(node >= NODE[line])) {
    throw new Stop(`Node 20.19, 22.12 or anything from 24 on is needed, this is ${process.versions.node}: see https://nodejs.org`)
  }
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
