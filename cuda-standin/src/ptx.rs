//! What a PTX text says of its kernels.

/// A kernel of a PTX text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    /// The bytes of each parameter.
    pub parameters: Vec<usize>,
    /// The most threads of a block, if the text tells.
    pub max_threads: Option<u32>,
    /// Bytes of shared memory that each block has without asking.
    pub shared: usize,
    /// Bytes of local memory of each thread.
    pub local: usize,
}

/// The most bytes that the parameters of a kernel may have.
const MAX_PARAMETERS: usize = 32_764;
/// The most shared memory that a block may have without asking.
pub const MAX_STATIC_SHARED: usize = 48 * 1024;

/// What comes before the first kernel, and the kernels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ptx {
    /// The number of `.target sm_90`.
    pub target: u32,
    pub entries: Vec<Entry>,
}

/// The version of a text.
pub fn version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = directive(text, ".version ")?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// What follows a directive that stands on a line of its own.
fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let rest = text.lines().find_map(|line| line.trim().strip_prefix(name))?;
    rest.split([' ', ',', '\t']).next()
}

impl Ptx {
    /// Reads a text, or says what the assembler of `sm_NN` would say of it.
    pub fn read(text: &str, device: u32) -> Result<Ptx, String> {
        let target = directive(text, ".target ").and_then(|target| target.strip_prefix("sm_"));
        let target = target.ok_or("missing .target directive")?;
        // `sm_90a` and `sm_100f` are for one device, and for one family.
        let number: u32 = target.trim_end_matches(char::is_alphabetic).parse().unwrap_or(u32::MAX);
        if number > device || number < device && target.ends_with(char::is_alphabetic) {
            return Err(
                "SM version specified by .target is higher than default SM version".to_owned()
            );
        }
        if directive(text, ".address_size ") != Some("64") {
            return Err("a device of this version has addresses of 64 bits only".to_owned());
        }
        let entries: Option<Vec<Entry>> = text.split(".entry ").skip(1).map(entry).collect();
        let entries = entries.ok_or("syntax error in an .entry")?;
        for entry in &entries {
            entry.check()?;
        }
        Ok(Ptx { target: number, entries })
    }
}

impl Entry {
    fn check(&self) -> Result<(), String> {
        let (name, shared) = (&self.name, self.shared);
        let parameters: usize = self.parameters.iter().sum();
        if parameters > MAX_PARAMETERS {
            return Err(format!(
                "Formal parameter space overflowed ({parameters} bytes required, max \
                 {MAX_PARAMETERS} allowed) in function '{name}'"
            ));
        }
        if shared > MAX_STATIC_SHARED {
            return Err(format!(
                "Entry function '{name}' uses too much shared data ({shared:#x} bytes, \
                 {MAX_STATIC_SHARED:#x} max)"
            ));
        }
        Ok(())
    }
}

/// From what follows `.entry`, up to the next one.
fn entry(text: &str) -> Option<Entry> {
    let (head, body) = text.split_once('{')?;
    let (name, rest) = head.split_once('(').unwrap_or((head, ""));
    let (parameters, rest) = rest.split_once(')').unwrap_or(("", rest));
    let parameters = parameters.split(',').map(str::trim).filter(|text| !text.is_empty());
    let name = name.split_whitespace().next()?.to_owned();
    let mut entry = Entry { name, ..Entry::default() };
    entry.parameters = parameters.map(parameter).collect::<Option<Vec<usize>>>()?;
    let threads = rest.split_once(".maxntid").map(|(_, threads)| threads);
    entry.max_threads = threads.and_then(|threads| {
        let threads = threads.lines().next()?.split(',').map(|n| n.trim().parse::<u32>());
        threads.product::<Result<u32, _>>().ok()
    });
    for line in body.lines().map(str::trim) {
        match line {
            _ if line.starts_with(".shared ") => entry.shared += array(line)?,
            _ if line.starts_with(".local ") => entry.local += array(line)?,
            _ => {}
        }
    }
    Some(entry)
}

/// The bytes of `.param .u64 .ptr .global .align 8 name`, or of `.param .align 8 .b8 name[24]`.
fn parameter(text: &str) -> Option<usize> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let word = words.iter().skip(1).find_map(|word| type_bytes(word))?;
    Some(word * array_length(words.last()?).unwrap_or(1))
}

/// The bytes of `.local .align 8 .b8 name[24];`. Memory whose length the launch decides has none.
fn array(line: &str) -> Option<usize> {
    let bytes = line.split_whitespace().find_map(type_bytes)?;
    Some(bytes * array_length(line.trim_end_matches(';')).unwrap_or(1))
}

fn array_length(text: &str) -> Option<usize> {
    let (_, length) = text.strip_suffix(']')?.rsplit_once('[')?;
    Some(length.parse().unwrap_or(0))
}

/// The bytes of `.u64`, `.f32`, `.b8`.
fn type_bytes(word: &str) -> Option<usize> {
    let bits = word.strip_prefix('.')?.strip_prefix(['u', 's', 'f', 'b'])?;
    bits.parse::<usize>().ok().map(|bits| bits / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
.version 9.0
.target sm_75
.address_size 64
.extern .func cudaGraphSetConditional
(
	.param .b64 cudaGraphSetConditional_param_0,
	.param .b32 cudaGraphSetConditional_param_1
)
;
.extern .shared .align 16 .b8 dyn[];

.visible .entry g(
	.param .u64 .ptr .align 1 g_param_0,
	.param .u64 g_param_1,
	.param .u8 g_param_2,
	.param .f32 g_param_3,
	.param .align 8 .b8 g_param_4[24]
)
.maxntid 64, 2, 1
.minnctapersm 8
{
	.local .align 16 .b8 	__local_depot0[2400];
	.reg .b64 	%SP;
	// demoted variable
	.shared .align 8 .b8 _ZZ1gE1t[800];
	ret;
}
	// .globl	h
.visible .entry h()
{
	ret;
}
";

    #[test]
    fn reads_what_compilers_write() {
        let ptx = Ptx::read(TEXT, 90).unwrap();
        assert_eq!((version(TEXT), ptx.target), (Some((9, 0)), 75));
        let [g, h] = &ptx.entries[..] else { panic!("{ptx:?}") };
        assert_eq!((g.name.as_str(), &g.parameters[..]), ("g", &[8, 8, 1, 4, 24][..]));
        assert_eq!((g.max_threads, g.shared, g.local), (Some(128), 800, 2400));
        assert_eq!(*h, Entry { name: "h".to_owned(), ..Entry::default() });
    }

    #[test]
    fn tells_what_an_assembler_would_not_take() {
        let refused = |from: &str, to: &str| {
            assert!(TEXT.contains(from), "{from}");
            Ptx::read(&TEXT.replace(from, to), 90).expect_err(to)
        };
        assert!(refused(".target sm_75", "").contains("missing .target"));
        assert!(refused("sm_75", "sm_100").contains("higher"));
        assert!(refused("sm_75", "sm_80a").contains("higher"));
        assert!(Ptx::read(&TEXT.replace("sm_75", "sm_90a"), 90).is_ok());
        assert!(refused(".address_size 64", "").contains("64 bits"));
        assert!(refused("[800]", "[49160]").contains("too much shared data (0xc008 bytes"));
        assert!(refused("[24]", "[40000]").contains("parameter space overflowed (40021 bytes"));
    }
}
