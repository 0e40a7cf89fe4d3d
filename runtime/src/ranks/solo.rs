//! One rank, which has nobody to talk to.

use super::{Channel, Exchange, Link};
use crate::Error;

/// The transport of a single rank.
#[derive(Clone, Copy, Debug, Default)]
pub struct Solo;

impl Exchange for Solo {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn channel(&self, _: u32, links: &[Link]) -> Result<Box<dyn Channel>, Error> {
        match links {
            [] => Ok(Box::new(Silent)),
            [link, ..] => Err(Error::Ranks {
                message: format!(
                    "there is only rank 0, and no rank {}: start more ranks",
                    link.rank
                ),
            }),
        }
    }

    fn max(&self, _: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }

    fn sum(&self, _: &mut [i64]) -> Result<(), Error> {
        Ok(())
    }

    fn gather(&self, bytes: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Error> {
        Ok(Some(vec![bytes.to_vec()]))
    }

    fn broadcast(&self, _: &mut Vec<u8>) -> Result<(), Error> {
        Ok(())
    }

    fn all_to_all(&self, parts: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error> {
        Ok(parts)
    }

    fn abort(&self, _: &str) {}
}

/// A channel without links.
struct Silent;

impl Channel for Silent {
    fn outgoing(&mut self, _: usize) -> &mut [u8] {
        &mut []
    }

    fn start(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn incoming(&self, _: usize) -> &[u8] {
        &[]
    }
}
