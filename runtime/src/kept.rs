//! Memory of dropped arrays, kept for later arrays of about the same size.
//!
//! A function that returns an array asks for the same amount of memory in every call. If the allocator gives that
//! memory back to the system in between, the system has to map and clear it again, page by page. That takes as long as
//! most functions need for their work on it.

use std::alloc::{Layout, dealloc};
use std::ptr::NonNull;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// The most bytes of one size class that are kept, in all threads together.
const MOST_BYTES: usize = 256 << 20;
/// The most blocks of one size class that are kept: so few that looking for one takes hardly any time.
const MOST_BLOCKS: usize = 16;
/// Blocks of fewer bytes are small.
const SMALL: usize = 64 << 10;

/// Blocks that nobody uses, the oldest first, in two size classes: the small ones, and all others. The classes are
/// separate so that small blocks do not drive out the others.
static KEPT: [Mutex<Blocks>; 2] = [const { Mutex::new(Blocks(Vec::new())) }; 2];

struct Blocks(Vec<Block>);

/// A block and the layout with which the global allocator gave it.
struct Block {
    pointer: NonNull<u8>,
    layout: Layout,
}

// SAFETY: a block is memory that nobody else uses, like that of a `Vec` of bytes.
unsafe impl Send for Block {}

impl Block {
    fn free(self) {
        // SAFETY: a block is the allocator's, with this layout, and is given up here.
        unsafe { dealloc(self.pointer.as_ptr(), self.layout) };
    }
}

impl Blocks {
    /// The newest block of the same alignment with at least as many bytes as `layout`, and at most one eighth more.
    fn take(&mut self, layout: Layout) -> Option<Block> {
        let fits = |block: &Block| {
            let (has, wants) = (block.layout.size(), layout.size());
            block.layout.align() == layout.align() && wants <= has && has - wants <= wants / 8
        };
        let place = self.0.iter().rposition(fits)?;
        Some(self.0.remove(place))
    }

    /// Keeps a block, and returns the blocks that have to go for it.
    fn keep(&mut self, block: Block) -> Vec<Block> {
        self.0.push(block);
        let bytes = |blocks: &[Block]| blocks.iter().map(|b| b.layout.size()).sum::<usize>();
        let mut gone = 0;
        while self.0.len() - gone > MOST_BLOCKS || bytes(&self.0[gone..]) > MOST_BYTES {
            gone += 1;
        }
        self.0.drain(..gone).collect()
    }
}

/// Memory that was given to [`keep`] with this alignment and at least this size, and the layout with which it was
/// allocated. It is not initialised.
pub(crate) fn take(layout: Layout) -> Option<(NonNull<u8>, Layout)> {
    let block = blocks(layout)?.take(layout)?;
    Some((block.pointer, block.layout))
}

/// Keeps memory for a later [`take`], or frees it.
///
/// # Safety
/// The memory must be from the global allocator, with this layout, and nobody may use it any more.
pub(crate) unsafe fn keep(pointer: NonNull<u8>, layout: Layout) {
    let block = Block { pointer, layout };
    // Miri gains nothing by kept memory, and finds more errors if memory is freed.
    if cfg!(miri) || layout.size() > MOST_BYTES {
        return block.free();
    }
    let Some(mut blocks) = blocks(layout) else { return block.free() };
    let gone = blocks.keep(block);
    drop(blocks);
    gone.into_iter().for_each(Block::free);
}

/// The blocks of the size class, unless another thread is looking at them. Nobody waits for the lock: in the child of a
/// process that was forked while it was held, it would never be released.
fn blocks(layout: Layout) -> Option<MutexGuard<'static, Blocks>> {
    match KEPT[usize::from(layout.size() >= SMALL)].try_lock() {
        Ok(blocks) => Some(blocks),
        Err(TryLockError::Poisoned(blocks)) => Some(blocks.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::alloc::alloc;

    fn block(bytes: usize) -> Block {
        let layout = Layout::from_size_align(bytes, 16).unwrap();
        // SAFETY: the layout has bytes.
        Block { pointer: NonNull::new(unsafe { alloc(layout) }).unwrap(), layout }
    }

    #[test]
    fn blocks_of_about_the_size_are_used_again() {
        let mut blocks = Blocks(Vec::new());
        assert!(blocks.keep(block(1000)).is_empty());
        let ask = |bytes, align| Layout::from_size_align(bytes, align).unwrap();
        for (bytes, align) in [(1001, 16), (500, 16), (1000, 64)] {
            assert!(blocks.take(ask(bytes, align)).is_none(), "{bytes}, {align}");
        }
        let found = blocks.take(ask(900, 16)).unwrap();
        assert_eq!(found.layout.size(), 1000);
        assert!(blocks.take(ask(900, 16)).is_none());
        found.free();
    }

    #[test]
    fn the_oldest_go_first() {
        let mut blocks = Blocks(Vec::new());
        for k in 0..MOST_BLOCKS {
            assert!(blocks.keep(block(100 + k)).is_empty());
        }
        let gone: Vec<usize> = blocks.keep(block(1)).iter().map(|b| b.layout.size()).collect();
        assert_eq!(gone, [100]);
        // Together they are too large, so all older blocks go.
        let many = blocks.keep(block(MOST_BYTES));
        assert_eq!((many.len(), blocks.0.len()), (MOST_BLOCKS, 1));
        many.into_iter().chain(blocks.0.drain(..)).for_each(Block::free);
    }
}
