//! Assigns workspaces to calls of a library. Calls that come one after another may share a workspace.

use super::steps::{Step, Steps};

/// For each launch for which `by_library` is true, the number of its workspace; and the number of workspaces.
pub(super) fn assign(
    steps: &Steps,
    launches: usize,
    by_library: impl Fn(usize) -> bool,
) -> (Vec<Option<usize>>, usize) {
    let words = steps.steps.len().div_ceil(64);
    // For each step, the steps that are done before it, as bits.
    let mut before: Vec<Vec<u64>> = Vec::with_capacity(steps.steps.len());
    let mut of_launch = vec![None; launches];
    // For each workspace, the last step that has it.
    let mut users: Vec<usize> = Vec::new();
    for (k, (step, after)) in steps.steps.iter().zip(&steps.after).enumerate() {
        let mut own = vec![0u64; words];
        for &b in after {
            own.iter_mut().zip(&before[b]).for_each(|(own, other)| *own |= other);
            own[b / 64] |= 1 << (b % 64);
        }
        let free = |user: &usize| own[user / 64] >> (user % 64) & 1 == 1;
        if let Step::Launch(launch) = *step
            && by_library(launch)
        {
            let workspace = users.iter().position(free).unwrap_or(users.len());
            match users.get_mut(workspace) {
                Some(user) => *user = k,
                None => users.push(k),
            }
            of_launch[launch] = Some(workspace);
        }
        before.push(own);
    }
    (of_launch, users.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_run_at_the_same_time_shares_nothing() {
        // 0 and 1 are independent, 2 comes after 0, 3 after both 1 and 2; 4 is no call of a library.
        let steps = Steps {
            steps: (0..5).map(Step::Launch).collect(),
            after: vec![vec![], vec![], vec![0], vec![1, 2], vec![]],
        };
        let (of_launch, count) = assign(&steps, 5, |k| k < 4);
        assert_eq!(count, 2);
        assert_eq!(of_launch, [Some(0), Some(1), Some(0), Some(0), None]);
        let (of_launch, count) = assign(&steps.into_chain(), 5, |k| k < 4);
        assert_eq!((of_launch, count), (vec![Some(0), Some(0), Some(0), Some(0), None], 1));
    }
}
