//! The resident's loop: shows the icon as soon as something shows icons, keeps its menu true,
//! and does what is clicked, until it is told to stop.

use crate::lines::{State, state};
use crate::shown::{OPEN, PAUSE, QUIT, Shown};
use crate::window::open_window;
use docroom_engine::Engine;
use std::path::PathBuf;
use std::process::Child;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tray_icon::menu::MenuEvent;
use tray_icon::{MouseButton, TrayIconEvent};

/// How often the state is looked at while something is being indexed, and otherwise.
const BUSY: Duration = Duration::from_millis(500);
const IDLE: Duration = Duration::from_secs(2);
/// How long to wait for a session that may still start.
const RETRY: Duration = Duration::from_secs(3);

enum Wake {
    Clicked(String),
    Stop,
}

/// The resident's icon, not shown yet.
pub struct Tray {
    home: Option<PathBuf>,
    sender: Sender<Wake>,
    receiver: Receiver<Wake>,
}

/// Ends [`Tray::run`] from another thread.
pub struct Stopper(Sender<Wake>);

impl Stopper {
    /// Ends it; a second time does nothing.
    pub fn stop(&self) {
        // It has ended already.
        let _ = self.0.send(Wake::Stop);
    }
}

impl Tray {
    /// `home` is handed on to the window that is opened; None is the user's data folder.
    pub fn new(home: Option<PathBuf>) -> Self {
        let (sender, receiver) = channel();
        Self { home, sender, receiver }
    }

    /// What ends [`Self::run`].
    pub fn stopper(&self) -> Stopper {
        Stopper(self.sender.clone())
    }

    /// Shows the icon and serves its menu until "Quit" is clicked or it is stopped. Without a
    /// tray or a session it waits all the same.
    pub fn run(self, engine: &Engine) {
        self.listen();
        let mut view = View::new(engine);
        loop {
            view.refresh();
            match self.receiver.recv_timeout(view.pace()) {
                Ok(Wake::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                Ok(Wake::Clicked(id)) if id == QUIT => return,
                Ok(Wake::Clicked(id)) if id == OPEN => view.open(&self.home),
                Ok(Wake::Clicked(id)) if id == PAUSE => view.toggle_pause(),
                Ok(Wake::Clicked(_)) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn listen(&self) {
        let clicks = self.sender.clone();
        MenuEvent::set_event_handler(Some(move |event: MenuEvent| {
            let _ = clicks.send(Wake::Clicked(event.id.0));
        }));
        let clicks = self.sender.clone();
        TrayIconEvent::set_event_handler(Some(move |event| {
            if let TrayIconEvent::Click { button: MouseButton::Left, .. } = event {
                let _ = clicks.send(Wake::Clicked(OPEN.to_owned()));
            }
        }));
    }
}

/// What is shown now, and the programs that were started.
struct View<'a> {
    engine: &'a Engine,
    shown: Option<Shown>,
    next_try: Instant,
    state: State,
    version: Option<u64>,
    windows: Vec<Child>,
}

impl<'a> View<'a> {
    fn new(engine: &'a Engine) -> Self {
        let state = state(&[]);
        let next_try = Instant::now();
        Self { engine, shown: None, next_try, state, version: None, windows: Vec::new() }
    }

    fn pace(&self) -> Duration {
        if self.state.busy { BUSY } else { IDLE }
    }

    fn refresh(&mut self) {
        self.windows.retain_mut(|window| matches!(window.try_wait(), Ok(None)));
        self.look();
        if self.shown.is_none() && Instant::now() >= self.next_try {
            match Shown::new(&self.state) {
                Ok(shown) => {
                    // A panel that starts later finds it by itself.
                    tracing::debug!("the icon is offered to the session");
                    self.shown = Some(shown);
                }
                Err(refused) => {
                    tracing::debug!("no session yet: {refused}");
                    self.next_try = Instant::now() + RETRY;
                }
            }
        }
    }

    /// Asks the engine for the state when it changed.
    fn look(&mut self) {
        let version = self.engine.state_version().ok();
        if version.is_some() && version == self.version {
            return;
        }
        let new = match self.engine.status(None) {
            Ok(projects) => state(&projects),
            Err(error) => {
                tracing::warn!("could not read the state: {error}");
                State { lines: vec![error.message], paused: self.state.paused, busy: false }
            }
        };
        self.version = version;
        if new != self.state {
            self.state = new;
            self.show();
        }
    }

    fn show(&mut self) {
        let updated = self.shown.as_mut().map_or(Ok(()), |shown| shown.update(&self.state));
        if let Err(refused) = updated {
            tracing::warn!("could not change the tray's menu: {refused}");
        }
    }

    fn open(&mut self, home: &Option<PathBuf>) {
        match open_window(home.as_deref(), None) {
            Ok(window) => self.windows.push(window),
            Err(error) => tracing::warn!("could not open the window: {error}"),
        }
    }

    fn toggle_pause(&mut self) {
        if let Err(error) = self.engine.set_paused(None, !self.state.paused) {
            tracing::warn!("could not pause or resume: {error}");
        }
        self.version = None;
        self.look();
        // The click turned the mark itself; show what is true even when nothing changed.
        self.show();
    }
}
