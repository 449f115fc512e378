#!/usr/bin/python3
"""Reads and clicks the menu of the one tray icon on the session bus, as a panel does.

    tray_menu.py menu           the entries as JSON: [{"label", "enabled", "checked"}]; separators are left out
    tray_menu.py click LABEL    clicks the entry; exit code 1 where there is none

Exit code 3: no icon is registered (yet).
"""
import json
import sys
import time

import dbus

HOST = "org.kde.StatusNotifierWatcher"


def menu(bus):
    try:
        host = dbus.Interface(bus.get_object(HOST, "/StatusNotifierWatcher"), "org.freedesktop.DBus.Properties")
        items = [str(item) for item in host.Get(HOST, "RegisteredStatusNotifierItems")]
    except dbus.DBusException:
        items = []
    if not items:
        sys.exit(3)
    name, path = items[0].split("/", 1)
    icon = dbus.Interface(bus.get_object(name, "/" + path), "org.freedesktop.DBus.Properties")
    place = icon.Get("org.kde.StatusNotifierItem", "Menu")
    return dbus.Interface(bus.get_object(name, place), "com.canonical.dbusmenu")


def entries(menu):
    _, (_, _, children) = menu.GetLayout(0, -1, dbus.Array([], signature="s"))
    for number, properties, _ in children:
        if properties.get("type") == "separator":
            continue
        yield int(number), {
            "label": str(properties.get("label", "")),
            "enabled": bool(properties.get("enabled", True)),
            "checked": {0: False, 1: True}.get(int(properties.get("toggle-state", -1))),
        }


def main(arguments):
    bus = dbus.SessionBus()
    place = menu(bus)
    if arguments == ["menu"]:
        print(json.dumps([entry for _, entry in entries(place)]))
        return
    if len(arguments) != 2 or arguments[0] != "click":
        sys.exit(__doc__)
    for number, entry in entries(place):
        if entry["label"] == arguments[1]:
            # Not waited for: an entry may end the program.
            moment = dbus.UInt32(int(time.time()))
            place.Event(number, "clicked", dbus.Int32(0, variant_level=1), moment, ignore_reply=True)
            bus.flush()
            return
    sys.exit(f"no entry {arguments[1]!r}")


main(sys.argv[1:])
