"""Random numbers: Philox4x32-10 written out in NumPy, and what distributions make of its words."""

import numpy as np

from generate import Call, Random

MASK = np.uint64(0xFFFFFFFF)


def philox(counter, key):
    """Ten rounds on four counter words and two key words (arrays of any shape, values below 2**32)."""
    c0, c1, c2, c3 = (np.asarray(c, np.uint64) for c in counter)
    k0, k1 = (np.asarray(k, np.uint64) for k in key)
    for _ in range(10):
        a, b = c0 * np.uint64(0xD2511F53), c2 * np.uint64(0xCD9E8D57)
        c0, c1, c2, c3 = (b >> np.uint64(32)) ^ c1 ^ k0, b & MASK, (a >> np.uint64(32)) ^ c3 ^ k1, a & MASK
        k0, k1 = (k0 + np.uint64(0x9E3779B9)) & MASK, (k1 + np.uint64(0xBB67AE85)) & MASK
    return c0, c1, c2, c3


# The vectors that come with Random123.
for counter, key, answer in [
    ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
    ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
    ([0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344], [0xA4093822, 0x299F31D0], [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]),
]:
    assert [int(w) for w in philox(counter, key)] == answer


def words(key, position, purpose=0):
    position, key = np.asarray(position).astype(np.uint64), np.uint64(key)
    high = np.uint64(32)
    return philox([position & MASK, position >> high, 0, purpose], [key & MASK, key >> high])


def elements(shape):
    return np.arange(int(np.prod(shape, dtype=np.int64)), dtype=np.uint64).reshape(shape)


def derived(key, data):
    w = words(key, data, 1)
    return w[0] | w[1] << np.uint64(32)


def bits(key, shape, dtype):
    w = words(key, elements(shape))
    return (w[0] | w[1] << np.uint64(32)).astype(dtype)


def unit(key, shape, dtype):
    if dtype == np.float32:
        return ((words(key, elements(shape))[0] >> np.uint64(8)) * 2.0**-24).astype(np.float32)
    return (bits(key, shape, np.uint64) >> np.uint64(11)) * 2.0**-53


def normal(key, shape, dtype):
    """In f64 from the same words: f32 rounds on the way."""
    w = words(key, elements(shape))
    if dtype == np.float32:
        u, v = (w[0] + 0.5) * 2.0**-32, (w[1] >> np.uint64(8)) * 2.0**-24
    else:
        u = unit(key, shape, dtype) + 2.0**-53
        v = ((w[2] | w[3] << np.uint64(32)) >> np.uint64(11)) * 2.0**-53
    return np.asarray(np.sqrt(-2 * np.log(u)) * np.cos(2 * np.pi * v)).astype(dtype)


def integers(key, shape, low, high, dtype):
    """With Python's integers: the whole product, then its upper part."""
    w = [x.ravel() for x in words(key, elements(shape))]
    count = 4 if np.dtype(dtype).itemsize == 8 else 2
    low, high = (np.broadcast_to(np.asarray(x), shape).ravel() for x in (low, high))
    out = []
    for k in range(low.size):
        x = sum(int(w[j][k]) << 32 * j for j in range(count))
        out.append(int(low[k]) + (x * (int(high[k]) - int(low[k])) >> 32 * count))
    return np.array(out, dtype=dtype).reshape(shape)


def add(table):
    case = table.case
    r = Random("random_numbers")
    keys = [np.uint64(k) for k in [0, 1, 42, 2**32, 2**64 - 1, 0x123456789ABCDEF0]]

    for rust, dtype in [("u32", "u4"), ("u64", "u8"), ("i32", "i4"), ("i64", "i8")]:
        case(f"bits_{rust}", f"<N>(key: u64) -> [{rust}; N] {{\n    random.bits(key, [{rust}; N])\n}}",
             lambda key, N, d=dtype: bits(key, (N,), d), *[Call(k, dims={"N": n}) for k in keys for n in (5,)],
             Call(keys[2], dims={"N": 0}), Call(keys[2], dims={"N": 1}))  # fmt: skip
    case("first_known_answer", "(key: u64) -> u32 {\n    random.bits(key, u32)\n}", lambda key: np.uint32(0x6627E8D5), (keys[0],))
    case("second_word", "(key: u64) -> u64 {\n    random.bits(key, [u64; 1])[0]\n}", lambda key: np.uint64(0xE169C58D6627E8D5), (keys[0],))
    case("bits_shapes", "<M, N>(key: u64, x: [f64; M, N]) -> ([u32; M, N, 3], [u32; M, N]) {\n    (random.bits(key, [u32; M, N, 3]), random.bits(key, [u32; M * N]).reshape(M, N))\n}",
         lambda key, x: (bits(key, (*x.shape, 3), "u4"), bits(key, x.shape, "u4")), (keys[5], r.float(3, 5)), (keys[5], r.float(0, 5)))  # fmt: skip

    for rust, dtype in [("f32", np.float32), ("f64", np.float64)]:
        case(f"uniform_{rust}", f"<M, N>(key: u64, x: [{rust}; M, N]) -> [{rust}; M, N] {{\n    random.uniform(key, [{rust}; M, N]) + 0 * x\n}}",
             lambda key, x, d=dtype: unit(key, x.shape, d), *[(k, np.zeros((7, 9), dtype)) for k in keys], (keys[0], np.zeros((0, 3), dtype)))  # fmt: skip
        case(f"uniform_range_{rust}", f"<N>(key: u64, low: {rust}, high: [{rust}; N]) -> ([{rust}; N], [{rust}; N]) {{\n"
             f"    (random.uniform(key, [{rust}; N], low, high), random.uniform(key, [{rust}; N], high=3))\n}}",
             lambda key, low, high, d=dtype: (low + (high - low) * unit(key, high.shape, d), d(3) * unit(key, high.shape, d)),
             (keys[2], dtype(-2), r.float(9, dtype=dtype, low=0)), tolerance=4, reduces=True)  # fmt: skip
        case(f"normal_{rust}", f"<M, N>(key: u64, x: [{rust}; M, N]) -> [{rust}; M, N] {{\n    random.normal(key, [{rust}; M, N]) + 0 * x\n}}",
             lambda key, x, d=dtype: normal(key, x.shape, d), *[(k, np.zeros((7, 9), dtype)) for k in keys], tolerance=32, reduces=True)  # fmt: skip
        case(f"normal_scaled_{rust}", f"<N>(key: u64, loc: {rust}, scale: [{rust}; N]) -> [{rust}; N] {{\n    random.normal(key, [{rust}; N], loc, scale)\n}}",
             lambda key, loc, scale, d=dtype: loc + scale * normal(key, scale.shape, d), (keys[4], dtype(5), r.float(9, dtype=dtype)), tolerance=32, reduces=True)  # fmt: skip

    ranges = [("i32", "i4", -5, 7), ("i64", "i8", 0, 6), ("u32", "u4", 3, 2**32 - 1), ("u64", "u8", 0, 2**64 - 1), ("i64", "i8", -(2**63), 2**63 - 1), ("i32", "i4", -(2**31), 2**31 - 1)]
    for k, (rust, dtype, low, high) in enumerate(ranges):
        d = np.dtype(dtype).type
        case(f"integers_{k}_{rust}", f"<N>(key: u64, low: {rust}, high: {rust}) -> [{rust}; N] {{\n    random.integers(key, [{rust}; N], low, high)\n}}",
             lambda key, low, high, N, d=dtype: integers(key, (N,), low, high, d), *[Call(key, d(low), d(high), dims={"N": 11}) for key in keys[1:4]],
             Call(keys[0], d(5), d(6), dims={"N": 4}), Call(keys[0], d(5), d(5), dims={"N": 4}, error="nothing"))  # fmt: skip
    case("integers_literals", "<M, N>(key: u64, x: [f64; M, N]) -> [i64; M, N] {\n    random.integers(key, [i64; M, N], 1, 7)\n}",
         lambda key, x: integers(key, x.shape, 1, 7, "i8"), (keys[2], r.float(5, 6)))  # fmt: skip
    case("integers_arrays", "<N>(key: u64, low: [i64; N], high: [i64; N]) -> [i64; N] {\n    random.integers(key, [i64; N], low, high)\n}",
         lambda key, low, high: integers(key, low.shape, low, high, "i8"), (keys[2], r.int(8), r.int(8) + 20),
         Call(keys[2], np.array([0, 4]), np.array([1, 4]), error="nothing"))  # fmt: skip

    case("keys", "(key: u64, seed: i64) -> (u64, u64, [u64; 2], [u64; 5], u64) {\n"
         "    (random.key(seed), random.fold_in(key, 7), random.split(key), random.split(key, 5), random.key(12))\n}",
         lambda key, seed: (np.int64(seed).astype("u8"), derived(key, 7), derived(key, np.arange(2)), derived(key, np.arange(5)), np.uint64(12)),
         *[(k, np.int64(s)) for k, s in zip(keys, [0, -1, 5, 2**40, -(2**63), 3])])  # fmt: skip
    case("fold_in_array", "<N>(key: u64, data: [i32; N]) -> [u64; N] {\n    random.fold_in(key, data)\n}",
         lambda key, data: derived(key, data.astype("i8")), (keys[2], r.int(6, dtype="i4")))  # fmt: skip
    case("split_and_draw", "<N>(key: u64, x: [f64; N]) -> ([f64; N], [f64; N], bool) {\n"
         "    let keys = random.split(key);\n    let (a, b) = (random.uniform(keys[0], [f64; N]), random.uniform(keys[1], [f64; N]));\n"
         "    (a + 0 * x, b, all(a != b))\n}",
         lambda key, x: (unit(derived(key, 0), x.shape, np.float64), unit(derived(key, 1), x.shape, np.float64), np.bool_(True)), (keys[2], r.float(9)))  # fmt: skip
    case("draw_per_row", "<E, N>(key: u64, x: [f64; E, N]) -> [f64; E, N] {\n    let keys = random.fold_in(key, from_fn(|e: E| e));\n"
         "    from_fn(|e: E, n: N| where(random.uniform(keys[e], f64) < 0.5, x[e, n], 0.0))\n}",
         lambda key, x: np.where(np.array([unit(derived(key, e), (), np.float64) < 0.5 for e in range(len(x))])[:, None], x, 0.0), (keys[2], r.float(6, 4)))  # fmt: skip
    case("literal_key", "<N>(x: [f32; N]) -> [f32; N] {\n    x + random.uniform(random.key(2024), [f32; N])\n}",
         lambda x: x + unit(np.uint64(2024), x.shape, np.float32), (r.float(5, dtype="f4"),))  # fmt: skip
    case("dropout", "<N>(x: [f64; N], key: u64) -> [f64; N] {\n    let random = random.uniform(key, [f64; N]);\n    where((random < 0.25) & (random.max() < 1.0), 0.0, x / 0.75)\n}",
         lambda x, key: np.where(unit(key, x.shape, np.float64) < 0.25, 0.0, x / 0.75), (r.float(40), keys[1]), tolerance=2)  # fmt: skip

    # The numbers themselves are good for what they are for.
    n = 4000
    case("moments", "<N>(key: u64) -> ([bool; 7]) {\n"
         "    let (u, z) = (random.uniform(key, [f64; N]), random.normal(key, [f64; N]));\n"
         "    let y = random.normal(random.fold_in(key, 1), [f32; N]) as f64;\n    let s = sqrt(N as f64);\n"
         "    [abs(mean(u) - 0.5) < 1.2 / s, abs(mean(u ** 2) - 1.0 / 3.0) < 1.2 / s, abs(mean(z)) < 4.0 / s, abs(mean(z ** 2) - 1.0) < 6.0 / s,\n"
         "     abs(mean(y)) < 4.0 / s, abs(mean(y ** 2) - 1.0) < 6.0 / s, abs(mean(z * y)) < 4.0 / s]\n}".replace("([bool; 7])", "[bool; 7]"),
         lambda key, N: np.ones(7, bool), *[Call(k, dims={"N": n}) for k in keys[:3]])  # fmt: skip
    case("chi_square", "<N>(key: u64) -> bool {\n    let dice = random.integers(key, [i64; N], 0, 10);\n"
         "    let counts = from_fn(|k: 10| sum(|i: N| dice[i] == k)) as f64;\n"
         "    let expected = N / 10.0;\n    let chi = sum((counts - expected) ** 2) / expected;\n    (chi < 27.9) & (chi > 1.1)\n}",
         lambda key, N: np.bool_(True), *[Call(k, dims={"N": n}) for k in keys[:3]])  # fmt: skip
