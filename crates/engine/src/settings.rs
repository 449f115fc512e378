//! `docroom.toml`: reading it, and changing one key while comments and order stay.

use crate::directories::Directories;
use crate::files;
use docroom_model::{Code, Error, Result, SETTINGS, Settings};

/// The settings; defaults where there is no file.
pub(crate) fn load(directories: &Directories) -> Result<Settings> {
    let file = directories.settings_file();
    let settings: Settings = match std::fs::read_to_string(&file) {
        Ok(text) => toml_edit::de::from_str(&text).map_err(|error| {
            let message = format!("`{}` can't be read; mend it by hand", file.display());
            Error::new(Code::Invalid, message).because(error)
        })?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Settings::default(),
        Err(error) => return Err(Error::io("read", &file)(error)),
    };
    settings.check()?;
    Ok(settings)
}

/// Changes one setting.
pub(crate) fn set(directories: &Directories, key: &str, value: &str) -> Result<()> {
    let Some(row) = SETTINGS.iter().find(|row| row.key == key) else {
        let keys: Vec<_> = SETTINGS.iter().map(|row| format!("`{}`", row.key)).collect();
        return Err(Error::not_found(format!("no setting `{key}`; there are {}", keys.join(", "))));
    };
    let mut settings = load(directories)?;
    (row.set)(&mut settings, value)?;
    let text = (row.get)(&settings);
    let file = directories.settings_file();
    let old = std::fs::read_to_string(&file).unwrap_or_default();
    let unreadable = |error: toml_edit::TomlError| {
        Error::new(Code::Invalid, format!("`{}` can't be read", file.display())).because(error)
    };
    let mut document: toml_edit::DocumentMut = old.parse().map_err(unreadable)?;
    let value: toml_edit::Value = text.parse().map_err(unreadable)?;
    document[key] = toml_edit::Item::Value(value);
    files::replace(&file, document.to_string().as_bytes())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn changing_one_key_keeps_the_rest_of_the_file() {
        let home = tempfile::tempdir().unwrap();
        let directories = Directories::at(home.path());
        assert_eq!(load(&directories).unwrap(), Settings::default());
        std::fs::write(directories.settings_file(), "# mine\nmax_file_mib = 8 # small\n").unwrap();
        set(&directories, "http_port", "8000").unwrap();
        let text = std::fs::read_to_string(directories.settings_file()).unwrap();
        assert_eq!(text, "# mine\nmax_file_mib = 8 # small\nhttp_port = 8000\n");
        assert_eq!(load(&directories).unwrap().max_file_mib, 8);
        assert!(set(&directories, "http_port", "0").unwrap_err().message.contains("1 to 65535"));
        assert!(set(&directories, "htp_port", "1").unwrap_err().message.contains("`http_port`"));
        std::fs::write(directories.settings_file(), "tyop = 1\n").unwrap();
        assert_eq!(load(&directories).unwrap_err().code, Code::Invalid);
    }
}
