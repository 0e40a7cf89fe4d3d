//! Stores that URLs name.

use std::sync::Arc;

use object_store::{ObjectStore, ObjectStoreScheme, parse_url_opts};
use url::{Position, Url};

use super::Store;
use crate::{Error, Result};

/// Variables of the environment that clients of services read.
const VARIABLES: [&str; 3] = ["AWS_", "AZURE_", "GOOGLE_"];

impl Store {
    /// The store and prefix of a URL: `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix`,
    /// `https://host/prefix` and others that the crate `object_store` knows, each with the feature of the service;
    /// `file:///folder`; and `memory:///`, which is a new and empty store.
    ///
    /// Credentials and settings are those of the environment, such as `AWS_ACCESS_KEY_ID` and `AWS_REGION`.
    ///
    /// # Errors
    /// [`Error::Request`] if it is no URL, the feature is off, or a setting is missing. Nothing is asked of the service.
    pub fn from_url(url: &str) -> Result<Store> {
        Store::from_url_with::<&str, &str>(url, [])
    }

    /// The same with settings, which precede those of the environment. Their names are those of the crate `object_store`,
    /// such as `aws_endpoint` or `timeout`.
    ///
    /// # Errors
    /// As for [`Store::from_url`]. Settings with other names are left out.
    pub fn from_url_with<K: AsRef<str>, V: Into<String>>(
        url: &str,
        settings: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Store> {
        let mut parsed = Url::parse(url)
            .map_err(|error| Error::request(format!("`{url}` is no URL: {error}")))?;
        let mut all: Vec<(String, String)> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| VARIABLES.iter().any(|start| name.starts_with(start)))
            .collect();
        if parsed.scheme() == "http" {
            // Who writes it wants it.
            all.push(("allow_http".to_owned(), "true".to_owned()));
        }
        // The last of equal names holds.
        all.extend(
            settings.into_iter().map(|(name, value)| (name.as_ref().to_owned(), value.into())),
        );
        let opened = parse_url_opts(&parsed, all);
        // Messages are no place for secrets.
        let _ = (parsed.set_username(""), parsed.set_password(None));
        let name = parsed[..Position::AfterPath].trim_end_matches('/').to_owned();
        let (store, prefix) = opened.map_err(|error| {
            Error::request(format!("could not open the store {name}: {error}{}", remedy(&parsed)))
        })?;
        let root = parsed[..Position::AfterPath].trim_end_matches('/');
        let identity = root.strip_suffix(prefix.as_ref()).unwrap_or(root);
        let store: Arc<dyn ObjectStore> = Arc::from(store);
        let identity = match parsed.scheme() {
            // Each is another one.
            "memory" => format!("{:p}", Arc::as_ptr(&store)),
            _ => identity.trim_end_matches('/').to_owned(),
        };
        Store::with(store, prefix, name, identity)
    }
}

/// What helps if a store was not opened.
fn remedy(url: &Url) -> String {
    let feature = match ObjectStoreScheme::parse(url) {
        Ok((ObjectStoreScheme::AmazonS3, _)) if !cfg!(feature = "aws") => "aws",
        Ok((ObjectStoreScheme::GoogleCloudStorage, _)) if !cfg!(feature = "gcp") => "gcp",
        Ok((ObjectStoreScheme::MicrosoftAzure, _)) if !cfg!(feature = "azure") => "azure",
        Ok((ObjectStoreScheme::Http, _)) if !cfg!(feature = "http") => "http",
        Ok(_) => return "; give what is missing in the environment or as a setting".to_owned(),
        Err(_) => return "; write it as in `s3://bucket/prefix` or `file:///folder`".to_owned(),
    };
    format!("; build `array-fn-store` with the feature `{feature}`")
}
