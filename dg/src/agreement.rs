//! What fails on one rank fails on all.

use crate::Error;
use array_fn::ranks::Exchange;

/// The outcome of this rank, if all ranks have succeeded. All ranks call this.
///
/// # Errors
/// The error of this rank, if it failed. Otherwise [`Error::Array`] with the message of the first rank that failed, or that
/// of the transport.
pub(crate) fn agree<T>(exchange: &dyn Exchange, outcome: Result<T, Error>) -> Result<T, Error> {
    let mut failed = [i64::from(outcome.is_err())];
    if let Err(error) = exchange.sum(&mut failed) {
        outcome?;
        return Err(error.into());
    }
    if failed == [0] {
        return outcome;
    }
    let own = outcome.as_ref().map_or_else(Error::to_string, |_| String::new());
    let all = exchange.gather(own.as_bytes())?.unwrap_or_default();
    let first = all.iter().enumerate().find(|(_, message)| !message.is_empty());
    let mut message = first.map_or_else(Vec::new, |(rank, message)| {
        format!("rank {rank}: {}", String::from_utf8_lossy(message)).into_bytes()
    });
    exchange.broadcast(&mut message)?;
    outcome?;
    let message = String::from_utf8_lossy(&message).into_owned();
    Err(Error::Array(array_fn::Error::Ranks { message }))
}
