//! What a launcher, such as `mpirun`, says of this process.

/// A process among those that a launcher has started together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launched {
    /// Its number, from 0.
    pub rank: usize,
    /// The number of processes.
    pub size: usize,
}

/// The variables of launchers: `mpirun` of Open MPI, that of MPICH and its relatives, and `srun` of Slurm. The inner one
/// comes first, because `mpirun` may run within a job of Slurm.
const VARIABLES: [(&str, &str); 3] = [
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    ("PMI_RANK", "PMI_SIZE"),
    ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS"),
];

/// This process among those that a launcher has started together, by the environment variables that it sets; `None` if
/// there are none. It needs no MPI, and can be asked before MPI is initialised.
pub fn launched() -> Option<Launched> {
    of(|name| std::env::var(name).ok())
}

fn of(variable: impl Fn(&str) -> Option<String>) -> Option<Launched> {
    VARIABLES.iter().find_map(|(rank, size)| {
        let number = |name: &str| variable(name)?.trim().parse().ok();
        let (rank, size) = (number(rank)?, number(size)?);
        (rank < size).then_some(Launched { rank, size })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_launchers() {
        let with = |set: &[(&str, &str)]| {
            of(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string()))
        };
        let launched = |rank, size| Some(Launched { rank, size });
        assert_eq!(with(&[]), None);
        assert_eq!(with(&[("PMI_RANK", "3"), ("PMI_SIZE", "4")]), launched(3, 4));
        // A job's script is process 0 of no step.
        assert_eq!(with(&[("SLURM_PROCID", "0")]), None);
        let slurm = [("SLURM_PROCID", "0"), ("SLURM_STEP_NUM_TASKS", "1")];
        let both =
            [slurm[0], slurm[1], ("OMPI_COMM_WORLD_RANK", "2"), ("OMPI_COMM_WORLD_SIZE", "8")];
        assert_eq!(with(&slurm), launched(0, 1));
        assert_eq!(with(&both), launched(2, 8));
        assert_eq!(with(&[("PMI_RANK", "4"), ("PMI_SIZE", "4")]), None);
        assert_eq!(with(&[("PMI_RANK", "x"), ("PMI_SIZE", "4")]), None);
    }
}
