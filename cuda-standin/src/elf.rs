//! Code that ptxas made: a file in the format ELF, whose header says how long it is and for which devices.

/// The bytes of the header.
const HEADER: usize = 64;
/// How a file with numbers of 64 bits, the lowest byte first, begins.
const MAGIC: [u8; 6] = [0x7f, b'E', b'L', b'F', 2, 1];
/// The machine `EM_CUDA`.
const CUDA: u16 = 190;

/// Whether an image begins as code of ptxas does.
///
/// # Safety
/// A zero follows, or as many bytes as a header has.
pub unsafe fn is_code(image: *const u8) -> bool {
    // SAFETY: no byte after one that differs, as the zero of a text does, is read.
    MAGIC.iter().enumerate().all(|(k, byte)| unsafe { *image.add(k) } == *byte)
}

/// The whole file, and the number of its architecture, as in `sm_90`. `None` if it is none of ptxas.
///
/// # Safety
/// The image is a whole file, or the beginning of one that is told by its header.
pub unsafe fn read(image: *const u8) -> Option<(&'static [u8], u32)> {
    // SAFETY: a file has a header, promised by the caller.
    let header = unsafe { std::slice::from_raw_parts(image, HEADER) };
    let number = |at: usize, bytes: usize| {
        let digits = header[at..at + bytes].iter().rev();
        digits.fold(0usize, |number, byte| number << 8 | usize::from(*byte))
    };
    if number(18, 2) != usize::from(CUDA) {
        return None;
    }
    // Both tables of a file are behind what they tell of, or in front of it.
    let (segments, sections) = (number(32, 8), number(40, 8));
    let tables =
        [segments + number(54, 2) * number(56, 2), sections + number(58, 2) * number(60, 2)];
    let end = tables.into_iter().max()?;
    // Files of CUDA 13 have the architecture in the second byte of the flags, those before in the first.
    let flags = number(48, 4) as u32;
    let architecture = if header[8] >= 8 { flags >> 8 & 0xff } else { flags & 0xff };
    // SAFETY: the file goes on to the end of its tables, promised by the caller.
    Some((unsafe { std::slice::from_raw_parts(image, end) }, architecture))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Vec<u8> {
        let mut file = vec![0; 200];
        file[..6].copy_from_slice(&MAGIC);
        file[8] = 8;
        file[18..20].copy_from_slice(&CUDA.to_le_bytes());
        // Three segments of 8 bytes at 64, two sections of 40 at 100.
        for (at, value) in [(32, 64), (40, 100), (54, 8), (56, 3), (58, 40), (60, 2), (49, 90)] {
            file[at] = value;
        }
        file
    }

    #[test]
    fn the_header_tells_length_and_architecture() {
        let mut file = header();
        // SAFETY: longer than its header says.
        unsafe {
            assert!(is_code(file.as_ptr()));
            assert_eq!(read(file.as_ptr()).map(|(file, sm)| (file.len(), sm)), Some((180, 90)));
            (file[8], file[48]) = (7, 80);
            assert_eq!(read(file.as_ptr()).map(|(_, sm)| sm), Some(80));
            file[18] = 62;
            assert!(read(file.as_ptr()).is_none());
            assert!(
                !is_code(c".version 9.0".as_ptr().cast()) && !is_code(c"\x7fELF\n".as_ptr().cast())
            );
        }
    }
}
