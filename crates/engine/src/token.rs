//! The bearer token of the loopback server: random, made at first use, in a file that only
//! the user can read.

use crate::directories::Directories;
use docroom_model::{Code, Error, Result};
use std::io::Write;

/// Random bytes in the token.
const BYTES: usize = 32;

/// The token, 64 hex digits.
pub(crate) fn http_token(directories: &Directories) -> Result<String> {
    let file = directories.http_token_file();
    if let Some(token) = read(&file)? {
        return Ok(token);
    }
    let home = directories.home();
    std::fs::create_dir_all(home).map_err(Error::io("make the data folder", home))?;
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| {
        let message = format!("the system gives no random bytes: {error}");
        Error::new(Code::Io, message)
    })?;
    let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    // A temporary file is 0600 from its first moment; linking it fails where another process
    // was first, and then that one's token holds.
    let write = || {
        let mut beside = tempfile::NamedTempFile::new_in(home)?;
        beside.write_all(token.as_bytes())?;
        beside.as_file().sync_all()?;
        beside.persist_noclobber(&file).map_err(|error| error.error).map(drop)
    };
    match write() {
        Ok(()) => Ok(token),
        Err(error) => match read(&file)? {
            Some(token) => Ok(token),
            None => Err(Error::io("write", &file)(error)),
        },
    }
}

fn read(file: &std::path::Path) -> Result<Option<String>> {
    match std::fs::read_to_string(file) {
        Ok(text) => {
            let token = text.trim();
            let good =
                token.len() >= BYTES && token.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if good {
                return Ok(Some(token.to_owned()));
            }
            let message =
                format!("`{}` holds no token; delete it to get a new one", file.display());
            Err(Error::new(Code::Io, message))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("read", file)(error)),
    }
}
