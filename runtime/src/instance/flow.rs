//! The order in which the launches of a schedule run: straight on, or in loops.

use std::ops::Range;

use super::Instance;
use crate::plan::Loop;

/// A part of a schedule. An executor keeps a `T` for launches that run once, one after another.
#[derive(Clone, Debug)]
pub(crate) enum Part<T> {
    Straight(T),
    Repeated(Repeated<T>),
}

/// A loop ([`crate::plan::Loop`]).
#[derive(Clone, Debug)]
pub(crate) struct Repeated<T> {
    /// All launches of the loop.
    pub(crate) launches: Range<usize>,
    /// The temporary that tells whether the next pass runs.
    pub(crate) condition: usize,
    /// Passes 0, 2, 4 and so on.
    pub(crate) even: Box<[Part<T>]>,
    /// Passes 1, 3, 5 and so on. If there are none, these are the same as the others.
    pub(crate) odd: Box<[Part<T>]>,
    /// What follows an odd number of passes.
    pub(crate) finish: Box<[Part<T>]>,
}

impl Instance {
    /// The parts of some launches. `straight` makes that of launches without loops; there is none for an empty range.
    pub(crate) fn parts<T>(
        &self,
        range: Range<usize>,
        straight: &mut impl FnMut(Range<usize>) -> T,
    ) -> Box<[Part<T>]> {
        parts(self.schedule.loops, range, straight)
    }
}

/// The loops are in the order of their launches, those around others before them.
fn parts<T>(
    loops: &[Loop],
    range: Range<usize>,
    straight: &mut impl FnMut(Range<usize>) -> T,
) -> Box<[Part<T>]> {
    let mut parts = Vec::new();
    let mut next = range.start;
    for (k, of) in loops.iter().enumerate() {
        let [first, odd, finish, end] = [of.first, of.odd, of.finish, of.end].map(usize::from);
        if first < next || end > range.end {
            continue;
        }
        if next < first {
            parts.push(Part::Straight(straight(next..first)));
        }
        let inside = &loops[k + 1..];
        parts.push(Part::Repeated(Repeated {
            launches: first..end,
            condition: usize::from(of.condition),
            even: self::parts(inside, first..odd, straight),
            odd: self::parts(inside, odd..finish, straight),
            finish: self::parts(inside, finish..end, straight),
        }));
        next = end;
    }
    if next < range.end {
        parts.push(Part::Straight(straight(next..range.end)));
    }
    parts.into()
}

/// Tells the value of a condition.
pub(crate) type Holds<'a, E> = dyn FnMut(usize) -> Result<bool, E> + 'a;

/// Runs parts: `straight` runs launches, and `holds` tells the value of a condition.
///
/// # Errors
/// Those of `straight` and `holds`.
pub(crate) fn run<T, E>(
    parts: &[Part<T>],
    straight: &mut dyn FnMut(&T) -> Result<(), E>,
    holds: &mut Holds<'_, E>,
) -> Result<(), E> {
    parts.iter().try_for_each(|part| match part {
        Part::Straight(launches) => straight(launches),
        Part::Repeated(of) => of.run(&mut |parts, holds| run(parts, straight, holds), holds),
    })
}

impl<T> Repeated<T> {
    /// Runs all passes: `pass` runs the parts of one.
    ///
    /// # Errors
    /// Those of `pass` and `holds`.
    pub(crate) fn run<E>(
        &self,
        pass: &mut impl FnMut(&[Part<T>], &mut Holds<'_, E>) -> Result<(), E>,
        holds: &mut Holds<'_, E>,
    ) -> Result<(), E> {
        let mut is_odd = false;
        while holds(self.condition)? {
            let parts = if is_odd && !self.odd.is_empty() { &self.odd } else { &self.even };
            pass(parts, holds)?;
            is_odd = !is_odd;
        }
        if is_odd { pass(&self.finish, holds) } else { Ok(()) }
    }
}

/// All launches that are kept somewhere in parts.
pub(crate) fn all<'a, T>(parts: &'a [Part<T>], out: &mut Vec<&'a T>) {
    for part in parts {
        match part {
            Part::Straight(launches) => out.push(launches),
            Part::Repeated(Repeated { even, odd, finish, .. }) => {
                [even, odd, finish].into_iter().for_each(|parts| all(parts, out));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(first: u16, odd: u16, finish: u16, end: u16) -> Loop {
        Loop { name: "", first, odd, finish, end, condition: first }
    }

    /// Runs parts whose loops have so many passes each, and returns the launches in their order.
    fn order(loops: &[Loop], launches: usize, passes: usize) -> Vec<usize> {
        let parts = parts(loops, 0..launches, &mut |range| range);
        let (mut order, mut left) = (Vec::new(), vec![passes; launches]);
        let outcome: Result<(), ()> = run(
            &parts,
            &mut |range: &Range<usize>| {
                order.extend(range.clone());
                Ok(())
            },
            &mut |condition| {
                let holds = left[condition] > 0;
                left[condition] = if holds { left[condition] - 1 } else { passes };
                Ok(holds)
            },
        );
        outcome.map(|()| order).unwrap_or_default()
    }

    #[test]
    fn loops_repeat_their_launches() {
        assert_eq!(order(&[], 3, 2), [0, 1, 2]);
        let same = [of(1, 3, 3, 3)];
        assert_eq!(order(&same, 4, 0), [0, 3]);
        assert_eq!(order(&same, 4, 2), [0, 1, 2, 1, 2, 3]);
        let alternating = [of(0, 1, 2, 3)];
        assert_eq!(order(&alternating, 3, 1), [0, 2]);
        assert_eq!(order(&alternating, 3, 2), [0, 1]);
        assert_eq!(order(&alternating, 4, 3), [0, 1, 0, 2, 3]);
    }

    #[test]
    fn loops_nest() {
        let loops = [of(0, 3, 3, 3), of(1, 2, 2, 2), of(4, 5, 5, 5)];
        assert_eq!(order(&loops, 5, 2), [0, 1, 1, 2, 0, 1, 1, 2, 3, 4, 4]);
        // A loop whose passes consist of another one.
        let loops = [of(0, 1, 1, 1), of(0, 1, 1, 1)];
        let parts = parts(&loops, 0..1, &mut |range| range);
        assert!(
            matches!(&*parts, [Part::Repeated(outer)] if matches!(&*outer.even, [Part::Repeated(_)]))
        );
    }
}
