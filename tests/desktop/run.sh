#!/usr/bin/env bash
# Runs a command in a throw-away desktop: Xvfb, a window manager, a session bus of its own with a
# tray host, and private HOME and XDG folders, so that tests neither see nor leave anything in the
# real ones. Ends with the command's exit code.
#
#   tests/desktop/run.sh [--no-display] [--no-tray] -- COMMAND ARGUMENTS…
#
# Debian packages: xvfb xauth dbus openbox python3-dbus python3-gi
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
display=1 tray=1
flags=()
while [ $# -gt 0 ]; do
  case $1 in
    --no-display) display=0; flags+=("$1") ;;
    --no-tray) tray=0; flags+=("$1") ;;
    --) shift; break ;;
    *) break ;;
  esac
  shift
done
if [ $# -eq 0 ]; then
  sed -n '2,8p' "$0"
  exit 2
fi

if [ "${DOCROOM_DESKTOP_STAGE:-}" != inner ]; then
  folder=$(mktemp -d "${TMPDIR:-/tmp}/docroom-desktop.XXXXXX")
  # Toolchains live in the home folder that is about to be hidden.
  export CARGO_HOME=${CARGO_HOME:-$HOME/.cargo} RUSTUP_HOME=${RUSTUP_HOME:-$HOME/.rustup}
  mkdir -m 700 "$folder/home" "$folder/run"
  export HOME=$folder/home XDG_RUNTIME_DIR=$folder/run XDG_DATA_HOME=$folder/home/.local/share \
    XDG_CONFIG_HOME=$folder/home/.config XDG_CACHE_HOME=$folder/home/.cache \
    XDG_STATE_HOME=$folder/home/.local/state
  export NO_AT_BRIDGE=1 GTK_A11Y=none LIBGL_ALWAYS_SOFTWARE=1 GDK_BACKEND=x11
  export DOCROOM_DESKTOP_STAGE=inner DOCROOM_DESKTOP_FOLDER=$folder
  unset WAYLAND_DISPLAY DISPLAY DBUS_SESSION_BUS_ADDRESS DOCROOM_HOME
  inner=(dbus-run-session -- "$here/run.sh" "${flags[@]}" -- "$@")
  if [ "$display" = 1 ]; then
    inner=(xvfb-run -a -s "-screen 0 1280x800x24 -nolisten tcp" "${inner[@]}")
  fi
  code=0
  "${inner[@]}" || code=$?
  rm -rf "$folder"
  exit "$code"
fi

unset DOCROOM_DESKTOP_STAGE
# Folder dialogs begin in the program's working folder, so that a test can choose it by one click.
export GSETTINGS_BACKEND=keyfile
mkdir -p "$XDG_CONFIG_HOME/glib-2.0/settings"
printf "[org/gtk/settings/file-chooser]\nstartup-mode='cwd'\n" >"$XDG_CONFIG_HOME/glib-2.0/settings/keyfile"
children=()
end_children() {
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
}
trap end_children EXIT
if [ "$display" = 1 ]; then
  openbox --sm-disable >"$DOCROOM_DESKTOP_FOLDER/openbox.log" 2>&1 &
  children+=($!)
fi
if [ "$tray" = 1 ]; then
  ready=$DOCROOM_DESKTOP_FOLDER/tray.ready
  # The system's python: the modules come from Debian packages.
  /usr/bin/python3 "$here/tray_host.py" "$ready" >"$DOCROOM_DESKTOP_FOLDER/tray.log" 2>&1 &
  children+=($!)
  for _ in $(seq 200); do
    if [ -e "$ready" ]; then break; fi
    sleep 0.05
  done
  [ -e "$ready" ] || { echo "the tray host did not start:" >&2; cat "$DOCROOM_DESKTOP_FOLDER/tray.log" >&2; exit 1; }
fi
code=0
"$@" || code=$?
exit "$code"
