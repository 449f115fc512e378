#!/usr/bin/python3
"""A tray host for tests: org.kde.StatusNotifierWatcher on the session bus, as a panel would own it.

    /usr/bin/python3 tray_host.py READY_FILE

READY_FILE is written once the name is owned; what registers and goes is printed, one a line.
"""
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME = "org.kde.StatusNotifierWatcher"
PROPERTIES = "org.freedesktop.DBus.Properties"


class TrayHost(dbus.service.Object):
    def __init__(self, bus):
        self.items = []
        self.name = dbus.service.BusName(NAME, bus, do_not_queue=True)
        super().__init__(bus, "/StatusNotifierWatcher")
        bus.add_signal_receiver(self.owner_changed, "NameOwnerChanged", "org.freedesktop.DBus")

    def owner_changed(self, name, _old, new):
        if new:
            return
        for item in [item for item in self.items if item.split("/", 1)[0] == name]:
            self.items.remove(item)
            print("gone", item, flush=True)
            self.StatusNotifierItemUnregistered(item)

    @dbus.service.method(NAME, in_signature="s", sender_keyword="sender")
    def RegisterStatusNotifierItem(self, service, sender=None):
        # Some programs pass an object's path, others a bus name.
        item = sender + service if service.startswith("/") else service + "/StatusNotifierItem"
        if item not in self.items:
            self.items.append(item)
        print("registered", item, flush=True)
        self.StatusNotifierItemRegistered(item)

    @dbus.service.method(NAME, in_signature="s")
    def RegisterStatusNotifierHost(self, _service):
        self.StatusNotifierHostRegistered()

    @dbus.service.signal(NAME, signature="s")
    def StatusNotifierItemRegistered(self, item):
        pass

    @dbus.service.signal(NAME, signature="s")
    def StatusNotifierItemUnregistered(self, item):
        pass

    @dbus.service.signal(NAME)
    def StatusNotifierHostRegistered(self):
        pass

    def properties(self):
        return {
            "RegisteredStatusNotifierItems": dbus.Array(self.items, signature="s"),
            "IsStatusNotifierHostRegistered": dbus.Boolean(True),
            "ProtocolVersion": dbus.Int32(0),
        }

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, _interface, name):
        return self.properties()[name]

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, _interface):
        return self.properties()


if len(sys.argv) != 2:
    sys.exit(__doc__)
DBusGMainLoop(set_as_default=True)
host = TrayHost(dbus.SessionBus())
with open(sys.argv[1], "w", encoding="utf-8") as ready:
    ready.write("ready\n")
GLib.MainLoop().run()
