//! The icon as it stands in the tray, with its menu.

use crate::icon::icon;
use crate::lines::State;
use tray_icon::menu::{CheckMenuItem, Menu, MenuItem, PredefinedMenuItem, Result as MenuResult};
use tray_icon::{TrayIcon, TrayIconBuilder};

/// The ids of what can be clicked.
pub(crate) const OPEN: &str = "open";
pub(crate) const PAUSE: &str = "pause";
pub(crate) const QUIT: &str = "quit";

/// Why no icon is shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refused {
    #[error(transparent)]
    Menu(#[from] tray_icon::menu::Error),
    #[error(transparent)]
    Tray(#[from] tray_icon::Error),
}

/// An icon in the tray; it vanishes when dropped.
pub(crate) struct Shown {
    icon: TrayIcon,
    lines: Vec<MenuItem>,
    pause: CheckMenuItem,
}

impl Shown {
    /// Offers the icon to the tray, now or when there is one; fails where there is no session.
    pub(crate) fn new(state: &State) -> Result<Self, Refused> {
        let (menu, lines, pause) = menu(state)?;
        let mut builder = TrayIconBuilder::new()
            .with_id("docroom")
            .with_title("Docroom")
            .with_tooltip(state.lines.join("\n"))
            .with_menu(Box::new(menu));
        if let Some(picture) = icon() {
            builder = builder.with_icon(picture);
        }
        Ok(Self { icon: builder.build()?, lines, pause })
    }

    /// Shows another state. Texts change in place, so that an open menu stays open.
    pub(crate) fn update(&mut self, state: &State) -> Result<(), Refused> {
        if self.lines.len() == state.lines.len() {
            for (item, text) in self.lines.iter().zip(&state.lines) {
                item.set_text(verbatim(text));
            }
            self.pause.set_checked(state.paused);
        } else {
            let (menu, lines, pause) = menu(state)?;
            self.icon.set_menu(Some(Box::new(menu)));
            (self.lines, self.pause) = (lines, pause);
        }
        Ok(self.icon.set_tooltip(Some(state.lines.join("\n")))?)
    }
}

fn menu(state: &State) -> MenuResult<(Menu, Vec<MenuItem>, CheckMenuItem)> {
    let menu = Menu::new();
    menu.append(&MenuItem::with_id(OPEN, "Open Docroom", true, None))?;
    menu.append(&PredefinedMenuItem::separator())?;
    let lines: Vec<MenuItem> =
        state.lines.iter().map(|text| MenuItem::new(verbatim(text), false, None)).collect();
    for line in &lines {
        menu.append(line)?;
    }
    menu.append(&PredefinedMenuItem::separator())?;
    let pause = CheckMenuItem::with_id(PAUSE, "Pause watching", true, state.paused, None);
    menu.append(&pause)?;
    menu.append(&MenuItem::with_id(QUIT, "Quit", true, None))?;
    Ok((menu, lines, pause))
}

/// In a menu's text an ampersand marks a letter; in a project's name it is one.
fn verbatim(text: &str) -> String {
    text.replace('&', "&&")
}
