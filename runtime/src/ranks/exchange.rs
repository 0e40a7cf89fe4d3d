//! How ranks talk to each other.

use crate::Error;

/// What carries messages between ranks: [`Solo`](super::Solo) for one rank, [`Threads`](super::Threads) for ranks that
/// are threads of one process, and MPI in the package `array-fn-mpi`.
///
/// All ranks make the same calls in the same order.
pub trait Exchange: Send + Sync {
    /// The number of this rank, from 0.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// A channel over which messages of fixed sizes are exchanged again and again. `number` is the same on all ranks, and
    /// no other channel has it.
    ///
    /// # Errors
    /// [`Error::Ranks`] if that is not possible.
    fn channel(&self, number: u32, links: &[Link]) -> Result<Box<dyn Channel>, Error>;

    /// Replaces each value by the largest of all ranks, or by NaN if one of them is NaN. Positive zeros are larger than
    /// negative ones.
    ///
    /// # Errors
    /// [`Error::Ranks`] if another rank has failed, or does not answer.
    fn max(&self, values: &mut [f64]) -> Result<(), Error>;

    /// Replaces each value by the sum over all ranks, which wraps.
    ///
    /// # Errors
    /// As for [`Exchange::max`].
    fn sum(&self, values: &mut [i64]) -> Result<(), Error>;

    /// Hands the bytes of each rank to rank 0, which gets all of them in the order of ranks. Other ranks get nothing.
    ///
    /// # Errors
    /// As for [`Exchange::max`].
    fn gather(&self, bytes: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Error>;

    /// Hands the bytes of rank 0 to all ranks.
    ///
    /// # Errors
    /// As for [`Exchange::max`].
    fn broadcast(&self, bytes: &mut Vec<u8>) -> Result<(), Error>;

    /// Hands part `k` of `parts` to rank `k`, for all ranks, and returns what the ranks have for this one, in their order.
    ///
    /// # Errors
    /// As for [`Exchange::max`]; also if there is not one part for each rank.
    fn all_to_all(&self, parts: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error>;

    /// Ends the work of all ranks, because this one cannot go on. Calls of other ranks fail with the message, or their
    /// processes end.
    fn abort(&self, message: &str);
}

/// What two ranks exchange over a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The other rank.
    pub rank: usize,
    /// The bytes that go there. There is no message if it is 0.
    pub send: usize,
    /// The bytes that come from there. There is no message if it is 0.
    pub receive: usize,
}

/// Messages of fixed sizes to and from some ranks.
pub trait Channel: Send {
    /// The memory of the message to the rank of link `link`, to be filled before [`Channel::start`].
    fn outgoing(&mut self, link: usize) -> &mut [u8];

    /// Starts to send and to receive. It does not wait for other ranks.
    ///
    /// # Errors
    /// [`Error::Ranks`] if another rank has failed.
    fn start(&mut self) -> Result<(), Error>;

    /// Lets messages move on, for transports that need the processor for that.
    fn poll(&mut self) {}

    /// Waits until all messages have come and gone.
    ///
    /// # Errors
    /// [`Error::Ranks`] with the rank and the channel if a message does not come, or if another rank has failed.
    fn wait(&mut self) -> Result<(), Error>;

    /// The message from the rank of link `link`, after [`Channel::wait`].
    fn incoming(&self, link: usize) -> &[u8];
}
