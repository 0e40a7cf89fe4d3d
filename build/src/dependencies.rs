//! Shared blocks of other crates.
//!
//! A build script learns about the dependencies of its package only from cargo, and cargo passes on only what the build
//! scripts of these dependencies print. It does so for packages with the key `links` alone.

use crate::Error;
use crate::modules::SharedText;
use crate::settings::Settings;
use std::{env, fs};

/// The key under which a build script prints the path of the file with its shared blocks.
const KEY: &str = "array_fn_shared";

/// The shared blocks of the packages that this one depends on. A file that cannot be read is skipped: the blocks that
/// use its blocks are then compiled at run time.
pub fn shared_blocks() -> Vec<SharedText> {
    let ending = format!("_{}", KEY.to_uppercase());
    let mut paths: Vec<_> = env::vars_os()
        .filter(|(name, _)| {
            let name = name.to_string_lossy();
            name.starts_with("DEP_") && name.ends_with(&ending)
        })
        .map(|(_, path)| path)
        .collect();
    paths.sort();
    let texts = paths.into_iter().filter_map(|path| fs::read_to_string(path).ok());
    texts.filter_map(|text| SharedText::read(&text)).flatten().collect()
}

/// Tells the packages that depend on this one where its shared blocks are, if this package has `links`.
pub fn pass_on(settings: &Settings, shared: &[SharedText]) -> Result<(), Error> {
    if env::var_os("CARGO_MANIFEST_LINKS").is_none() {
        return Ok(());
    }
    let path = settings.out_dir.join(KEY);
    let text = SharedText::write(shared, &settings.package);
    fs::write(&path, text).map_err(Error::file(&path))?;
    println!("cargo:{KEY}={}", path.display());
    Ok(())
}
