//! The window's types, made from the structs of this crate. The committed file is compared,
//! not written; `UPDATE_TYPES=1 cargo test -p docroom-model` writes it anew.

use ts_rs::{Config, TS};

macro_rules! declare {
    ($config:expr; $($name:ident),+ $(,)?) => {{
        let mut text = String::from(
            "// Made from crates/model by `npm run types`; do not edit.\n",
        );
        $(
            if let Some(docs) = <crate::$name as TS>::docs() {
                text.push('\n');
                text.push_str(docs.trim_end());
            }
            text.push_str("\nexport ");
            text.push_str(&<crate::$name as TS>::decl($config));
            text.push('\n');
        )+
        text
    }};
}

#[test]
fn types_are_current() {
    let config = Config::new().with_large_int("number");
    let made = declare!(&config;
        Code, ProjectName, SourceName, Format, Heading, Source, AddFolder, Added, RemoveProject,
        SearchQuery, Retrieval, SearchStatus, Hit, Why, Fragment, SearchAnswer, TreeEntry, Page, Phase, Progress,
        Watching, RunKind, Run, SourceStatus, ProjectStatus, CoverageState, CoverageEntry,
        KeeperState, Event, Settings,
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ui/src/types/model.ts");
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::create_dir_all(std::path::Path::new(path).parent().expect("a folder"))
            .and_then(|()| std::fs::write(path, &made))
            .expect("ui/src/types is writable");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == made, "ui/src/types/model.ts is old: run `npm run types`");
}
