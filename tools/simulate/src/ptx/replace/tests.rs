//! Replacements, executed as NVIDIA's manual has their instructions.

use super::replaced;
use crate::ptx::Purpose;
use crate::ptx::interpret::Registers;

/// What comes of `%d` by the replacement of an instruction.
fn run(line: &str, registers: &[(&str, u64)]) -> u64 {
    let text = replaced(line, Purpose::CheckFused, 7).unwrap_or_else(|| panic!("{line}"));
    let mut all = Registers::default();
    for (name, bits) in registers {
        all.set(name, *bits);
    }
    all.run(&text);
    all.get(line.split_whitespace().nth(1).unwrap().trim_end_matches(','))
}

#[test]
fn most_instructions_stay() {
    for line in [
        "\tadd.s32 \t%r1, %r2, 5;",
        "\tcvt.rzi.s32.f64 \t%r1, %fd2;",
        "\tshr.s64 \t%rd1, %rd2, 63;",
        "\t@%p1 bra \t$L__BB0_2;",
        "\tld.global.nc.f64 \t%fd1, [%rd2+8];",
        "\t.reg .b32 %temp;",
    ] {
        assert_eq!(replaced(line, Purpose::CheckFused, 0), None, "{line}");
    }
    assert_eq!(replaced("\tneg.f64 \t%fd1, %fd2;", Purpose::Measure, 0), None);
    assert_eq!(replaced("\tfma.rn.f64 \t%fd1, %fd2, %fd3, %fd4;", Purpose::Check, 0), None);
    let text = replaced("\t@!%p1 neg.f64 \t%fd1, %fd2;", Purpose::Check, 0).unwrap();
    assert_eq!(text.matches("\t@!%p1 ").count(), 3, "{text}");
}

#[test]
fn shuffles_have_one_destination() {
    let line = "\tshfl.sync.bfly.b32 \t%r1|%p1, %r2, 16, 31, -1;";
    let other = replaced(line, Purpose::Measure, 0);
    assert_eq!(other.as_deref(), Some("\tshfl.sync.bfly.b32 \t%r1, %r2, 16, 31, -1;"));
    assert_eq!(replaced(&other.unwrap_or_default(), Purpose::Measure, 0), None);
}

#[test]
fn high_halves_of_products() {
    let values = [0, 1, 7, -1, i64::MIN, i64::MAX, 0x1234_5678_9abc_def0, -0x0fed_cba9_8765_4321];
    for a in values {
        for b in values {
            let registers = [("%rd2", a as u64), ("%rd3", b as u64)];
            let signed = (i128::from(a) * i128::from(b)) >> 64;
            assert_eq!(run("\tmul.hi.s64 \t%rd1, %rd2, %rd3;", &registers), signed as u64);
            let unsigned = (u128::from(a as u64) * u128::from(b as u64)) >> 64;
            assert_eq!(run("\tmul.hi.u64 \t%rd1, %rd2, %rd3;", &registers), unsigned as u64);
        }
    }
}

#[test]
fn integers_of_real_numbers() {
    let values = [
        0.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -3.7,
        1e5,
        4e9,
        -4e9,
        1e18,
        -1e18,
        9.3e18,
        1e30,
        -1e30,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    for x in values {
        let registers = [("%fd2", x.to_bits()), ("%f2", u64::from((x as f32).to_bits()))];
        let single = f64::from(x as f32);
        let of = |line: &str| run(line, &registers);
        assert_eq!(of("\tcvt.rzi.s64.f64 \t%rd1, %fd2;"), x as i64 as u64, "{x}");
        assert_eq!(of("\tcvt.rzi.u64.f64 \t%rd1, %fd2;"), x as u64, "{x}");
        assert_eq!(of("\tcvt.rzi.s64.f32 \t%rd1, %f2;"), single as i64 as u64, "{x}");
        assert_eq!(of("\tcvt.rzi.u32.f64 \t%r1, %fd2;"), u64::from(x as u32), "{x}");
        assert_eq!(of("\tcvt.rzi.s16.f64 \t%rs1, %fd2;"), u64::from(x as i16 as u16), "{x}");
        let rounded = single.round_ties_even() as i32 as u32;
        assert_eq!(of("\tcvt.rni.s32.f32 \t%r1, %f2;"), u64::from(rounded), "{x}");
    }
    let registers = [("%fd2", f64::NAN.to_bits()), ("%f2", u64::from(f32::NAN.to_bits()))];
    assert_eq!(run("\tcvt.rzi.s64.f64 \t%rd1, %fd2;", &registers), 1 << 63);
    assert_eq!(run("\tcvt.rzi.s32.f32 \t%r1, %f2;", &registers), 0);
}

#[test]
fn halves_of_real_numbers() {
    let of = |x: f32| run("\tcvt.rn.f16.f32 \t%rs1, %f2;", &[("%f2", u64::from(x.to_bits()))]);
    let expected = [
        (1.0, 0x3c00),
        (-2.0, 0xc000),
        (65504.0, 0x7bff),
        (65520.0, 0x7c00),
        (1e9, 0x7c00),
        (5.9604645e-8, 1),
        (1e-9, 0),
        (-1e-9, 0x8000),
        (f32::INFINITY, 0x7c00),
        // Half between two: to the even one.
        (1.0 + 1.0 / 2048.0, 0x3c00),
        (1.0 + 3.0 / 2048.0, 0x3c02),
    ];
    for (x, half) in expected {
        assert_eq!(of(x), half, "{x}");
    }
    let wide = |x: f64| run("\tcvt.rn.f16.f64 \t%rs1, %fd2;", &[("%fd2", x.to_bits())]);
    assert_eq!((wide(1.0), wide(-65504.0), wide(1e300)), (0x3c00, 0xfbff, 0x7c00));
    // As an `f32` it is half between two.
    assert_eq!(wide(1.0 + 1.0 / 2048.0 + 1e-14), 0x3c01);
    assert_eq!(wide(1.0 + 3.0 / 2048.0 - 1e-14), 0x3c01);
}

#[test]
fn bits() {
    let registers = [("%rd2", 0x1122_3344_5566_7788), ("%rd3", u64::MAX)];
    let line = "\tbfi.b64 \t%rd1, %rd2, %rd3, 32, 16;";
    assert_eq!(run(line, &registers), 0xffff_7788_ffff_ffff);
    assert_eq!(run("\tbfi.b64 \t%rd1, %rd2, %rd3, 1, 63;", &registers), 0x2244_6688_aacc_ef11);
    let registers = [("%r2", 0x8877_6655), ("%r3", 0x4433_2211), ("%r4", 36)];
    assert_eq!(run("\tprmt.b32 \t%r1, %r2, %r3, 0x7340;", &registers), 0x4488_1155);
    assert_eq!(run("\tprmt.b32 \t%r1, %r2, %r3, 47955;", &registers), 0xffff_2288);
    assert_eq!(run("\tshf.l.wrap.b32 \t%r1, %r2, %r3, %r4;", &registers), 0x4332_2118);
    assert_eq!(run("\tshf.r.wrap.b32 \t%r1, %r2, %r3, 0;", &registers), 0x8877_6655);
    let negative = [("%fd2", (-0.0f64).to_bits()), ("%f2", 0)];
    assert_eq!(run("\tabs.f64 \t%fd1, %fd2;", &negative), 0);
    assert_eq!(run("\tneg.f32 \t%f1, %f2;", &negative), 1 << 31);
}

#[test]
fn carries() {
    let mut registers = Registers::default();
    let (a, b) = (0xffff_ffff_8000_0001u64, 0x0000_0003_9000_0000u64);
    for (name, word) in [("%r1", a), ("%r2", a >> 32), ("%r3", b), ("%r4", b >> 32)] {
        registers.set(name, word & 0xffff_ffff);
    }
    let mut of = |line: &str| {
        registers.run(&replaced(line, Purpose::Check, 0).unwrap());
        registers.get("%r5")
    };
    assert_eq!(of("\tadd.cc.u32 \t%r5, %r1, %r3;"), 0x1000_0001);
    assert_eq!(of("\taddc.u32 \t%r5, %r2, %r4;"), 3);
    assert_eq!(of("\tsub.cc.u32 \t%r5, %r1, %r3;"), 0xf000_0001);
    assert_eq!(of("\tsubc.u32 \t%r5, %r2, %r4;"), 0xffff_fffb);
    assert_eq!(of("\tmad.lo.cc.u32 \t%r5, %r1, %r3, %r2;"), 0x8fff_ffff);
    assert_eq!(of("\tmadc.hi.u32 \t%r5, %r1, %r3, 0;"), 0x4800_0001);
}

#[test]
fn divisions() {
    let of =
        |line: &str, a: i64, b: i64| run(line, &[("%rd2", a as u64), ("%rd3", b as u64)]) as i64;
    let divide = "\tdiv.s64 \t%rd1, %rd2, %rd3;";
    let remainder = "\trem.s64 \t%rd1, %rd2, %rd3;";
    assert_eq!((of(divide, -7, 2), of(remainder, -7, 2)), (-3, -1));
    assert_eq!((of(divide, -7, -1), of(remainder, -7, -1)), (7, 0));
    assert_eq!((of(divide, i64::MIN, -1), of(remainder, i64::MIN, -1)), (i64::MIN, 0));
    assert_eq!((of(divide, 7, 0), of(remainder, 7, 0)), (-1, 7));
    let registers = [("%rs2", 0xfff9), ("%rs3", 2)];
    assert_eq!(run("\tdiv.s16 \t%rs1, %rs2, %rs3;", &registers), 0xfffd);
    assert_eq!(run("\trem.u16 \t%rs1, %rs2, %rs3;", &registers), 1);
}

#[test]
fn fused_multiply_adds() {
    let values =
        [1.0, -1.0, 1.0 + f64::EPSILON, 1.0 / 3.0, -1e-20, 1e10, 0.0, -0.0, 1e300, -1e-300];
    for a in values {
        for b in values {
            for c in values.into_iter().chain([-a * b]) {
                let registers = [a, b, c].map(f64::to_bits);
                let [a_bits, b_bits, c_bits] = registers;
                let found = f64::from_bits(run(
                    "\tfma.rn.f64 \t%fd1, %fd2, %fd3, %fd4;",
                    &[("%fd2", a_bits), ("%fd3", b_bits), ("%fd4", c_bits)],
                ));
                let expected = a.mul_add(b, c);
                // What no halves can be made of is rounded twice.
                let normal =
                    (1e-290..1e290).contains(&(a * b).abs()) && a.abs() < 1e290 && b.abs() < 1e290;
                if normal || a * b == 0.0 {
                    assert_eq!(found.to_bits(), expected.to_bits(), "{a} {b} {c}");
                } else if (a * b).is_finite() {
                    assert_eq!(found.is_nan(), expected.is_nan(), "{a} {b} {c}");
                }
            }
        }
    }
    let single = [1.0 + f32::EPSILON, 1.0 - f32::EPSILON, -1.0].map(|x| u64::from(x.to_bits()));
    let found = run(
        "\tfma.rn.f32 \t%f1, %f2, %f3, %f4;",
        &[("%f2", single[0]), ("%f3", single[1]), ("%f4", single[2])],
    );
    assert_eq!(f32::from_bits(found as u32), -f32::EPSILON * f32::EPSILON);
    let third = 1.0f32 / 3.0;
    let below = |x: f32| f32::from_bits(x.to_bits() - 1);
    // A third is rounded up; a third of it and of its negative, in all modes.
    let product = f64::from(third) * f64::from(third);
    let (near, small) = (product as f32, product < f64::from(product as f32));
    let down = if small { below(near) } else { near };
    let up = if small { near } else { f32::from_bits(near.to_bits() + 1) };
    for (mode, x, expected) in [
        ("rz", third, down),
        ("rz", -third, -down),
        ("rm", third, down),
        ("rm", -third, -up),
        ("rp", third, up),
        ("rp", -third, -down),
    ] {
        let registers = [third, x, 0.0].map(|x| u64::from(x.to_bits()));
        let found = run(
            &format!("\tfma.{mode}.f32 \t%f1, %f2, %f3, %f4;"),
            &[("%f2", registers[0]), ("%f3", registers[1]), ("%f4", registers[2])],
        );
        assert_eq!(f32::from_bits(found as u32), expected, "{mode} {x}");
    }
}

#[test]
fn loads_and_exchanges() {
    let text = replaced("\tld.shared.v2.s8 \t{%rs1, %rs2}, [%r3];", Purpose::Measure, 0).unwrap();
    assert!(text.contains("\tld.shared.v2.u8 \t{%rs1, %rs2}, [%r3];\n"), "{text}");
    assert!(text.contains("\tcvt.s16.s8 \t%rs2, %rs2;\n"), "{text}");
    let text = replaced("\tatom.global.max.s64 \t%rd1, [%rd2], %rd3;", Purpose::Check, 5).unwrap();
    assert!(
        text.starts_with("$exchange5:\n") && text.contains("max.s64 \t%wanted, %seen, %rd3;"),
        "{text}"
    );
}
