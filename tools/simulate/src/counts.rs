//! What a simulated launch cost, read from the simulator's log.

/// Counts of one launch. Those that the log lacks are 0.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Of the clock of the multiprocessors.
    pub cycles: u64,
    pub thread_instructions: u64,
    pub warp_instructions: u64,
    /// Bytes from the memory, and to it. What the second-level cache still holds at the end was not written.
    pub dram_read: u64,
    pub dram_written: u64,
    /// Channels of the memory, and the bytes of the busiest.
    pub channels: u64,
    pub busiest_channel: u64,
    /// Threads that loaded from global or local memory, per instruction; likewise stores.
    pub loads: u64,
    pub stores: u64,
    /// Threads that accessed shared memory, per instruction.
    pub shared_accesses: u64,
    /// Cycles in which an access to shared memory waited for a bank.
    pub shared_conflicts: u64,
    /// Sectors of 32 bytes that the first-level caches were asked for, and those that they did not have.
    pub l1_accesses: u64,
    pub l1_misses: u64,
    /// Sectors that the first-level caches had asked for already, and that had not come.
    pub l1_pending: u64,
    pub l2_accesses: u64,
    pub l2_misses: u64,
    /// Accesses to local memory, which begin in the caches too.
    pub local_accesses: u64,
    /// Cycles of schedulers in which no warp had an instruction, or those that had one waited for operands.
    pub idle: u64,
    pub waiting: u64,
    /// Registers of a thread, by `ptxas`.
    pub registers: u64,
    /// Bytes of local memory of a thread, and of static shared memory of a block.
    pub local_bytes: u64,
    pub static_shared: u64,
    /// Blocks that fit a multiprocessor together, and what limits them.
    pub resident_blocks: u64,
    pub limited_by: String,
}

impl Counts {
    /// The counts of a log of one launch of a kernel.
    pub fn read(log: &str, kernel: &str) -> Counts {
        let mut counts = Counts::default();
        let this_kernel = format!("GPGPU-Sim PTX: Kernel '{kernel}' :");
        for line in log.lines() {
            let line = line.trim();
            if let Some(rest) = line.strip_prefix(&this_kernel) {
                let word = |name: &str| number(rest.split(name).nth(1).unwrap_or_default());
                counts.registers = word("regs=");
                counts.local_bytes = word("lmem=");
                counts.static_shared = word("smem=");
            } else if let Some(rest) = line.strip_prefix("GPGPU-Sim uArch: CTA/core =") {
                counts.resident_blocks = number(rest);
                let limits = rest.split("limited by:").nth(1).unwrap_or_default();
                counts.limited_by = limits.split_whitespace().collect::<Vec<_>>().join(", ");
            } else if line.starts_with("Stall:") {
                let word = |name: &str| number(line.split(name).nth(1).unwrap_or_default());
                counts.idle = word("W0_Idle:");
                counts.waiting = word("W0_Scoreboard:");
            } else if line.starts_with("n_cmd=") {
                let word = |name: &str| number(line.split(name).nth(1).unwrap_or_default());
                let read = 32 * (word(" n_rd=") + word(" n_rd_L2_A="));
                let written = 32 * (word(" n_write=") + word(" n_wr_bk="));
                counts.dram_read += read;
                counts.dram_written += written;
                counts.channels += 1;
                counts.busiest_channel = counts.busiest_channel.max(read + written);
            } else if let Some((name, value)) = line.split_once('=') {
                counts.set(name.trim(), number(value));
            }
        }
        counts
    }

    fn set(&mut self, name: &str, value: u64) {
        match name {
            "gpu_tot_sim_cycle" => self.cycles = value,
            "gpu_tot_sim_insn" => self.thread_instructions = value,
            "gpgpu_n_tot_w_icount" => self.warp_instructions = value,
            "gpgpu_n_load_insn" => self.loads = value,
            "gpgpu_n_store_insn" => self.stores = value,
            "gpgpu_n_shmem_insn" => self.shared_accesses = value,
            "gpgpu_n_shmem_bkconflict" => self.shared_conflicts = value,
            "L1D_total_cache_accesses" => self.l1_accesses = value,
            "L1D_total_cache_misses" => self.l1_misses = value,
            "L1D_total_cache_pending_hits" => self.l1_pending = value,
            "L2_total_cache_accesses" => self.l2_accesses = value,
            "L2_total_cache_misses" => self.l2_misses = value,
            "gpgpu_n_mem_read_local" | "gpgpu_n_mem_write_local" => self.local_accesses += value,
            _ => {}
        }
    }

    /// The traffic of the busiest channel, over that of the average one.
    pub fn uneven(&self) -> f64 {
        let all = self.dram() as f64;
        if all > 0.0 { (self.busiest_channel * self.channels) as f64 / all } else { 1.0 }
    }

    /// Bytes between the memory and the chip.
    pub fn dram(&self) -> u64 {
        self.dram_read + self.dram_written
    }
}

/// The number that a text begins with, after spaces.
fn number(text: &str) -> u64 {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn reads_a_log() {
        let log = "GPGPU-Sim PTX: Kernel 'f_0' : regs=12, lmem=8, smem=64, cmem=384\n\
            GPGPU-Sim PTX: Kernel 'f_1' : regs=99, lmem=0, smem=0, cmem=384\n\
            GPGPU-Sim uArch: CTA/core = 8, limited by: threads regs\n\
            gpu_tot_sim_cycle = 1838\n\tL1D_total_cache_accesses = 24576\n\tL1D_total_cache_pending_hits = 7\n\
            Stall:18912\tW0_Idle:169558\tW0_Scoreboard:266362\tW1:0\n\
            n_cmd=1302 n_nop=1302 n_act=0 n_req=0 n_rd=3 n_rd_L2_A=1 n_write=0 n_wr_bk=2 bw_util=0\n\
            n_cmd=1302 n_nop=1302 n_act=0 n_req=0 n_rd=1 n_rd_L2_A=0 n_write=0 n_wr_bk=0 bw_util=0\n";
        let counts = Counts::read(log, "f_0");
        assert_eq!((counts.registers, counts.local_bytes, counts.static_shared), (12, 8, 64));
        assert_eq!((counts.resident_blocks, counts.limited_by.as_str()), (8, "threads, regs"));
        assert_eq!((counts.cycles, counts.l1_accesses, counts.l1_pending), (1838, 24576, 7));
        assert_eq!((counts.idle, counts.waiting), (169558, 266362));
        assert_eq!((counts.dram_read, counts.dram_written), (160, 64));
        assert_eq!((counts.channels, counts.uneven()), (2, 192.0 * 2.0 / 224.0));
    }
}
