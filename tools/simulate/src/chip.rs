//! The GPUs that can be simulated, whole or in part.

use crate::error::Error;
use clap::ValueEnum;
use std::fs;
use std::path::{Path, PathBuf};

/// A GPU that the simulator has a configuration of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// NVIDIA TITAN V: 80 multiprocessors, 652 GB/s
    TitanV,
    /// NVIDIA RTX 3070: 46 multiprocessors, 448 GB/s
    Rtx3070,
}

/// A GPU, or a part of one with as much less of everything. Multiprocessors are rounded down: the parts of a TITAN V in
/// three have 26 of 80.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chip {
    pub kind: Kind,
    /// The chip is one of so many equal parts.
    pub part: u32,
}

/// The figures of a chip that results are measured by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    pub multiprocessors: u32,
    /// Multiprocessors of the whole chip that no part has.
    pub left_over: u32,
    /// Of the memory.
    pub channels: u32,
    /// Clock of the multiprocessors in Hz.
    pub clock: f64,
    /// Of the memory, in bytes per second.
    pub bandwidth: f64,
}

impl Kind {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Kind::TitanV => "TITAN V",
            Kind::Rtx3070 => "RTX 3070",
        }
    }

    /// The part that is simulated if no other is asked for: one with a power of two of channels, over which the simulator
    /// spreads addresses evenly.
    pub fn usual_part(self) -> u32 {
        match self {
            Kind::TitanV => 3,
            Kind::Rtx3070 => 4,
        }
    }

    /// The folder of its configuration.
    fn folder(self) -> &'static str {
        match self {
            Kind::TitanV => "SM7_TITANV",
            Kind::Rtx3070 => "SM86_RTX3070",
        }
    }

    /// What NVRTC compiles for.
    pub fn architecture(self) -> &'static str {
        match self {
            Kind::TitanV => "compute_70",
            Kind::Rtx3070 => "compute_86",
        }
    }

    /// The compute capability for which `ptxas` tells the registers, times ten.
    pub fn capability(self) -> &'static str {
        match self {
            Kind::TitanV => "70",
            Kind::Rtx3070 => "86",
        }
    }
}

impl Chip {
    /// The files of the configuration, with their names.
    ///
    /// # Errors
    /// [`Error::File`], [`Error::Configuration`] and [`Error::Part`].
    pub fn configure(
        &self,
        simulator: &Path,
        shared: u32,
    ) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let mut files = Vec::new();
        let folder = self.folder(simulator);
        for entry in fs::read_dir(&folder).map_err(Error::file(&folder))? {
            let entry = entry.map_err(Error::file(&folder))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.ends_with(".icnt") {
                files.push((name, fs::read(entry.path()).map_err(Error::file(&entry.path()))?));
            }
        }
        let options = self.options(simulator)?;
        let (clusters, channels) = self.cut(&options)?;
        let mut text = options.text.clone();
        text.push_str(&format!("\n-gpgpu_n_clusters {clusters}\n-gpgpu_n_mem {channels}"));
        text.push_str("\n-enable_ptx_file_line_stats 1\n-ptx_line_stats_filename lines");
        // PTX from files. The cache begins empty, though the simulator copies memory through it.
        text.push_str("\n-gpgpu_ptx_use_cuobjdump 0\n-gpgpu_perf_sim_memcpy 0\n");
        if shared > 48 * 1024 {
            text.push_str("-gpgpu_shmem_per_block 98304\n");
        }
        // The simulator counts only static shared memory when it decides how many blocks fit a multiprocessor.
        let all = options.number("gpgpu_shmem_size")? as u32;
        if let Some(fit) = all.checked_div(shared) {
            let most = options.number("gpgpu_shader_cta")? as u32;
            text.push_str(&format!("-gpgpu_shader_cta {}\n", most.min(fit.max(1))));
        }
        files.push(("gpgpusim.config".to_owned(), text.into_bytes()));
        Ok(files)
    }

    /// What the chip can do.
    ///
    /// # Errors
    /// [`Error::File`] and [`Error::Configuration`].
    pub fn rates(&self, simulator: &Path) -> Result<Rates, Error> {
        let options = self.options(simulator)?;
        let number = |name| options.number(name);
        let clocks = options.value("gpgpu_clock_domains")?;
        let clocks: Vec<f64> = clocks.split(':').filter_map(|clock| clock.parse().ok()).collect();
        let &[core, _, _, memory] = &clocks[..] else {
            return Err(options.fault("gpgpu_clock_domains"));
        };
        let channel = number("gpgpu_dram_buswidth")? * number("dram_data_command_freq_ratio")?;
        let (clusters, channels) = self.cut(&options)?;
        let cores = number("gpgpu_n_cores_per_cluster")? as u32;
        let all = number("gpgpu_n_clusters")? as u32;
        Ok(Rates {
            multiprocessors: clusters * cores,
            left_over: (all - clusters * self.part) * cores,
            channels,
            clock: core * 1e6,
            bandwidth: f64::from(channels) * channel * memory * 1e6,
        })
    }

    /// The clusters of multiprocessors and the channels of the memory of the part.
    fn cut(&self, options: &Options) -> Result<(u32, u32), Error> {
        let clusters = options.number("gpgpu_n_clusters")? as u32;
        let channels = options.number("gpgpu_n_mem")? as u32;
        let part = self.part;
        let fits = part > 0 && channels.is_multiple_of(part) && channels / part >= 4;
        if !fits || clusters < part {
            return Err(Error::Part { channels, part });
        }
        Ok((clusters / part, channels / part))
    }

    fn folder(&self, simulator: &Path) -> PathBuf {
        simulator.join("gpgpu-sim/configs/tested-cfgs").join(self.kind.folder())
    }

    fn options(&self, simulator: &Path) -> Result<Options, Error> {
        let path = self.folder(simulator).join("gpgpusim.config");
        let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
        Ok(Options { path, text })
    }
}

/// The options of a configuration.
struct Options {
    path: PathBuf,
    text: String,
}

impl Options {
    fn value(&self, name: &str) -> Result<String, Error> {
        let option = |line: &str| -> Option<String> {
            let rest = line.strip_prefix('-')?.strip_prefix(name)?;
            rest.starts_with(char::is_whitespace)
                .then(|| rest.split_whitespace().next())?
                .map(str::to_owned)
        };
        self.text.lines().find_map(option).ok_or_else(|| self.fault(name))
    }

    fn number(&self, name: &str) -> Result<f64, Error> {
        self.value(name)?.parse().map_err(|_| self.fault(name))
    }

    fn fault(&self, name: &str) -> Error {
        Error::Configuration { path: self.path.clone(), option: name.to_owned() }
    }
}
