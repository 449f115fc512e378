//! Whether this session has a place that shows tray icons.

/// What there is to show an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// A panel or shell that shows icons.
    Present,
    /// A session without one; an icon appears as soon as one starts.
    Missing,
    /// No session bus: a server, a container, a bare terminal.
    NoSession,
}

/// Looks for the tray of this session.
#[cfg(target_os = "linux")]
pub fn host() -> Host {
    let Ok(bus) = zbus::blocking::Connection::session() else { return Host::NoSession };
    let asked = zbus::blocking::fdo::DBusProxy::new(&bus).and_then(|proxy| {
        let name = zbus::names::BusName::from_static_str("org.kde.StatusNotifierWatcher")?;
        Ok(proxy.name_has_owner(name)?)
    });
    match asked {
        Ok(true) => Host::Present,
        Ok(false) => Host::Missing,
        Err(_) => Host::NoSession,
    }
}

/// Looks for the tray of this session: the other systems always have one.
#[cfg(not(target_os = "linux"))]
pub fn host() -> Host {
    Host::Present
}
