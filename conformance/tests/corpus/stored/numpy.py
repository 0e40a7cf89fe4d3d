def p2(x1, i2, x5, N):
    v3 = segments(np.add, x1, i2, 1)
    v4 = np.vecdot(v3, v3)
    v6 = np.max(over(x5[axis(1, 1, 2)] * cast(axis(2, 0, 2), "f64") - x5[1 - 1 - axis(1, 1, 2)] * x5[axis(1, 1, 2)], (2, 1,)), axis=(1,))
    v7 = np.outer(v6, v6)
    v8 = np.exp(v3 - np.max(v3, 0, keepdims=True)) / np.sum(np.exp(v3 - np.max(v3, 0, keepdims=True)), 0, keepdims=True)
    return v4, v7, v8


def p6(x1, x3, x4, N):
    v2 = np.asarray(np.count_nonzero(x1, axis=0))[()]
    v5 = np.linalg.solve(x3 / (np.abs(np.max(x3)) + 1) + 2 * np.eye(2), x4)
    v6 = np.argsort(x4, axis=0, kind="stable")
    v7 = np.einsum("ij,ki->ik", v6, v6)
    return v2, v5, v7


def p19(x1, x2, x7, N, M):
    v3 = np.max(x2, axis=0)
    v4 = x1 <= 3
    v5 = v3 % 4
    v8 = np.stack([x2, x7], axis=0)
    v9 = np.pad(v3, ((1, 1),), mode="constant")
    v10 = cast(v5, "c32")
    v11 = v10 * v10
    v13 = (v11 + v10) * np.sum(v11 * v10)
    w15 = v13
    w15 = np.broadcast_to(v10, (2,))
    return w15, v4, v9, v8


def p20(x1, x3, x4, x7, u12, N, K):
    v8 = over(np.where((axis(6, 1, 2) + axis(6, 1, 2)) % 2 == 0, x7[axis(6, 1, 2), axis(6, 0, 2)] - x7[(axis(6, 0, 2) + 2) % 6, axis(6, 0, 2)], 1), (6, 6,))
    v9 = np.stack([v8, v8], axis=2)
    v10 = np.swapaxes(v9, 1, 2)
    u12 = u12 + x3
    v13 = np.expm1(np.minimum(x4, 2))
    v15 = x1[1:] + x1[:-1]
    v17 = np.triu(x7, k=0)
    return v13, v15, v10, v17, u12


def p24(x1, i3, x5, x11, N):
    v2 = np.any(x1, axis=-1, keepdims=True)
    v4 = v2[i3]
    v6 = np.cross(x5, x5)
    v7 = x5 <= 0
    v8 = np.roll(v6, (2, 1), axis=(0, 1))
    v9 = np.sqrt(np.sum(v8 * v8, axis=1) + 1)
    v12 = np.cross(x11, x11)
    return v4, v9, v12, v7


def p27(x1, u6, N, M):
    v3 = np.prod(x1, axis=0)
    v4 = np.max(v3, axis=-1)
    v5 = -v4
    u6 = u6 - v5
    v7 = u6.sum(axis=(0, -1), keepdims=True)
    v8 = np.cumsum(v7, axis=0)
    v9 = cast(v5, "bf16")
    return v8, v9, u6


def p34(x1, x2, i8, N, M):
    v3 = np.einsum("i,j->ji", x2, x2)
    v4 = np.sum(x1, axis=-1)
    v5 = v4 < 1
    v6 = np.ones((6, 6,), DTYPES["f64"])
    v7 = np.roll(v6, 3, axis=0)
    v9 = segments(np.add, v3, i8, 6)
    v10 = v7 % 2
    v11 = np.kron(v4, v4)
    v12 = np.pad(v11, ((2, 2),), mode="constant")
    return v5, v9, v10, v12


def p45(x1, x2, N):
    v3 = np.roll(x1, -2, axis=0)
    v4 = np.floor(x2)
    v5 = v3[:, None]
    v6 = np.mean(v5, axis=(0, -1), keepdims=True)
    v7 = np.min(over(v5[axis(N, 0, 2), 0] + v3[N - 1 - axis(N, 0, 2)], (N, 4,)), axis=(1,))
    v8 = np.outer(x1, v7)
    v9 = np.repeat(v8, 2, axis=0)
    v10 = v9[1:3, :]
    v11 = np.minimum.accumulate(v6, axis=1)
    return v4, v10, v11


def p55(x1, x2, x3, N, M):
    w4 = x2
    w4 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w4, range(3))
    v5 = cast(x3, "f16")
    v6 = w4 % v5
    v7 = np.tile(x1, (1, 2))
    v8 = np.exp2(np.clip(v6, -3, 3))
    v9 = v8 * 0.5
    v10 = 5 - v9
    return v7, v10


def p56(x1, x3, x4, x7, x9, N, K):
    v5 = np.broadcast_to(x1, (1, N, 4,))
    v6 = x3[:, None]
    v8 = v6 < x7
    v10 = over(x4 * x9[axis(4, 0, 2), (axis(N, 1, 2) + 1) % N] + x9[4 - 1 - axis(4, 0, 2), (axis(N, 1, 2) + 1) % N] * cast(axis(N, 1, 2), "f32"), (4, N,))
    v11 = x3 ** 2
    v12 = np.concatenate([v11, v11], axis=0)
    return v5, v12, v8, v10


def p60(x1, x2, u3, i6, x7, i10, N, M):
    u3 = assigned(u3, np.s_[:], u3[:] - x1)
    v4 = np.outer(x2, x2)
    v5 = np.triu(v4, k=-1)
    u3 = u3[i6] - u3
    v8 = np.min(over(x7[axis(N, 1, 3)] * cast(axis(N, 1, 3), "f64") - x7[N - 1 - axis(N, 1, 3)], (6, N, N,)), axis=(2,))
    w9 = v8
    w9 = w9[i10] - w9
    v11 = v4.sum(axis=-1)
    v12 = np.abs(x1)
    v13 = np.broadcast_to(v12, (3, N,))
    return v5, w9, v11, v13, u3


def p63(x1, x2, i7, N, M):
    v3 = np.roll(x2, 2, axis=0)
    v4 = x1.sum(axis=0, keepdims=True)
    v6 = x2 * x2
    v8 = segments(np.add, v3, i7, N)
    v9 = v8[-3:-1]
    v10 = np.squeeze(v4, axis=0)
    v11 = np.squeeze(v4, axis=0)
    return v10, v6, v11, v9


def p68(x2, x3, x4, u8, i9, u12, M, K):
    v5 = x2.reshape((3, 1, M,))
    v6 = np.min(v5, keepdims=True)
    v7 = np.min(over(x3[axis(M, 1, 2) % K] - x3[axis(5, 0, 2) % K], (5, M,)), axis=(0, 1))
    u8 = np.roll(u8, 1, axis=0)
    u8 = u8[i9] - u8
    v11 = x4 >= x4
    u12 = np.broadcast_to(x2, (3, M,))
    v13 = over(x4 * (axis(M, 0, 1) + 1) - x4, (M,))
    v14 = np.argmax(v13, axis=0, keepdims=True)
    v15 = np.take_along_axis(v13, v14, axis=0)
    return v6, v7, v15, v11, u8, u12


def p79(x1, x2, i7, N, M):
    w3 = x2
    w3 = w3 + x2
    v4 = cast(w3, "u8")
    v5 = np.sqrt(np.var(x1, axis=0, keepdims=True) + 1)
    v6 = v5.reshape((1, 1,))
    v8 = v6[axis(1, 0, 2), i7[axis(1, 1, 2)]]
    v9 = v4[:1:3]
    v10 = v9 - 1
    return v8, v10


def p82(x2, x5, i8, i11, N, M):
    v3 = over(axis(N, 0, 2) * 2 - axis(2, 1, 2), (N, 2,))
    v4 = v3 & v3
    v6 = v4 @ x5
    v7 = v6 * v6
    v9 = v6[i8[axis(2, 0, 2)], axis(4, 1, 2)]
    v10 = x2 * x2
    v12 = v10[i11[axis(2, 0, 1)]]
    v13 = v12 >= 3
    return v7, v9, v13


def p87(x1, N, M):
    v3 = over(axis(N, 0, 1) * axis(N, 0, 1) - 2, (N,))
    v4 = np.triu(x1, k=0)
    v5 = np.tile(v4, (1, 2))
    v6 = np.cumsum(v3, axis=0)
    v7 = v4 * v4
    return v5, v6, v7


def p98(x2, x3, i5, x7, x10, N, M):
    v4 = cast(x3, "u32")
    v6 = at(np.maximum, x2, i5, x2)
    v11 = x7 > x10
    v12 = x2[None, :]
    v13 = np.concatenate([x2, v6], axis=0)
    return v13, v12, v11, v4


def p99(x1, u4, N):
    v3 = np.asarray(np.count_nonzero(x1, axis=1))[()]
    u4 = u4 + v3
    v5 = np.full((3,), 3, DTYPES["c64"])
    v6 = v5.sum(axis=-1)
    v8 = v3[1:] + v3[:-1]
    v9 = v8[v3]
    v10 = np.einsum("ij,kj->k", x1, x1)
    v12 = u4[None, :]
    v13 = np.pad(v12, ((1, 1), (1, 2)), mode="constant", constant_values=2)
    return v6, v9, v13, v10, u4


def p101(x2, x3, x4, i12, x13, N, M, K):
    v5 = x4 * x4
    v6 = np.sin(x2)
    v7 = np.exp(1j * x3)
    v8 = np.abs(v6) + 1.5
    v9 = v6 / v8
    v14 = at(np.maximum, v9, i12, x13)
    v15 = np.maximum(v14, x4)
    v16 = v5 ** 2
    w17 = v14
    w17 = assigned(w17, np.s_[:-2], v5)
    return v15, w17, v16, v7


def p106(x1, x3, x10, i12, N, M):
    v5 = np.roll(x1, 1, axis=0)
    v6 = np.broadcast_to(v5, (3, N,))
    v7 = v6 / (v6 * np.conj(v6) + 1)
    v8 = v6.sum(axis=-1)
    v9 = np.outer(v8, v8)
    v11 = v9 @ x10
    v13 = v8[i12]
    v14 = np.einsum("i,i->i", x3, x3)
    return v14, v7, v13, v11


def p113(x1, x2, x4, x5, u14, N, M):
    v6 = np.einsum("i,ji,ik->j", x2, x4, x5)
    v7 = np.sort(v6, axis=0)
    v8 = v7 ** 2
    v9 = np.linspace(-1, 2, 6)
    v10 = np.sqrt(np.sum(v9 * v9, axis=0) + 1)
    v11 = v7[:, None]
    v12 = np.cumprod(v11, axis=1)
    v13 = np.ptp(x1, axis=0)
    u14 = u14 - v10
    v15 = np.transpose(v11, (0, 1))
    return v8, v12, v13, v15, u14


def p117(x1, i4, x9, N, M):
    v3 = np.sum(over(x1[axis(N, 1, 2) % 5, axis(N, 0, 2)], (N, N,)), axis=(1,))
    v5 = v3[i4[axis(3, 0, 1)]]
    v6 = np.concatenate([v5, v5], axis=-1)
    v7 = np.kron(v5, v6)
    v8 = np.cos(v6 * 0.25)
    v10 = np.concatenate([v8, x9, v3], axis=0)
    v11 = np.conj(v7)
    v12 = np.concatenate([v11, v11], axis=-1)
    return v10, v12


def p119(x2, N, M):
    w4 = x2
    w4 = w4 - x2
    v5 = w4.sum(axis=(0, -1))
    v6 = over(axis(M, 0, 2) * 2 - axis(M, 1, 2), (M, M,))
    v7 = np.flip(v6, axis=0)
    v8 = np.vecdot(v7, v7)
    v9 = v8[0:3]
    v10 = np.sum(v9, axis=0, keepdims=True)
    v11 = np.swapaxes(w4, 1, 0)
    v12 = np.concatenate([v7, v6], axis=0)
    return v5, v10, v11, v12


def p133(x1, N):
    v2 = np.roll(x1, 1, axis=0)
    v3 = v2 ** 3
    v4 = v3 * v3
    v5 = np.roll(v4, -2, axis=0)
    v6 = np.max(v3, axis=-1, keepdims=True)
    return v5, v6


def p139(x1, x2, x3, x8, x11, i13, x14, N, M, K):
    v4 = np.repeat(x1, 3, axis=0)
    v5 = np.sqrt(np.var(x3, axis=-2, keepdims=True) + 1)
    v6 = x1 // 2
    v9 = np.tensordot(v5, x8, axes=1)
    v10 = x2 + 1j * x2
    v12 = np.stack([v10, x11, v10], axis=1)
    v15 = at(np.minimum, v4, i13, x14)
    return v6, v15, v9, v12


def p140(x1, N):
    v2 = np.concatenate([x1, x1], axis=0)
    v3 = -v2
    v4 = np.asarray(np.count_nonzero(v3, axis=0))[()]
    v5 = np.broadcast_to(v2, (1, 2 * N,))
    v6 = v5 @ v3
    v7 = cast(v6, "c32")
    return v4, v7


def p147(x1, x2, x7, x12, N, M):
    v3 = x2 @ x2
    v4 = np.min(x2, keepdims=True)
    v5 = np.tile(v4, (3,))
    v6 = cast(v4, "f64")
    v8 = np.where(x1, v6, x7)
    v9 = v8.sum(axis=-1)
    w10 = v5
    w10 = repeat(lambda u, k, w=v5: u * k + w[k], w10, range(3))
    v11 = np.cumsum(w10, axis=0)
    v13 = np.stack([v11, x12], axis=-2)
    return v3, v9, v13


def p168(x1, x3, x8, N, K):
    v4 = np.argmin(x3, axis=0, keepdims=True)
    v5 = np.take_along_axis(x3, v4, axis=0)
    v6 = np.exp(1j * x1)
    v7 = np.exp(v6 * 0.25)
    v9 = np.outer(v7, x8)
    v10 = np.argmin(v5, axis=0)
    v11 = np.linspace(-1, 2, K)
    v12 = np.asarray(np.count_nonzero(x8, axis=0))[()]
    v13 = v9.reshape((N, 3, 2, 1,))
    v14 = np.sort(v11, axis=0)
    return v10, v12, v13, v14


def p169(x2, x3, M, K):
    v6 = x2[1:] + x2[:-1]
    v7 = np.flip(x3)
    v8 = v7 @ v7
    v9 = v8 <= 0
    v10 = v6 ** 2
    v12 = v10[1:] + v10[:-1]
    v13 = np.sqrt(np.var(v12, axis=-1) + 1)
    v14 = np.max(v12, axis=0, keepdims=True)
    return v9, v13, v14


def p170(x2, M):
    v3 = np.broadcast_to(x2, (2, M, M,))
    v5 = v3.T
    v6 = np.max(x2, axis=(0, -1))
    v7 = np.rot90(x2, 1)
    v10 = v7 @ v3
    v11 = np.sum(v10)
    v12 = np.argmin(v10, axis=0, keepdims=True)
    return v6, v11, v12, v5


def p175(x1, x2, x3, x6, x8, x13, u15, N, M):
    v4 = x3 + x3
    v5 = 2 * v4
    v7 = x3 ^ x6
    v9 = x2 @ x8
    v10 = np.mean(x1, keepdims=True)
    v11 = np.clip(v10, 1, 3)
    v12 = np.triu(v9, k=0)
    v14 = v12 - x13
    u15 = np.flip(u15)
    v16 = np.asarray(np.count_nonzero(v14, axis=0))[()]
    return v5, v7, v11, v16, u15


def p176(x1, x2, i8, N, M):
    v3 = np.arange(N, dtype="f8")
    v4 = v3 + v3
    w5 = x2
    w5 = w5 + 2
    v6 = over(x1[axis(N, 0, 1)] + x1[axis(N, 0, 1)] * cast(axis(N, 0, 1), "f16"), (N,))
    v7 = np.repeat(w5, 2, axis=0)
    v9 = x2[i8]
    v10 = np.cumsum(v9, axis=1)
    v11 = 1.5 - 2 * v10
    v12 = np.triu(v11, k=-1)
    return v7, v4, v12, v6


def p177(x1, x2, N, M):
    v3 = x2 - x2
    v4 = v3[1:]
    v5 = M * v3
    v6 = v5 - v5
    v7 = x1[0::2]
    v8 = np.cumsum(v7, axis=0)
    v9 = cast(v6, "f64")
    v10 = np.exp(v9 - np.max(v9, 0, keepdims=True)) / np.sum(np.exp(v9 - np.max(v9, 0, keepdims=True)), 0, keepdims=True)
    v11 = np.sort(v4, axis=0)
    return v8, v10, v11


def p191(x2, N, M):
    v4 = np.sort(x2, axis=1)
    v5 = np.sort(v4, axis=0)
    v6 = np.clip(v4, 1, 3)
    v7 = np.abs(v5)
    v8 = np.stack([v7, x2], axis=2)
    v9 = np.argsort(v8, axis=0, kind="stable")
    v10 = np.arange(2, dtype="f8")
    v11 = np.concatenate([v10, v10], axis=-1)
    v12 = np.max(v11, axis=0, keepdims=True)
    return v6, v9, v12


def p199(x1, x2, x4, i7, N, M):
    v5 = x4 ** 2
    w6 = x2
    w6 = w6[i7] - w6
    v8 = x1.T
    v9 = v8 < v8
    return v5, w6, v9


def p201(x1, i3, x9, N):
    w2 = x1
    w2 = w2[i3]
    v4 = cast(w2, "c64")
    w2 = assigned(w2, np.s_[:], 2)
    v6 = (w2 + w2) * np.sum(w2 * w2)
    v7 = v6.sum(axis=0, keepdims=True)
    v11 = v7 / 3
    v12 = np.full((4, N,), 3, DTYPES["f64"])
    v13 = np.argmin(x9, axis=1)
    return v12, v11, v13, v4


def p206(x1, N):
    v2 = np.concatenate([x1, x1, x1], axis=0)
    v3 = x1 % 3
    v4 = v3 > 2
    v5 = v3 == v3
    return v2, v4, v5


def p207(x1, x2, x4, N, M):
    v3 = np.argmin(x1, axis=0)
    v5 = np.einsum("i,i,i->i", x1, x1, x4)
    v6 = v5 ** 3
    v7 = x2[:, None, :]
    v8 = np.arange(1, dtype="i4")
    v9 = np.flip(v8)
    v10 = v8 < v9
    return v3, v6, v7, v10


def p208(x2, u3, x8, M):
    u3 = np.broadcast_to(x2, (M,))
    v4 = np.argmin(u3, axis=0, keepdims=True)
    v5 = v4 @ v4
    v6 = v5 == v5
    v7 = v4.reshape((1, 1,))
    v9 = np.linalg.inv(x8 / (np.abs(np.max(x8)) + 1) + 2 * np.eye(2))
    v10 = np.pad(v4, ((0, 1),), mode="constant")
    v11 = np.diag(v7)
    v12 = np.sum(v10, keepdims=True)
    return v6, v9, v11, v12, u3


def p209(x1, x3, u6, i7, N, M):
    v4 = np.linalg.det(x3 / (np.abs(np.max(x3)) + 1) + 2 * np.eye(2))
    v5 = x1 + v4
    u6 = u6[i7]
    v8 = np.diag(x3)
    v9 = np.flip(v8, axis=0)
    v10 = np.trace(x3)
    return v5, v9, v10, u6


def p215(x1, x3, u10, i11, N, M, K):
    v4 = np.einsum("i,j->i", x3, x3)
    v5 = np.sum(x3, axis=-1)
    v6 = np.diff(v4, axis=0)
    v7 = v5 * x3
    v8 = np.sum(v7)
    v9 = v8 >= v8
    u10 = np.broadcast_to(x1, (N,))
    u10 = np.roll(u10, 1, axis=0)
    u10 = assigned(u10, np.s_[:], u10[:] + 3)
    v12 = u10[i11[axis(M, 0, 1)]]
    return v6, v9, v12, u10


def p229(x1, x2, u3, x4, x5, N, M):
    u3 = assigned(u3, np.s_[:], u3[:] + x4)
    v6 = u3 @ x5
    v7 = -x2
    u3 = assigned(u3, np.s_[:-1:3], v6)
    u3 = u3[::-1]
    v8 = 2j - v6
    v9 = -v8
    v10 = x5.T
    v11 = np.conj(x1)
    v12 = np.tile(v11, (2,))
    return v7, v9, v10, v12, u3


def p236(x1, x2, x3, N, M, K):
    v5 = np.asarray(np.count_nonzero(x3, axis=0))[()]
    v6 = -v5
    v7 = x1[x2 % N]
    v8 = np.logical_and(v7, v7)
    v9 = np.flip(x1)
    return v6, v8, v9


def p244(x1, x2, u9, N, M):
    v3 = np.sum(x2, keepdims=True)
    v4 = np.broadcast_to(v3, (5, 2,))
    v5 = np.ceil(x1)
    v6 = np.pad(v5, ((2, 0),), mode="edge")
    v7 = np.exp(v5 - np.max(v5, 0, keepdims=True)) / np.sum(np.exp(v5 - np.max(v5, 0, keepdims=True)), 0, keepdims=True)
    v8 = v5[None, :]
    u9 = u9 + v4
    v10 = u9 <= 2
    return v6, v7, v8, v10, u9


def p248(x1, x2, x4, x7, N, M):
    v3 = np.broadcast_to(x2, (3, M,))
    v5 = x4 - x1
    v6 = np.asarray(np.count_nonzero(v3, axis=-1, keepdims=True))[()]
    v8 = np.tensordot(v6, x7, axes=1)
    v9 = np.vecdot(v5, v5)
    return v8, v9


def p254(x1, x2, x3, i6, N, M):
    v4 = np.einsum("ij,k,ai->ai", x2, x3, x1)
    v5 = np.stack([v4, v4], axis=2)
    v7 = segments(np.add, v5, i6, 6)
    v8 = -x1
    v9 = np.einsum("ijk,aj->kji", v7, v4)
    v10 = np.abs(v8) + 1.5
    v11 = v8 / v10
    v12 = np.sum(v11, axis=1)
    return v9, v12


def p258(x1, N):
    v2 = np.kron(x1, x1)
    v3 = np.clip(v2, 1, 3)
    v4 = over(np.where((axis(1, 1, 2) + axis(1, 1, 2)) % 2 == 0, x1[axis(N, 0, 2)], 1), (N, 1,))
    v5 = np.kron(x1, v2)
    v6 = v5 < v5
    v7 = np.stack([v3, v3], axis=-1)
    return v4, v6, v7


def p260(x1, x2, x3, i5, N, M):
    v4 = x2 @ x3
    v6 = x2[i5[axis(M, 0, 1)]]
    v7 = x1.sum(axis=0)
    v8 = np.flip(v6, axis=0)
    v9 = v8[-1:1:-2]
    v10 = np.kron(v9, x3)
    return v4, v7, v10


def p265(x1, x3, u8, i9, x10, x13, N, K):
    v4 = np.sort(x3, axis=0)
    v5 = x1.flatten()
    v7 = v5[1:] + v5[:-1]
    u8 = u8[i9] - u8
    u8 = np.broadcast_to(x10, (K,))
    v11 = v7[:, None]
    v12 = np.asarray(np.count_nonzero(x1, axis=(0, -1)))[()]
    u8 = assigned(u8, np.s_[1], x13)
    v15 = v5[1:] + v5[:-1]
    return v4, v11, v12, v15, u8


def p266(x1, x2, N, M):
    v3 = x1 ** 3
    v4 = np.sqrt(np.var(x2, axis=0, keepdims=True) + 1)
    v5 = np.var(v4, axis=0, keepdims=True)
    v6 = v5 + v5
    v7 = np.einsum("i,i,i->", v5, v6, v6)[()]
    v8 = np.tril(v3, k=0)
    v9 = v8 != 3
    return v7, v9


def p271(x1, x2, N, M):
    v3 = np.outer(x1, x1)
    v4 = np.asarray(np.count_nonzero(v3, axis=-1, keepdims=True))[()]
    v5 = np.argmin(v4, axis=1, keepdims=True)
    v6 = over(v5[axis(N, 0, 1), axis(N, 0, 1) % 1], (N,))
    v7 = np.max(over(x2[(axis(N, 0, 1) + 1) % N, axis(N, 0, 1) % M] + x2[axis(N, 0, 1), axis(N, 0, 1) % M], (N,)), axis=(0,))
    v8 = v6[None, :]
    v9 = np.broadcast_to(v8, (5, 5, N,))
    v10 = np.concatenate([v6, v6], axis=0)
    v11 = np.exp2(np.clip(v7, -3, 3))
    return v9, v10, v11


def p272(x1, x8, u14, N):
    v3 = x1 ^ x1
    v4 = np.abs(v3)
    v6 = np.cumsum(v4, axis=0)
    v7 = np.logical_or(v3, v4)
    v9 = np.stack([v7, v7, x8], axis=1)
    v10 = np.sort(x8, axis=0)
    v11 = v6 - v6
    v12 = cast(v7, "f64")
    v13 = np.exp(v12 - np.max(v12, 0, keepdims=True)) / np.sum(np.exp(v12 - np.max(v12, 0, keepdims=True)), 0, keepdims=True)
    u14 = u14 + 3
    return v9, v13, v11, v10, u14


def p277(x2, x3, x11, N, M, K):
    v5 = np.broadcast_to(x2, (M, N, M,))
    v6 = np.concatenate([v5, v5], axis=1)
    v7 = np.tensordot(v6, v6, axes=1)
    v9 = np.mean(x3, axis=0)
    v10 = np.rot90(x2, 1)
    v12 = np.sum(over(x11[axis(M, 0, 1)] - x11[axis(M, 0, 1)], (M,)), axis=(0,))
    return v9, v7, v10, v12


def p280(x1, x2, x12, N, M):
    v4 = np.full((2, 3,), 3, DTYPES["f16"])
    v5 = np.einsum("ij,ij->ji", x2, x2)
    v6 = np.broadcast_to(v4, (M, 2, 3,))
    v7 = v6[:2, :, :]
    v8 = v5 @ x2
    v9 = over(x1[axis(N, 1, 2), axis(N, 1, 2) % 2] - x1[axis(N, 1, 2), axis(N, 1, 2) % 2], (6, N,))
    v10 = np.triu(v9, k=0)
    v11 = np.sum(over(v8[(axis(M, 0, 2) + 1) % M, 0] - v6[(axis(M, 0, 2) + 1) % M, axis(M, 0, 2) % 2, axis(M, 1, 2) % 3], (M, M,)), axis=(1,))
    v15 = x12[1:] + x12[:-1]
    return v7, v11, v15, v10


def p287(x1, x2, x3, u5, N, M):
    v4 = x3 <= x3
    u5 = assigned(u5, np.s_[:], u5[:] - x2)
    v6 = np.roll(u5, -2, axis=0)
    v7 = x1[:, None, :]
    return v4, v6, v7, u5


def p288(x1, N):
    v2 = np.repeat(x1, 3, axis=0)
    v3 = np.concatenate([v2, v2], axis=0)
    v4 = np.sort(v3, axis=0)
    v5 = np.tile(v4, (2,))
    return v5


def p292(x2, x3, u7, M):
    v4 = x2[:-1]
    v5 = x3 / x3
    v6 = np.maximum(x3, v5)
    u7 = assigned(u7, np.s_[:], u7[:] - x2)
    return v4, v6, u7


def p294(x1, N):
    v2 = cast(x1, "i16")
    v3 = np.argmax(v2, axis=0)
    v4 = np.min(v2, keepdims=True)
    v5 = np.take(v4, x1 % 1, axis=0)
    v6 = np.einsum("i,i->i", x1, x1)
    v9 = np.broadcast_to(v6, (N, N,))
    v10 = np.abs(v9)
    v11 = np.arange(1, dtype="i4")
    return v3, v11, v5, v10


def p296(x1, x2, i6, N):
    v4 = (x1 + x1) * np.sum(x1 * x1)
    v5 = np.pad(v4, ((1, 1),), mode="edge")
    v7 = v5[i6]
    v8 = np.exp(-np.abs(x2))
    v9 = np.pad(v7, ((0, 1),), mode="constant", constant_values=3)
    v10 = np.hypot(v8, v8.dtype.type(1.5))
    return v9, v10


def p301(x1, x2, u4, x12, N, M):
    u4 = u4 + x2
    v5 = x1 - 0.25
    v7 = np.ptp(u4, axis=0)
    v8 = v5 + 1j * v5
    v9 = np.real(v8)
    v11 = x1 <= 0
    v13 = np.linalg.det(x12 / (np.abs(np.max(x12)) + 1) + 2 * np.eye(2))
    return v11, v13, v9, v7, u4


def p305(x1, x2, i4, N, M):
    v5 = x2[i4[axis(5, 0, 1)]]
    v6 = np.sqrt(np.var(v5, axis=0) + 1)
    v7 = x2 @ x2
    v8 = 1 - v6
    v9 = (0.5 + 1j) * v7
    v10 = np.sin(v9 * 0.25)
    v11 = np.all(x1, keepdims=True)
    v13 = np.cumsum(v5, axis=0)
    v14 = np.vecdot(v5, v5)
    v15 = np.where(v11, v13, 0)
    return v14, v8, v15, v10


def p311(x1, x2, x3, x4, x7, i17, N, M):
    v5 = x3 + 1j * x4
    v6 = -v5
    v8 = x2[x7]
    v9 = x1[None, :]
    v11 = (v9 + v9) * np.sum(v9 * v9)
    v12 = v11 ** 2
    v13 = v12 + v12
    v15 = x7[1:] + x7[:-1]
    v16 = np.searchsorted(np.sort(v15), v15, side="left")
    v18 = v13[i17]
    return v6, v8, v16, v18


def p320(x1, x2, i5, x6, u8, N, M):
    v3 = np.sort(x1, axis=0)
    v4 = v3[1::3]
    v7 = at(np.add, v3, i5, x6)
    u8 = u8 + v7
    v9 = u8 + 4
    v10 = np.arange(N, dtype="f8")
    v11 = np.sum(v10, axis=0)
    v12 = x2 / (x2 * np.conj(x2) + 1)
    return v4, v9, v11, v12, u8


def p324(x2, u7, i8, M):
    v3 = cast(x2, "f32")
    v4 = np.exp(v3 - np.max(v3, 0, keepdims=True)) / np.sum(np.exp(v3 - np.max(v3, 0, keepdims=True)), 0, keepdims=True)
    v5 = np.searchsorted(np.sort(x2), x2, side="right")
    v6 = v4 * v4
    u7 = u7 - v6
    v9 = v4[i8[axis(3, 0, 1)]]
    v10 = -v3
    return v5, v9, v10, u7


def p329(x2, x3, x4, x9, i16, x17, M, K):
    v5 = cast(x3, "f32")
    v6 = np.exp(v5 - np.max(v5, 0, keepdims=True)) / np.sum(np.exp(v5 - np.max(v5, 0, keepdims=True)), 0, keepdims=True)
    v7 = cast(x4, "c32")
    v8 = x2 / (v7 * np.conj(v7) + 1)
    v10 = np.stack([v8, x9, x9], axis=-1)
    v11 = np.sort(v5, axis=0)
    v12 = v10 / (v7 * np.conj(v7) + 1)
    v13 = np.abs(v12)
    v14 = v6 + 1j * v6
    v15 = v13 + 1j * v13
    v18 = at(np.add, v13, i16, x17)
    return v11, v14, v15, v18


def p335(x1, x3, N):
    v2 = x1[:, None]
    v4 = np.max(over(x3[axis(4, 0, 1)] * x3[axis(4, 0, 1)] - x3[axis(4, 0, 1) % 4], (4,)), axis=(0,))
    v5 = np.searchsorted(np.sort(x3), x3, side="left")
    v6 = np.exp(1j * v4)
    v7 = np.kron(v5, v5)
    return v2, v6, v7


def p339(x2, x3, i7, x10, M, K):
    v5 = np.broadcast_to(x3, (4, 6, K,))
    v6 = v5 / (2 + 1j)
    v8 = segments(np.add, x2, i7, 6)
    v9 = x3 - v6
    v11 = v6 @ x10
    return v8, v9, v11


def p345(x1, x2, x5, x7, N, M):
    v4 = np.max(over(x1[axis(N, 0, 2)], (N, 6,)), axis=(0, 1))
    v6 = x2 @ x5
    v8 = np.linalg.det(x7 / (np.abs(np.max(x7)) + 1) + 4 * np.eye(4))
    v9 = np.flip(v8)
    v10 = v6 - 0.25
    return v4, v9, v10


def p356(x1, x2, N, M):
    v3 = np.flip(x2, axis=-1)
    v4 = v3 ** 2
    w5 = v4
    w5 = w5 - x2
    v6 = x1.ravel()
    v7 = w5 % 4
    v9 = v7[1:] + v7[:-1]
    v10 = np.pad(w5, ((0, 2),), mode="constant")
    w5 = w5 + 3
    v11 = w5 * w5
    return v6, v9, v10, v11


def p368(x1, x2, i6, N, M):
    v4 = np.argsort(x2, axis=0, kind="stable")
    w5 = v4
    w5 = w5[i6] - w5
    v7 = x1.sum(axis=0)
    v8 = v7 & v7
    v9 = np.argmax(w5, axis=0, keepdims=True)
    v10 = cast(v9, "f32")
    v11 = np.exp(v10 - np.max(v10, 0, keepdims=True)) / np.sum(np.exp(v10 - np.max(v10, 0, keepdims=True)), 0, keepdims=True)
    v12 = np.einsum("i,i->", v9, v9)[()]
    return v8, v11, v12


def p378(x1, x2, i6, x7, N, M):
    v4 = np.sqrt(np.var(x2, axis=0) + 1)
    v5 = cast(x1, "i8")
    v8 = x2[i6, x7]
    v9 = cast(v8, "i64")
    return v4, v5, v9


def p386(x1, x2, i4, x5, N, M):
    v3 = np.cumprod(x2, axis=0)
    v6 = at(np.maximum, v3, i4, x5)
    v7 = np.argmin(x5, axis=0)
    v8 = x1 != 1
    return v6, v7, v8


def p390(x2, x3, u7, i8, x10, M, K):
    v5 = np.min(x2, axis=0)
    v6 = np.roll(x3, (-2, 1), axis=(0, 1))
    u7 = u7[i8] - u7
    v9 = np.roll(u7, 5, axis=0)
    v11 = over(np.where((axis(K, 0, 1) + axis(K, 0, 1)) % 2 == 0, x10[axis(K, 0, 1)] - x10[axis(K, 0, 1)], 1), (K,))
    v12 = np.stack([v9, v9], axis=0)
    v13 = np.min(v12, axis=(0, -1))
    return v13, v6, v11, v5, u7


def p397(x2, M):
    v4 = x2 >= x2
    v5 = np.maximum(x2, x2)
    v6 = np.concatenate([v4, v4, v4], axis=0)
    v7 = np.stack([x2, v5], axis=0)
    return v6, v7


def p401(x1, x2, x3, x4, N, M, K):
    v5 = np.kron(x2, x4)
    v6 = np.linspace(-1, 2, 4)
    v7 = x3 @ x3
    v8 = cast(v7, "u64")
    v9 = x1 >= 3
    v10 = cast(v9, "f32")
    v11 = np.where(v9, v10, 0)
    return v5, v6, v8, v11


def p404(x1, x2, x3, x4, u6, x10, N, M, K):
    v5 = x3 @ x4
    u6 = u6 + 1
    v7 = np.stack([u6, u6], axis=0)
    v8 = v5 == v5
    w9 = x2
    w9 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w9, range(2))
    v11 = v8 | x10
    v12 = np.diff(x1, axis=0)
    return v7, w9, v11, v12, u6


def p446(x1, x2, x3, i6, x7, i10, x12, N, M, K):
    v4 = np.max(x3, axis=0, keepdims=True)
    v5 = np.outer(x2, v4)
    v8 = at(np.add, v5, i6, x7)
    v9 = at(np.add, v5, i6, v8)
    v11 = x1[i10]
    v13 = v9[x12]
    w14 = v13
    w14 = np.broadcast_to(x7, (M, 1,))
    return v11, w14


def p451(x2, i6, i7, N, M):
    v4 = N * x2
    v5 = np.einsum("ij->j", v4)
    v8 = v4[i6, i7]
    v9 = v8[None, :, :]
    return v5, v9


def p455(x1, x2, N):
    v3 = np.abs(x2) + 1.5
    v4 = x1 / v3
    v5 = x2[-1:2:-2]
    v6 = np.searchsorted(np.sort(v5), v5, side="left")
    v7 = np.einsum("i,i->i", v6, v6)
    return v4, v7


def p463(x2, M):
    v3 = x2 // x2
    v4 = np.logical_or(v3, v3)
    v5 = np.argmin(v3, axis=0)
    v6 = np.repeat(x2, 3, axis=0)
    return v4, v5, v6


def p464(x1, x2, N, M):
    v5 = (x1 + x1) * np.sum(x1 * x1)
    v6 = x2 % 4
    v7 = np.log1p(np.abs(v5))
    v8 = v6 ^ v6
    return v7, v8


def p478(x1, x3, x5, x9, x12, N, K):
    w4 = x1
    w4 = assigned(w4, np.s_[:2:2], x5)
    v8 = -w4
    v10 = np.linalg.det(x9 / (np.abs(np.max(x9)) + 1) + 3 * np.eye(3))
    v11 = 1.5 - 2 * v10
    v13 = x3 != x12
    v14 = 5 - x12
    v15 = v11 / v11
    return v8, v13, v14, v15


def p488(x1, x2, N, M):
    v3 = np.flip(x2, axis=1)
    v4 = np.floor(x1)
    v5 = v4 // 3
    v6 = v5 + 1j * v5
    v7 = v6.T
    v8 = np.einsum("ij,ji,ij->i", v7, v7, v7)
    v9 = cast(v6, "c64")
    v10 = np.pad(v8, ((2, 0),), mode="constant", constant_values=3)
    return v3, v9, v10


def p489(x2, u8, x9, N, M):
    v3 = np.maximum(x2, x2)
    v4 = np.abs(v3)
    v5 = np.min(v4, axis=-2)
    v6 = np.pad(v5, ((2, 2),), mode="symmetric")
    v7 = np.eye(N, N, k=-1)
    u8 = u8 + x9
    v10 = np.repeat(v5, 3, axis=0)
    v11 = np.abs(u8) + 1.5
    v12 = u8 / v11
    v13 = np.max(v12, axis=1, keepdims=True)
    return v6, v7, v10, v13, u8


def p491(x1, x2, x3, x8, N, M):
    v4 = np.log1p(np.abs(x3))
    v5 = x2.reshape((M, 6, 1, 1,))
    v6 = v5 - v5
    v7 = x1 - x1
    v9 = x8 - v7
    v10 = np.take(v9, v6, axis=0)
    return v4, v10


def p517(x2, u12, i13, M):
    v3 = x2 @ x2
    v4 = M * x2
    v5 = v4 != v4
    v6 = np.all(v5, axis=-1)
    v7 = np.sum(over(x2[axis(M, 0, 3)] - x2[axis(M, 0, 3)] * v4[axis(M, 0, 3)], (M, 6, 3,)), axis=(2,))
    v8 = np.roll(x2, -2, axis=0)
    v9 = np.transpose(v7, (0, 1))
    u12 = u12[i13] - u12
    return v3, v9, v6, v8, u12


def p521(x1, x2, x4, N, M):
    v5 = np.max(over(x4[axis(3, 1, 2), axis(M, 0, 2)] * x4[axis(3, 1, 2) % 3, axis(M, 0, 2)] + x4[3 - 1 - axis(3, 1, 2), (axis(M, 0, 2) + 2) % M], (M, 3,)), axis=(0, 1))
    v6 = np.einsum("i,i->i", x1, x1)
    v7 = np.sign(v5)
    w8 = x2
    w8 = np.flip(w8)
    v9 = np.max(over(v6[axis(M, 0, 2) % N] * cast(axis(M, 0, 2), "i32"), (M, M,)), axis=(1,))
    v10 = np.min(v9, axis=-1, keepdims=True)
    v11 = v7 + 1j * v7
    return w8, v10, v11


def p525(x1, x2, x3, x8, i13, N, M):
    v4 = over(x3[4 - 1 - axis(4, 0, 2), axis(2, 1, 2)] * cast(axis(2, 1, 2), "c64"), (4, 2,))
    v5 = np.conj(x1)
    v6 = v4.reshape((2, 4,))
    v7 = np.roll(v6, (3, 1), axis=(0, 1))
    v9 = np.einsum("ij,ik,k->k", v7, v7, x8)
    v10 = x2 / (v5 * np.conj(v5) + 1)
    v11 = np.sum(over(v10[axis(M, 0, 1) % N, axis(M, 0, 1)] * cast(axis(M, 0, 1), "c64") + v10[axis(M, 0, 1) % N, axis(M, 0, 1)], (M,)), axis=(0,))
    w12 = v9
    w12 = w12[i13] - w12
    return v11, w12


def p535(x1, x2, x3, i8, u11, x12, N, M, K):
    v5 = np.kron(x1, x1)
    v6 = np.diff(x2, axis=0)
    v7 = np.einsum("i,i->i", v5, v5)
    v9 = x3[:, i8]
    v10 = np.arange(N, dtype="f8")
    u11 = u11 + 0.5 * x12
    u11 = np.roll(u11, 1, axis=0)
    v15 = np.concatenate([v9, v9, v9], axis=-1)
    return v6, v15, v7, v10, u11


def p541(x1, x2, u4, x5, x7, N, M):
    v3 = np.clip(x1, 1, 3)
    u4 = u4 - x2
    v6 = u4 / (x5 * np.conj(x5) + 1)
    v8 = v6 @ x7
    u4 = np.broadcast_to(x5, (1, M,))
    return v3, v8, u4


def p551(u2, i3, N):
    u2 = u2[i3] - u2
    v4 = np.broadcast_to(u2, (3, N,))
    v5 = v4[0, :]
    u2 = assigned(u2, np.s_[:], 2)
    v6 = u2 + u2
    v7 = np.max(v6, keepdims=True)
    return v5, v7, u2


def p554(x1, x2, N):
    v3 = np.pad(x1, ((0, 0),), mode="constant")
    v4 = x2 - 2 * N
    w5 = v3
    w5 = repeat(lambda u, k, x=v3: u * 0.5 + k * x, w5, range(3))
    v6 = np.concatenate([w5, v3], axis=-1)
    v7 = np.exp(v6 - np.max(v6, 0, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 0, keepdims=True)), 0, keepdims=True)
    v9 = (v7 + v7) * np.sum(v7 * v7)
    return v4, v9


def p568(x1, x2, x3, x6, u13, N, M, K):
    v4 = np.mean(x2, axis=0)
    v5 = np.sum(x1, axis=-1, keepdims=True)
    v7 = x3 < x6
    v8 = np.sqrt(np.sum(v5 * v5, axis=0) + 1)
    v9 = np.abs(v8)
    v10 = np.maximum(x1, v9)
    v12 = (v10 + v10) * np.sum(v10 * v10)
    u13 = u13 + 3
    v14 = np.kron(u13, u13)
    return v4, v7, v12, v14, u13


def p571(x1, x3, x5, N):
    v2 = np.min(x1)
    v4 = np.tensordot(x1, x3, axes=1)
    v6 = np.logical_or(v2, x5)
    v7 = np.swapaxes(v4, 0, 1)
    w8 = v4
    w8 = w8 + x5
    return v6, v7, w8


def p580(x2, N, M):
    v4 = np.max(x2, axis=1)
    v5 = np.log(x2 * x2 + 1)
    v6 = v5 - 2 * N
    v7 = v6 + 1j * v6
    v8 = np.sqrt(np.sum(v6 * v6, axis=0) + 1)
    v9 = v4 * v4
    return v7, v8, v9


def p594(x1, x2, i4, i9, x11, N, M):
    v3 = np.var(x1)
    v5 = x2[i4[axis(4, 0, 1)]]
    v6 = np.roll(v5, -1, axis=0)
    v7 = np.var(x1, axis=0)
    v8 = v6.reshape((2, 2,))
    v10 = x1[i9]
    v12 = x11 * v10
    return v3, v7, v8, v12


def p609(x1, x3, x7, N):
    v2 = np.sum(over(x1[N - 1], (N,)), axis=(0,))
    v4 = x1 @ x3
    v5 = v4.reshape((2, 1,))
    v6 = np.prod(v5, axis=-1, keepdims=True)
    v8 = x7 + v6
    return v2, v8


def p611(x1, x3, N):
    v4 = np.sum(over(x3[axis(6, 2, 4) % 6, axis(N, 1, 4)] + x3[axis(6, 2, 4), N - 1 - axis(N, 1, 4)], (N, N, 6, 6,)), axis=(2, 3))
    v5 = x1 - 1
    v6 = np.sum(x3, axis=-2)
    v7 = v6.sum(axis=-1)
    v8 = np.stack([v4, v4, v4], axis=-3)
    return v5, v7, v8


def p615(x2, x5, M):
    v3 = np.sort(x2, axis=0)
    v4 = np.concatenate([x2, x2], axis=-1)
    v6 = np.stack([x5, v4], axis=1)
    v7 = np.transpose(v6, (1, 0))
    return v3, v7


def p617(x1, x2, u4, N):
    v3 = x2 >> 2
    u4 = np.roll(u4, 1, axis=0)
    v5 = u4 @ x1
    v6 = np.sum(x1, axis=0)
    v7 = np.kron(u4, u4)
    v8 = v5 ** 2
    v9 = v7 @ v7
    return v3, v9, v6, v8, u4


def p619(u3, x5, x8, i10, x11, N, M):
    u3 = np.flip(u3)
    v4 = np.flip(u3)
    v6 = np.min(over(x5[0] - x5[axis(2, 2, 3)], (N, 1, 2,)), axis=(2,))
    v7 = v6 * v6
    v9 = np.cross(x8, x8)
    v12 = at(np.add, v9, i10, x11)
    v13 = np.concatenate([v12, v12], axis=0)
    v14 = np.swapaxes(v13, 0, 1)
    v15 = np.argmin(v14, axis=0, keepdims=True)
    v16 = np.take_along_axis(v14, v15, axis=0)
    return v4, v7, v16, u3


def p620(x1, x2, x3, u8, i9, u11, N, M, K):
    v4 = np.cumsum(x3, axis=0)
    v5 = np.swapaxes(x2, 1, 0)
    v6 = np.mean(x3, axis=0)
    v7 = v4.sum(axis=0)
    u8 = assigned(u8, np.s_[:], u8[:] * x1)
    u8 = u8[i9] - u8
    v10 = np.einsum("i,i->i", u8, u8)
    u11 = assigned(u11, np.s_[1:-1], u11[:-2] - u11[2:])
    return v5, v6, v7, v10, u8, u11


def p621(x1, x2, u5, N, M):
    v3 = x2 // 5
    v4 = np.outer(x1, x1)
    u5 = u5 - x2
    v6 = np.cumsum(u5, axis=1)
    v7 = np.outer(x1, x1)
    return v3, v4, v6, v7, u5


def p637(x1, x2, N, M):
    v3 = np.maximum.accumulate(x2, axis=1)
    v4 = np.argmin(x1, axis=0, keepdims=True)
    v5 = np.take_along_axis(x1, v4, axis=0)
    v6 = v5[:, None]
    v7 = np.sort(v6, axis=1)
    v8 = np.logical_and(v3, v3)
    v9 = cast(v8, "c64")
    v10 = np.zeros((M,), DTYPES["i32"])
    v11 = over(np.where((axis(N, 1, 2) + axis(N, 1, 2)) % 2 == 0, v10[axis(M, 0, 2)] * cast(axis(N, 1, 2), "i32"), 1), (M, N,))
    return v7, v9, v11


def p640(x1, x2, N):
    v3 = np.concatenate([x1, x1, x1], axis=0)
    v4 = np.sort(x1, axis=0)
    v5 = x2 // x2
    v6 = np.sum(v3)
    return v4, v5, v6


def p642(x1, x2, i7, x9, N, M):
    v3 = x2 * x2
    v4 = np.flip(v3)
    v5 = ~v4
    v6 = x1.reshape((N, 1,))
    v8 = np.take(v6, i7, axis=0)
    v10 = v8 @ x9
    v11 = np.exp(v10 - np.max(v10, 1, keepdims=True)) / np.sum(np.exp(v10 - np.max(v10, 1, keepdims=True)), 1, keepdims=True)
    v12 = v11[-2, :]
    return v5, v12


def p646(x1, u4, u5, x6, x7, x9, N):
    v3 = np.tile(x1, (3,))
    u4 = np.broadcast_to(v3, (3 * N,))
    u5 = u5 + x6
    v8 = np.cross(x7, x7)
    v10 = np.concatenate([x9, u4], axis=0)
    v11 = np.cumprod(v8, axis=0)
    u4 = u4[::-1]
    v12 = np.minimum.accumulate(u4, axis=0)
    v13 = np.roll(x1, 5, axis=0)
    v14 = np.sort(v13, axis=0)
    return v10, v11, v12, v14, u4, u5


def p649(x2, M):
    v3 = np.pad(x2, ((0, 2), (1, 2)), mode="wrap")
    v4 = np.einsum("ij->ij", v3)
    v5 = v4.ravel()
    v6 = np.concatenate([x2, x2], axis=-2)
    w7 = v5
    w7 = w7 + 0.5 * v5
    return v6, w7


def p654(x1, x2, x3, N, M):
    v4 = np.searchsorted(np.sort(x2), x2, side="right")
    v5 = x1 - x1
    v6 = x3 / x3
    v7 = cast(x2, "f32")
    v8 = np.exp(v7 - np.max(v7, 0, keepdims=True)) / np.sum(np.exp(v7 - np.max(v7, 0, keepdims=True)), 0, keepdims=True)
    v9 = v8[None, :]
    return v4, v5, v6, v9


def p655(x2, x3, M):
    v4 = np.sum(over(x3[axis(M, 0, 2)] + x3[axis(M, 1, 2)] * cast(axis(M, 0, 2), "f16"), (M, M,)), axis=(1,))
    v5 = np.roll(v4, 3, axis=0)
    v6 = np.min(over(v5[axis(M, 0, 3)] * cast(axis(3, 2, 3), "f16") - x3[axis(M, 0, 3) % M] * v5[0], (M, M, 3,)), axis=(1, 2))
    v7 = v6 / v6
    v8 = x2 % 5
    v9 = np.diff(v8, axis=0)
    v10 = np.outer(v9, v8)
    return v7, v10


def p658(x1, N):
    v3 = np.sort(x1, axis=0)
    v4 = np.repeat(v3, 3, axis=0)
    v5 = np.argmax(v4, axis=0)
    v6 = np.sort(v4, axis=0)
    return v5, v6


def p664(x1, x2, N, M):
    v4 = np.min(x2, axis=0)
    v5 = np.arange(N, 0, -1, dtype="f4")
    v6 = np.log1p(np.abs(v5))
    v7 = np.exp(x2 - np.max(x2, 0, keepdims=True)) / np.sum(np.exp(x2 - np.max(x2, 0, keepdims=True)), 0, keepdims=True)
    v8 = v7 + v7
    v9 = np.mean(x1, axis=-2)
    v11 = np.pad(v8, ((2, 2),), mode="symmetric")
    return v6, v9, v11, v4


def p665(x1, x2, x6, N, M):
    v3 = np.roll(x2, 5, axis=0)
    v4 = np.concatenate([x1, x1], axis=-1)
    v5 = np.einsum("ij,ij->i", v4, v4)
    v7 = np.tensordot(v4, x6, axes=1)
    v8 = np.linspace(-1, 2, 6)
    v9 = v7 @ v8
    v10 = v9 - 2 * N
    return v3, v5, v10


def p671(x1, i3, N):
    v2 = x1 > 0
    v4 = v2[x1 % 4, i3]
    v5 = x1 == x1
    v6 = np.asarray(np.count_nonzero(v5))[()]
    v7 = np.broadcast_to(v5, (N, 4, N,))
    v8 = v6 >> 3
    v9 = np.mean(v7, axis=0)
    v10 = x1 * 0.5
    return v4, v8, v9, v10


def p675(x1, x2, u10, x11, N, M):
    v4 = np.stack([x2, x2], axis=0)
    v5 = np.min(x1)
    v6 = x2[None, :]
    v7 = -v6
    v8 = cast(v7, "c32")
    v9 = (0.5 + 1j) * v4
    u10 = assigned(u10, np.s_[:2:3, -1:2:-1], u10[:2:3, -1:2:-1] * x11)
    v12 = v9.sum(axis=-1, keepdims=True)
    v13 = v5 + M
    return v8, v12, v13, u10


def p679(x4, N):
    v5 = np.sum(over(x4[axis(N, 0, 2) % N, axis(N, 1, 2)] + x4[axis(N, 1, 2), axis(N, 1, 2)] * x4[axis(N, 1, 2) % N, axis(N, 0, 2)], (N, N,)), axis=(1,))
    v6 = v5[v5 % N]
    v7 = np.tensordot(x4, x4, axes=1)
    v8 = over(v7[axis(6, 0, 1) % N, axis(6, 0, 1) % N] * cast(axis(6, 0, 1), "i32"), (6,))
    v9 = np.concatenate([v8, v8], axis=0)
    v10 = np.flip(v9)
    return v6, v10


def p686(x1, x2, x3, N, M, K):
    v4 = x2[:, None]
    v5 = v4 + v4
    v6 = x3 * x3
    v7 = np.einsum("i,j->ji", x1, x1)
    v8 = v6 ** 3
    v9 = np.diag(v7)
    return v5, v8, v9


def p688(x1, x2, i3, x5, x8, u14, N, M):
    v4 = x2[i3]
    v6 = over(x1[axis(6, 0, 1) % N, axis(6, 0, 1) % 4] - x5[axis(6, 0, 1)], (6,))
    v7 = np.asarray(np.count_nonzero(v6, axis=0))[()]
    v9 = np.min(over(x8[axis(N, 1, 2)] - x8[axis(N, 0, 2)], (N, N,)), axis=(1,))
    v10 = np.sqrt(np.sum(v6 * v6, axis=0) + 1)
    v12 = np.sqrt(np.var(v9, axis=-1) + 1)
    u14 = assigned(u14, np.s_[1:-1], u14[:-2] - u14[2:])
    v16 = v4.sum(axis=0, keepdims=True)
    return v7, v12, v10, v16, u14


def p690(x2, x3, M, K):
    v4 = np.ptp(x3, axis=-1)
    v5 = np.sort(x3, axis=0)
    v6 = over(x2[axis(4, 0, 1) % M] * x2[axis(4, 0, 1) % M], (4,))
    v7 = np.asarray(np.count_nonzero(v5, axis=-1, keepdims=True))[()]
    return v4, v6, v7


def p691(x2, x12, x13, N, M):
    v3 = x2 + x2
    v4 = v3 / 3
    v5 = v4[None, :]
    v6 = np.repeat(v5, 2, axis=0)
    v7 = np.einsum("ij->j", v6)
    v8 = np.sort(v7, axis=0)
    v9 = v8 + 1j * v8
    v11 = np.sqrt(np.sum(v5 * v5, axis=0) + 1)
    v14 = np.linalg.solve(x12 / (np.abs(np.max(x12)) + 1) + 3 * np.eye(3), x13)
    v15 = N * v4
    return v9, v15, v11, v14


def p703(x2, x4, u6, i7, x10, M):
    v5 = np.einsum("i,i->i", x2, x4)
    u6 = u6[i7] - u6
    v8 = np.argmax(u6, axis=0)
    v9 = np.kron(v5, x4)
    v11 = np.min(over(x10[axis(2, 0, 1)] + x10[axis(2, 0, 1) % 2] * x10[axis(2, 0, 1)], (2,)), axis=(0,))
    v12 = np.diff(x2, axis=0)
    v13 = v12 * v12
    return v8, v9, v11, v13, u6


def p705(x1, x2, x3, u4, x11, x13, N, M, K):
    u4 = np.broadcast_to(x2, (M, 4,))
    v6 = np.flip(x3, axis=-1)
    v8 = np.min(x1, axis=1)
    v9 = v8 - v8
    v10 = np.arange(M, 0, -1, dtype="f4")
    u4 = u4 + x11
    v12 = np.prod(x11, axis=-2)
    v14 = np.concatenate([x13, v12], axis=0)
    return v9, v14, v10, v6, u4


def p708(x1, x2, x3, x9, N, M):
    v4 = np.rot90(x1, 2)
    v5 = v4 + x3
    v6 = np.outer(x2, x2)
    v7 = np.vecdot(x2, x2)
    v8 = v6.T
    v10 = np.logical_and(v7, x9)
    v11 = v8 < 1
    v12 = v6 + 1j * v8
    return v5, v10, v11, v12


def p713(x1, x2, x8, u10, x11, N, M, K):
    v4 = np.outer(x1, x1)
    v5 = np.pad(v4, ((1, 2), (2, 1)), mode="edge")
    v6 = v5 - 5
    w7 = v6
    w7 = assigned(w7, np.s_[::-1, 1:], x8)
    v9 = x2 // x2
    u10 = u10 + x11
    return w7, v9, u10


def p726(x1, x2, x3, N, M, K):
    v4 = np.max(over(x1[axis(4, 1, 2) % N], (M, 4,)), axis=(1,))
    v5 = np.ptp(x3, axis=-1)
    v6 = np.pad(x3, ((0, 1),), mode="constant", constant_values=2)
    v7 = np.stack([v4, v4, v4], axis=-1)
    v8 = np.argmin(v6, axis=0)
    v9 = np.maximum(x2, x2)
    return v5, v7, v8, v9


def p731(x1, u2, x4, N):
    u2 = u2 + x1
    v3 = np.abs(u2)
    v5 = v3[x4]
    v6 = np.ptp(v5, axis=0)
    v7 = np.sum(x4)
    v8 = np.einsum("i->i", v5)
    v9 = np.einsum("i,i,i->i", v8, v8, v8)
    v10 = v9 @ v3
    v11 = np.cumsum(v8, axis=0)
    v12 = v11[:, None]
    return v6, v7, v10, v12, u2


def p733(x1, x2, x4, N):
    v3 = np.linalg.solve(x2 / (np.abs(np.max(x2)) + 1) + 2 * np.eye(2), x2)
    v5 = np.outer(x1, x4)
    v6 = np.mean(x4, axis=0)
    v7 = cast(v3, "c64")
    v8 = v7 + v6
    return v5, v8


def p743(x1, x2, N, M):
    w4 = x1
    w4 = w4 + x1
    v5 = np.flip(w4)
    v6 = np.prod(v5, axis=0)
    v7 = np.roll(x2, -1, axis=0)
    v8 = np.sum(v7, keepdims=True)
    w4 = w4 + v6
    return v8, w4


def p750(x1, x2, i10, N, M):
    w3 = x1
    w3 = assigned(w3, np.s_[1:-1], w3[:-2] + w3[2:])
    v4 = np.sort(w3, axis=0)
    v5 = np.eye(2, 4, k=-1)
    v6 = np.exp(v5 - np.max(v5, 1, keepdims=True)) / np.sum(np.exp(v5 - np.max(v5, 1, keepdims=True)), 1, keepdims=True)
    v7 = np.ones((2, M,), DTYPES["c32"])
    v8 = np.triu(v6, k=0)
    v9 = v8[x1 % 2]
    v11 = np.take(x2, i10, axis=0)
    return v4, v7, v9, v11


def p757(x1, x6, N):
    v2 = x1 * x1
    v3 = v2 ^ v2
    v4 = np.asarray(np.count_nonzero(v3))[()]
    v5 = np.eye(6, 4, k=1)
    v7 = v5 @ x6
    return v4, v7


def p763(x2, M):
    v4 = np.tile(x2, (3,))
    v5 = np.cumsum(x2, axis=0)
    v6 = np.stack([v5, v5], axis=1)
    v7 = v4 ** 2
    v8 = np.argsort(v7, axis=0, kind="stable")
    return v6, v8


def p767(x1, x2, x8, N, M):
    v4 = x2[:, None, :]
    v5 = v4.reshape((2, M,))
    v6 = np.cumsum(x1, axis=0)
    v7 = v5 - 2
    v9 = np.outer(x1, x8)
    v10 = np.cumsum(v9, axis=0)
    return v6, v7, v10


def p778(x1, x2, x3, x10, N, M):
    v4 = np.sum(over(x2[axis(3, 1, 2) % 4, axis(2, 0, 2) % M] + x2[axis(2, 0, 2) % 4, axis(3, 1, 2) % M] * x3[axis(2, 0, 2), axis(3, 1, 2)], (2, 3,)), axis=(0, 1))
    v5 = x1 >> 2
    v6 = v5 @ v5
    v7 = np.ptp(v5, axis=-1)
    v8 = x3 == x3
    v9 = np.mean(v8, keepdims=True)
    v11 = v9 + 1j * x10
    return v4, v6, v7, v11


def p779(x1, x2, u6, N, M):
    v3 = x1.flatten()
    v4 = np.concatenate([x2, x2], axis=-1)
    v5 = np.min(x1)
    u6 = u6 - v4
    v7 = np.max(v3, axis=-1)
    v9 = (x2 + x2) * np.sum(x2 * x2)
    v10 = v9 ** 2
    v11 = np.diff(u6, axis=0)
    return v5, v7, v10, v11, u6


def p784(x1, x2, u3, x4, N, M):
    u3 = assigned(u3, np.s_[0, :], u3[0, :] + x4)
    v5 = x2 ^ x2
    v6 = v5[:1, -1]
    v7 = np.sort(u3, axis=0)
    v8 = np.arctan(v7)
    v10 = np.argmax(v6, axis=0, keepdims=True)
    v11 = np.sort(v6, axis=0)
    v12 = np.triu(x1, k=-1)
    return v10, v11, v12, v8, u3


def p786(x1, x2, N, M):
    v3 = np.roll(x1, -1, axis=0)
    v4 = np.roll(x1, 3, axis=0)
    v5 = v4.sum(axis=0)
    v6 = np.asarray(np.count_nonzero(v4, axis=-1))[()]
    v7 = np.max(over(x2[axis(M, 0, 3), axis(N, 1, 3) % 1] * x2[M - 1, axis(M, 0, 3) % 1] - x2[axis(N, 1, 3) % M, axis(M, 0, 3) % 1], (M, N, 2,)), axis=(1, 2))
    v9 = v7[1:3, None]
    return v9, v3, v6, v5


def p790(x1, x2, x3, u9, N, M):
    v4 = np.sum(x2, axis=(0, -1))
    v5 = np.searchsorted(np.sort(x1), x1, side="left")
    v6 = x3 - 2 * M
    v7 = np.roll(x1, -2, axis=0)
    v8 = np.round(v6)
    u9 = u9 + v7
    return v4, v5, v8, u9


def p795(x1, i6, N):
    v2 = np.pad(x1, ((1, 2),), mode="constant")
    v3 = v2[None, :]
    w4 = v2
    w4 = np.broadcast_to(v2, (N + 3,))
    w5 = w4
    w5 = w5 ^ w4
    v7 = v2[i6]
    v8 = w5[i6[axis(N, 0, 1)]]
    return v3, v7, v8


def p819(x1, x2, i4, i9, N):
    v3 = np.where(x1, x2, 0)
    v5 = segments(np.add, x2, i4, 5)
    v6 = v5.T
    v7 = cast(v6, "f64")
    v8 = np.min(v7, keepdims=True)
    v10 = x2[axis(5, 0, 2), i9[axis(6, 1, 2)]]
    v11 = v10.T
    return v3, v8, v11


def p820(x1, x2, x3, u6, N, M):
    v4 = np.take(x2, x3, axis=0)
    v5 = np.argmin(x1, axis=0, keepdims=True)
    u6 = u6[::-1]
    u6 = u6 + v5
    v7 = over(x1[N - 1 - axis(N, 0, 1)] * x1[axis(N, 0, 1)], (N,))
    u6 = u6 + v5
    u6 = u6 + v5
    return v4, v7, u6


def p824(x1, x4, N):
    v2 = np.min(x1, axis=-1)
    v3 = np.searchsorted(np.sort(x1), x1, side="right")
    v5 = np.concatenate([x4, v3], axis=0)
    v6 = v2 + 4
    v7 = v6 * v6
    v9 = (v3 + v3) * np.sum(v3 * v3)
    v10 = np.roll(v3, 2, axis=0)
    v11 = np.min(v10, axis=-1)
    v12 = v11 & v11
    return v5, v7, v9, v12


def p827(x1, x2, u3, x4, N, M):
    u3 = u3 + x1
    u3 = u3 + x4
    v5 = x2[None, :, :]
    v6 = cast(v5, "i16")
    v7 = v6 - 5
    v8 = np.mean(x2, axis=-1, keepdims=True)
    v9 = v5.reshape((M, 6,))
    return v7, v8, v9, u3


def p832(x2, i5, N, M):
    w4 = x2
    w4 = w4[i5]
    v6 = -w4
    v7 = v6[i5]
    v8 = np.sum(x2, axis=-1, keepdims=True)
    v9 = v8 & v8
    return v7, v9


def p834(x2, x4, N, M):
    v3 = np.arcsinh(x2)
    v5 = v3 @ x4
    v6 = np.sort(v5, axis=0)
    v7 = np.min(v6)
    v9 = x4[1:] + x4[:-1]
    return v7, v9


def p837(x1, x3, x13, N, M, K):
    v4 = x1 > x1
    v5 = x3.sum(axis=-1)
    v6 = np.swapaxes(x3, 1, 0)
    v7 = np.rot90(v6, 1)
    v8 = v7[v6 % 2]
    v9 = v8 - 2
    v10 = np.outer(v5, v5)
    v11 = np.sum(x1, axis=(0, -1))
    v12 = np.einsum("iji->i", v9)
    v14 = np.concatenate([v12, x13], axis=0)
    v15 = np.var(v14)
    return v4, v10, v11, v15


def p841(x1, x2, N, M):
    v3 = cast(x2, "f64")
    v4 = np.sqrt(np.sum(v3 * v3, axis=0) + 1)
    v5 = np.triu(x1, k=0)
    v6 = v3 @ v3
    v7 = np.pad(v5, ((2, 1), (1, 2)), mode="constant", constant_values=1)
    v8 = np.einsum("i,i->i", v3, v3)
    return v4, v6, v7, v8


def p861(x1, u5, x9, N):
    v3 = x1 < x1
    v4 = np.exp(x1 - np.max(x1, 1, keepdims=True)) / np.sum(np.exp(x1 - np.max(x1, 1, keepdims=True)), 1, keepdims=True)
    u5 = u5 + 0.25 * v4
    v6 = cast(x1, "bool")
    v7 = np.argmax(x1, axis=0, keepdims=True)
    v8 = np.sort(v7, axis=1)
    v10 = np.linalg.inv(x9 / (np.abs(np.max(x9)) + 1) + 3 * np.eye(3))
    return v6, v3, v10, v8, u5


def p865(x1, x2, i3, i15, N, M):
    v4 = x2[i3]
    v5 = np.square(x1)
    v6 = x1 * v5
    v7 = i3.flatten()
    v9 = v7[1:] + v7[:-1]
    v10 = v9 - v9
    v11 = over(np.where((axis(M, 0, 1) + axis(M, 0, 1)) % 2 == 0, v4[axis(M, 0, 1) % 2, axis(M, 0, 1), (axis(M, 0, 1) + 1) % M] + x2[axis(M, 0, 1), axis(M, 0, 1)] * v4[0, M - 1 - axis(M, 0, 1), axis(M, 0, 1)], 1), (M,))
    v12 = np.tile(v11, (2,))
    v13 = v12 == v12
    v14 = np.concatenate([v13, v13], axis=0)
    v16 = np.bincount(i15, minlength=N)
    return v6, v10, v14, v16


def p866(x1, x5, N):
    v3 = np.stack([x1, x1], axis=1)
    v4 = np.sort(v3, axis=1)
    v6 = np.sum(over(x5[axis(5, 1, 3)] + x5[axis(5, 1, 3)], (6, 5, N,)), axis=(1, 2))
    v7 = np.tile(v3, (3, 1))
    v8 = np.repeat(v7, 3, axis=0)
    v9 = np.minimum(v6, v6)
    v10 = np.einsum("i,i->", v9, v9)[()]
    v11 = v10 ** 2
    v12 = v11 <= v6
    v13 = np.concatenate([v12, v12], axis=0)
    return v4, v8, v13


def p869(x1, x2, u4, x5, N):
    v3 = np.logical_or(x1, x2)
    u4 = assigned(u4, np.s_[0::2, :], x5)
    v6 = np.argmax(u4, axis=1, keepdims=True)
    v7 = v6 / 3
    u4 = u4 * x2
    v8 = np.stack([v3, v3], axis=1)
    v9 = np.logical_or(u4, u4)
    return v7, v8, v9, u4


def p871(x1, x2, u4, x5, x10, N, M):
    v3 = np.vecdot(x1, x1)
    u4 = np.broadcast_to(v3, (N,))
    u4 = u4 * x5
    v6 = u4 * u4
    v7 = np.sum(v6, axis=-1)
    v8 = x2 // 5
    v9 = np.outer(v6, v6)
    v11 = np.max(over(x10[axis(M, 0, 3)] - x10[axis(M, 0, 3)] * cast(axis(5, 2, 3), "f64"), (M, 5, 5,)), axis=(2,))
    v12 = cast(v8, "f64")
    return v7, v9, v11, v12, u4


def p880(x1, x2, x3, u8, N):
    v4 = np.concatenate([x1, x3, x1], axis=0)
    v5 = x2 < 1
    v6 = np.concatenate([x3, v4, v4], axis=0)
    v7 = v6 != 1
    u8 = assigned(u8, v7, u8[v7] + 3)
    v9 = np.sort(u8, axis=0)
    v10 = np.concatenate([v9, u8], axis=0)
    v11 = v10.sum(axis=0, keepdims=True)
    return v5, v11, u8


def p885(x1, x2, x3, i5, N, M):
    w4 = x2
    w4 = w4 * x2
    v6 = x2[axis(M, 0, 2), i5[axis(3, 1, 2)]]
    v7 = np.diff(x1, axis=1)
    w4 = np.flip(w4)
    v8 = cast(x3, "u16")
    v9 = w4[-1, 1:2]
    return v6, v7, v8, v9


def p890(x1, x3, N, M, K):
    v4 = x3 + 1j * x3
    v5 = 1 * v4
    v6 = x1 == x1
    v7 = np.tile(x1, (1, 3))
    v8 = np.argmin(v7, axis=0)
    v9 = v6.flatten()
    v10 = np.roll(x3, (2, 1), axis=(0, 1))
    v11 = np.broadcast_to(v4, (4, K, M,))
    v12 = x3 > v10
    v13 = np.minimum(v8, v8)
    v14 = v11 * v5
    return v9, v12, v13, v14


def p898(x1, x3, x5, x8, N, M):
    v4 = np.cumsum(x1, axis=0)
    v6 = np.sum(over(x5[axis(1, 0, 1)] * x5[0] + x5[axis(1, 0, 1) % 1] * x5[axis(1, 0, 1)], (1,)), axis=(0,))
    v7 = x3 + 1j * x3
    v9 = v4[x8]
    v10 = np.flip(x5)
    return v6, v7, v9, v10


def p900(x1, u3, i6, N, M):
    u3 = np.roll(u3, 1, axis=0)
    v4 = 3 * u3
    v5 = v4.flatten()
    v7 = segments(np.add, x1, i6, 5)
    return v5, v7, u3


def p907(x1, x2, u3, x4, i10, N, M):
    u3 = u3 - x2
    v5 = np.stack([x2, x4, u3], axis=0)
    v6 = np.triu(x1, k=0)
    v7 = v6 == v6
    v8 = np.einsum("ij,ij,ij->ji", v5, v5, v5)
    v9 = cast(x2, "f32")
    u3 = u3[i10]
    v12 = cast(v6, "i16")
    return v8, v12, v7, v9, u3


def p927(x1, x2, u3, x4, i6, N):
    u3 = u3 - x1
    u3 = assigned(u3, np.s_[:, :3:-1], x4)
    v5 = np.sum(u3, axis=1)
    v7 = segments(np.add, v5, i6, 6)
    v8 = v7 >> 3
    v9 = u3[:, i6]
    v10 = x2 / x2
    return v8, v9, v10, u3


def p934(x1, x3, x7, N):
    v4 = cast(x1, "c64")
    v5 = v4 ** 2
    v6 = np.vecdot(v5, v5)
    v8 = np.minimum(x3, x7)
    return v6, v8


def p936(x1, x3, x8, N):
    w2 = x1
    w2 = np.broadcast_to(x3, (N,))
    v4 = w2 + N
    v5 = np.argmin(w2, axis=0)
    v6 = np.concatenate([v4, v4], axis=0)
    v7 = np.ptp(v6, axis=-1)
    v9 = v6[x8]
    v10 = np.pad(v9, ((1, 2),), mode="constant")
    return v5, v7, v10


def p937(x1, x2, x4, x6, x8, N, M):
    w5 = x2
    w5 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w5, range(3))
    v7 = np.linalg.inv(x6 / (np.abs(np.max(x6)) + 1) + 4 * np.eye(4))
    v9 = np.concatenate([v7, x8, x8], axis=1)
    v10 = np.prod(x1, axis=0)
    v11 = np.einsum("ij,ij->", v9, v9)[()]
    v12 = over(np.where((axis(4, 0, 2) + axis(M, 1, 2)) % 2 == 0, w5[axis(M, 1, 2), axis(M, 1, 2)] * x2[axis(M, 1, 2), axis(M, 1, 2)] + w5[axis(M, 1, 2), M - 1 - axis(M, 1, 2)] * cast(axis(4, 0, 2), "f32"), 1), (4, M,))
    v13 = x4 ** 2
    v14 = v10 >> 1
    w5 = w5 * v13
    return v11, v12, v14, w5


def p946(x2, u5, x6, M):
    v3 = np.roll(x2, 3, axis=0)
    v4 = np.sum(v3)
    u5 = assigned(u5, np.s_[::3], u5[::3] * x6)
    v7 = np.minimum(v4, v4)
    return v7, u5


def p948(x1, x2, u7, x11, N, M):
    v3 = np.repeat(x2, 2, axis=0)
    v4 = v3 << 1
    v5 = np.concatenate([v3, v4], axis=0)
    v6 = np.abs(v5)
    u7 = u7 + v5
    u7 = assigned(u7, np.s_[1:-1], u7[:-2] - u7[2:])
    v8 = v4[-1]
    v9 = x2 > v8
    u7 = assigned(u7, np.s_[:-2:-2], v8)
    v10 = np.sort(x1, axis=0)
    v12 = v10 @ x11
    return v6, v9, v12, u7


def p956(x2, i7, N, M):
    v4 = np.max(x2, axis=0, keepdims=True)
    w5 = v4
    w5 = np.broadcast_to(v4, (1, 6,))
    v6 = np.abs(w5)
    w5 = w5 - v6
    v8 = w5[i7]
    v9 = np.squeeze(w5, axis=0)
    return v8, v9


def p961(x1, x2, x5, N, M):
    v4 = np.clip(x1, 1, 3)
    v6 = v4[x5]
    v7 = over(v4[axis(N, 1, 2)] * cast(axis(1, 0, 2), "bf16"), (1, N,))
    v8 = np.tile(v7, (1, 3))
    v9 = np.cumsum(v8, axis=0)
    v10 = np.sort(v9, axis=0)
    v11 = np.repeat(x2, 2, axis=1)
    return v6, v10, v11


def p966(x1, x2, i4, x6, u9, N, M):
    v3 = np.concatenate([x2, x2, x2], axis=0)
    v5 = v3[i4[axis(3, 0, 2)], axis(M, 1, 2)]
    v7 = x1 @ x6
    v8 = np.einsum("i,i->i", v7, v7)
    u9 = u9 - v8
    v10 = v3 % v3
    v11 = v8 * v7
    v12 = v5 ** 2
    v13 = v12 - 2
    v14 = np.cumprod(v13, axis=1)
    v15 = np.abs(v14)
    return v10, v11, v15, u9


def p969(x1, N):
    v2 = np.flip(x1, axis=0)
    v3 = np.max(v2, axis=-1)
    v4 = np.cumsum(v2, axis=0)
    v5 = 2 - v3
    return v4, v5


def p970(x1, x2, x3, x7, u9, x12, N, M):
    v4 = x3 >= x3
    v6 = x2[:2:-2, :]
    v8 = np.einsum("ij,jk,jk->ji", v6, x7, x7)
    u9 = u9 - v6
    v10 = np.prod(u9, axis=(0, -1))
    v11 = np.sum(x1, axis=(0, -1), keepdims=True)
    v13 = v11 | x12
    v14 = np.logical_xor(v8, v8)
    return v4, v14, v13, v10, u9


def p976(x1, x2, i5, x9, N, M):
    v3 = x2[0:]
    v4 = v3[2:, None]
    v6 = v3[i5]
    v7 = v6 == x1
    v8 = np.squeeze(v4, axis=1)
    v10 = v8 == x9
    v11 = cast(v10, "c64")
    v12 = v7.reshape((1, 1, N,))
    return v11, v12


def p980(x1, x2, u4, i5, i6, N, M):
    u4 = assigned(u4, np.s_[-2:-1, :], 3)
    u4 = np.broadcast_to(x1, (N, 2,))
    u4 = u4[i5] - u4
    v7 = np.take(x2, i6, axis=0)
    v8 = x2 / (x2 * np.conj(x2) + 1)
    return v7, v8, u4


def p983(x1, N):
    w3 = x1
    w3 = np.roll(w3, 1, axis=0)
    v4 = np.flip(w3, axis=0)
    w5 = v4
    w5 = np.broadcast_to(w3, (N,))
    w5 = np.broadcast_to(x1, (N,))
    w6 = w5
    w6 = np.broadcast_to(w3, (N,))
    v7 = w5 + w6
    v8 = np.broadcast_to(v7, (3, N,))
    return v8


def p996(x1, x2, x6, N, M):
    v3 = x1.sum(axis=-1)
    v4 = np.pad(x1, ((0, 0),), mode="constant")
    v5 = np.max(x2, axis=(0, -1))
    v7 = np.linalg.solve(x6 / (np.abs(np.max(x6)) + 1) + 2 * np.eye(2), x6)
    v8 = np.pad(v7, ((2, 1), (1, 0)), mode="constant", constant_values=1)
    v10 = np.tile(v4, (2,))
    return v3, v5, v10, v8


def p1001(x1, x2, i4, x9, i11, u15, N, M, K):
    v5 = segments(np.add, x1, i4, 1)
    v6 = over(x2[axis(M, 1, 2)] * x2[axis(K, 0, 2) % M], (K, M,))
    v7 = np.squeeze(v5, axis=0)
    v8 = x1[-1:]
    v10 = i4[x9]
    v12 = at(np.maximum, v6, i11, v6)
    v13 = np.ceil(v8)
    v14 = v13[x9 % 1]
    u15 = u15 + 2 * x2
    return v7, v10, v12, v14, u15


def p1003(x1, x2, u7, N, M):
    v3 = x1 + x1
    v4 = 3 * x2
    v5 = cast(x1, "f32")
    v6 = v4 / v4
    u7 = u7 * v6
    v8 = np.outer(u7, u7)
    v9 = np.log(v8 * v8 + 1)
    v10 = np.einsum("ij->ji", v9)
    return v3, v5, v10, u7


def p1008(x1, x2, N, M):
    v3 = np.broadcast_to(x2, (5, M,))
    v4 = x1 - x1
    v5 = np.logical_and(v4, v4)
    v6 = np.roll(v5, 5, axis=1)
    v7 = v4 // 2
    v8 = np.sort(v5, axis=0)
    v9 = v3 + 1j * v3
    v10 = v9[:1, :]
    v11 = cast(v7, "bool")
    v12 = np.logical_and(v8, v11)
    return v6, v10, v12


def p1011(x2, i8, N, M):
    v3 = np.arange(3)
    v4 = v3 / 3
    v5 = x2.T
    v6 = np.tile(x2, (3, 1))
    v7 = v5[:, -2]
    v9 = v7[i8[axis(M, 0, 1)]]
    w10 = v7
    w10 = assigned(w10, np.s_[1:-1], w10[:-2] + w10[2:])
    return v4, v6, v9, w10


def p1014(x1, N, M):
    v3 = x1[1]
    v4 = np.ones((M, N,), DTYPES["bf16"])
    v5 = np.einsum("ij,ij,ij->j", v4, v4, v4)
    v6 = over(v4[axis(N, 0, 1) % M, axis(N, 0, 1)] * cast(axis(N, 0, 1), "bf16") + v5[axis(N, 0, 1)] * cast(axis(N, 0, 1), "bf16"), (N,))
    return v3, v6


def p1026(x1, N):
    v2 = np.sum(over(x1[N - 1 - axis(N, 1, 3), axis(3, 0, 3) % 6] - x1[(axis(N, 1, 3) + 1) % N, axis(3, 2, 3) % 6], (3, N, 3,)), axis=(1, 2))
    v3 = v2 / 3
    v4 = v3 * v3
    v5 = np.linspace(-1, 2, 3)
    v6 = np.concatenate([v5, v5], axis=0)
    v7 = v5 + 1j * v5
    w8 = v6
    w8 = w8 + 0.25 * v6
    return v4, v7, w8


def p1028(x1, x2, N, M):
    v3 = np.roll(x2, 1, axis=1)
    v4 = x1[:, :1]
    v5 = x1 ** 2
    v6 = np.repeat(v3, 2, axis=1)
    v7 = np.min(v5, axis=0)
    v8 = np.cbrt(np.abs(v4) + 1)
    return v6, v7, v8


def p1035(x1, x2, x6, N, M):
    v3 = np.flip(x2, axis=1)
    v4 = np.pad(x1, ((1, 1), (0, 0)), mode="constant")
    w5 = v4
    w5 = assigned(w5, np.s_[-1::-2, 1], True)
    v7 = np.sum(over(x6[axis(3, 0, 1)] - x6[axis(3, 0, 1)], (3,)), axis=(0,))
    v8 = np.sort(v3, axis=1)
    v9 = np.pad(x6, ((0, 1),), mode="constant")
    w5 = np.broadcast_to(v4, (N + 2, 3,))
    w10 = v7
    w10 = repeat(lambda u, k, x=v7: u * 0.5 + k * x, w10, range(3))
    return v8, v9, w5, w10


def p1040(x2, x3, x4, x9, M):
    v5 = np.stack([x2, x4], axis=0)
    v6 = np.broadcast_to(v5, (4, 2, M,))
    w7 = x3
    w7 = repeat(lambda u, k, x=x3: u * 0.5 + k * x, w7, range(3))
    v8 = np.sort(v6, axis=2)
    v10 = v8 * x9
    v11 = v10 < v10
    v12 = np.transpose(v11, (1, 2, 0))
    v13 = x9 + 5
    v14 = np.exp(1j * x3)
    return w7, v12, v13, v14


def p1042(x1, x7, N):
    v2 = np.flip(x1, axis=0)
    w3 = v2
    w3 = np.flip(w3)
    v4 = v2 ** 3
    v5 = v4.sum(axis=0)
    v6 = ~v5
    v8 = np.stack([w3, x7, x7], axis=0)
    w3 = w3[::-1]
    v9 = np.sort(w3, axis=0)
    return v6, v8, v9


def p1043(x1, x2, N):
    v3 = over(np.where((axis(3, 1, 2) + axis(1, 0, 2)) % 2 == 0, x2[axis(3, 1, 2) % 1] - x2[axis(1, 0, 2)] * cast(axis(3, 1, 2), "i32"), 1), (1, 3,))
    v4 = v3 / 3
    v5 = np.sort(x2, axis=0)
    v6 = np.sum(over(x1[axis(N, 0, 3)] * x1[(axis(N, 0, 3) + 2) % N] + x1[axis(N, 0, 3)] * x1[(axis(N, 0, 3) + 2) % N], (N, 6, 6,)), axis=(1, 2))
    v7 = np.exp(v4 - np.max(v4, 1, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 1, keepdims=True)), 1, keepdims=True)
    v8 = np.squeeze(v7, axis=0)
    return v5, v6, v8


def p1044(x1, u4, N):
    v2 = x1 + 1j * x1
    v3 = v2 != v2
    u4 = u4 + 1
    v5 = u4 ** 2
    u4 = assigned(u4, v3, 3)
    v6 = u4 + (1 - 2j)
    v7 = np.einsum("ij,ij->ji", v6, v5)
    v8 = np.maximum(x1, x1)
    v9 = v7 ** 2
    v10 = np.flip(v8, axis=1)
    return v9, v10, u4


def p1052(x1, x2, N, M):
    v3 = np.pad(x2, ((2, 1),), mode="constant")
    v4 = v3[None, :]
    v5 = np.conj(v4)
    v6 = v5[-1:, 1]
    v7 = over(np.where((axis(N, 0, 2) + axis(N, 0, 2)) % 2 == 0, x1[(axis(N, 0, 2) + 1) % N] - x1[axis(N, 0, 2)], 1), (N, 6,))
    w8 = v7
    w8 = assigned(w8, np.s_[0:-2, 0:-1:2], w8[0:-2, 0:-1:2] - 3)
    v9 = np.squeeze(v6, axis=0)
    v10 = np.sum(over(w8[axis(N, 0, 2), axis(3, 1, 2) % 6] * w8[axis(N, 0, 2), 0] + w8[axis(N, 0, 2), axis(3, 1, 2) % 6], (N, 3,)), axis=(1,))
    v11 = np.flip(v10)
    return v9, v11


def p1058(x1, x3, x4, u8, x9, N, K):
    v5 = x3 + 1j * x4
    v6 = np.repeat(v5, 2, axis=0)
    v7 = np.searchsorted(np.sort(x1), x1, side="left")
    u8 = u8 - v7
    v10 = np.concatenate([x9, u8], axis=-1)
    return v6, v10, u8


def p1061(x2, i4, M):
    v3 = x2[-3:, 2:]
    v5 = segments(np.add, v3, i4, 2)
    v6 = np.concatenate([v5, v5], axis=1)
    v7 = np.pad(v3, ((2, 1), (1, 0)), mode="symmetric")
    v8 = np.repeat(v7, 2, axis=0)
    return v6, v8


def p1068(x2, x3, M, K):
    v5 = np.abs(x2)
    v6 = 2j - x2
    v7 = np.max(v5, keepdims=True)
    v8 = np.searchsorted(np.sort(x3), x3, side="left")
    v9 = v7 ** 2
    return v6, v8, v9


def p1070(x1, x3, i4, x7, u12, x13, N, K):
    v5 = x3[:, i4]
    v6 = np.maximum.accumulate(v5, axis=1)
    v8 = np.vecdot(x3, x7)
    v9 = np.asarray(np.count_nonzero(v8, axis=-1))[()]
    v10 = 2 * i4
    v11 = np.repeat(x7, 3, axis=1)
    u12 = np.broadcast_to(v9, (N, N,))
    v14 = x1 < x13
    v15 = np.stack([v14, v14], axis=-3)
    u12 = u12 + v10
    return v6, v11, v15, u12


def p1080(x1, x3, i5, i6, N, K):
    w4 = x1
    w4 = w4 + 2
    w4 = w4[i5] - w4
    v7 = x3[i6[axis(2, 0, 1)]]
    return w4, v7


def p1083(u2, x3, x6, x9, i11, u14, N):
    u2 = u2 + x3
    v4 = np.sort(u2, axis=0)
    v7 = np.stack([x3, x6], axis=1)
    v8 = np.sum(v4, axis=0, keepdims=True)
    v10 = v8 @ x9
    v12 = x9[i11]
    v13 = np.rot90(v7, 3)
    u14 = u14 + x6
    v15 = np.prod(u14, axis=-1)
    return v15, v10, v13, v12, u2, u14


def p1086(x1, x2, N, M):
    v4 = x2 + x2
    v5 = np.concatenate([v4, v4], axis=0)
    w6 = x1
    w6 = np.broadcast_to(x1, (M, N,))
    return v5, w6


def p1091(x1, x2, x7, x9, N, M):
    v3 = np.concatenate([x1, x1, x1], axis=0)
    v4 = np.sort(v3, axis=0)
    w5 = v4
    w5 = assigned(w5, np.s_[1:-1], w5[:-2] + w5[2:])
    v6 = np.flip(x2)
    v8 = v3[x7]
    v10 = np.sum(over(x9[axis(3, 1, 2), axis(M, 0, 2)] + x9[axis(3, 1, 2), axis(M, 0, 2)] * cast(axis(3, 1, 2), "f64"), (M, 3,)), axis=(1,))
    v13 = v6 ** 2
    v14 = w5.reshape((3, 1, N,))
    return v13, v8, v14, v10


def p1095(x1, i8, N):
    v5 = np.exp(1j * x1)
    v6 = np.concatenate([v5, v5], axis=1)
    v7 = np.einsum("ij,ij->ij", v6, v6)
    v9 = np.take(v7, i8, axis=0)
    v10 = np.vecdot(v5, v5)
    return v9, v10


def p1104(u3, i4, u11, x12, x13, M):
    u3 = u3 + 2
    u3 = u3[i4] - u3
    v5 = u3 != u3
    v6 = cast(v5, "f64")
    v7 = np.sqrt(np.sum(v6 * v6, axis=0) + 1)
    v8 = u3 / (2 + 1j)
    v9 = np.outer(v8, v8)
    v10 = np.rot90(v9, 3)
    u11 = assigned(u11, np.s_[0::-2, :-2], 2)
    v14 = u11[x12, x13]
    v15 = np.transpose(u11, (0, 1))
    return v7, v10, v14, v15, u3, u11


def p1108(x1, x2, x3, N, M, K):
    v4 = np.outer(x3, x3)
    v5 = x1.reshape((N, 1,))
    v6 = x2 ** 2
    v9 = x2 ^ v6
    v11 = v5 * v5
    v12 = np.arange(6)
    v13 = v12 == 3
    return v4, v13, v9, v11


def p1110(x2, N, M):
    v4 = np.stack([x2, x2], axis=1)
    v5 = v4 + M
    v6 = np.diff(v5, axis=1)
    v7 = np.repeat(v6, 2, axis=0)
    return v7


def p1112(x1, i4, u6, i10, x11, N):
    v3 = np.transpose(x1, (1, 0))
    v5 = v3[i4]
    u6 = u6 + 3
    v7 = np.concatenate([u6, v3], axis=0)
    v8 = v7[None, :, :]
    v9 = np.stack([v7, v7], axis=-1)
    v12 = at(np.maximum, v9, i10, x11)
    v14 = (v12 + v12) * np.sum(v12 * v12)
    v17 = np.transpose(v3, (1, 0))
    return v17, v14, v8, v5, u6


def p1117(x1, u4, x7, x9, i14, N):
    v2 = x1.sum(axis=0, keepdims=True)
    v3 = np.pad(v2, ((2, 1),), mode="constant", constant_values=3)
    u4 = repeat(lambda u, k, w=v3: u * k + w[k], u4, range(2))
    v5 = np.cumprod(v3, axis=0)
    v6 = np.take(x1, v5 % N, axis=0)
    v8 = np.sum(over(u4[axis(N, 0, 2) % 4] + v5[axis(N, 0, 2) % 4] * x7[axis(N, 0, 2)], (N, 3,)), axis=(1,))
    v10 = np.where(v6, x9, 0)
    v11 = cast(v2, "f64")
    v13 = (x9 + v11) * np.sum(x9 * v11)
    v15 = segments(np.add, v13, i14, 2)
    v16 = np.asarray(np.count_nonzero(v8))[()]
    return v10, v15, v16, u4


def p1126(x1, x7, N):
    v2 = np.diff(x1, axis=0)
    v3 = np.triu(v2, k=0)
    v4 = np.concatenate([v3, v3, v3], axis=0)
    v5 = cast(v4, "c32")
    v6 = v5 + (1 - 2j)
    v8 = v6 @ x7
    v9 = np.rot90(v8, 2)
    v10 = x7 + 2
    v11 = np.sum(v10)
    return v9, v11


def p1129(x3, x5, N, K):
    v4 = x3 >> 1
    v6 = np.linalg.det(x5 / (np.abs(np.max(x5)) + 1) + 3 * np.eye(3))
    v7 = np.argmax(x5, axis=0, keepdims=True)
    v8 = np.take_along_axis(x5, v7, axis=0)
    v9 = np.cross(v7, v7)
    v10 = v9[v9 % 1]
    w11 = v8
    w11 = repeat(lambda u, k, x=v8: u * 0.5 + k * x, w11, range(3))
    v12 = np.pad(v4, ((1, 2), (2, 1)), mode="constant", constant_values=3)
    return v6, v10, w11, v12


def p1132(x2, i10, x11, M):
    v4 = np.rot90(x2, 2)
    v5 = v4 | v4
    v6 = np.min(v5, axis=(0, -1))
    v7 = 1 * v6
    v8 = np.sum(x2, keepdims=True)
    w9 = v8
    w9 = w9 - v8
    v12 = at(np.add, w9, i10, x11)
    return v7, v12


def p1141(x1, x3, x4, u6, N):
    v5 = np.linalg.solve(x3 / (np.abs(np.max(x3)) + 1) + 4 * np.eye(4), x4)
    u6 = assigned(u6, np.s_[:2, :], 3)
    v7 = np.logical_or(x3, x3)
    v8 = over(v5[axis(N, 0, 1), axis(N, 0, 1) % 4, axis(N, 0, 1) % 2], (N,))
    v9 = np.triu(v7, k=0)
    v10 = np.broadcast_to(v8, (6, N,))
    v11 = np.trace(u6)
    v12 = x1 * x1
    return v9, v10, v11, v12, u6


def p1144(x1, u3, x6, N):
    v2 = cast(x1, "i16")
    u3 = u3 + v2
    v4 = np.maximum.accumulate(u3, axis=0)
    v5 = cast(v4, "f32")
    v7 = v5 @ x6
    v8 = np.flip(v7)
    return v8, u3


def p1146(x1, x2, N, M):
    v3 = x2[-2:]
    v4 = np.abs(x2)
    v5 = np.tile(x1, (1, 3))
    v6 = np.ptp(v3, axis=0)
    return v4, v5, v6


def p1154(x1, x2, u4, i5, x9, N, M):
    v3 = x2[:, None]
    u4 = u4[i5] - u4
    v6 = np.concatenate([u4, u4], axis=0)
    v7 = np.concatenate([v6, v6], axis=0)
    v8 = np.minimum.accumulate(v7, axis=1)
    v10 = v3 @ x9
    u4 = u4 - x1
    v11 = v8.reshape((12 * N,))
    v12 = N * v10
    return v11, v12, u4


def p1156(x1, x4, i7, x9, N, M):
    v5 = x1[:, x4]
    v6 = np.min(over(x4[axis(1, 1, 3), axis(4, 2, 3) % 2], (N, 1, 4,)), axis=(1, 2))
    v8 = v6[i7]
    v11 = np.argmax(x9, axis=0)
    v12 = np.squeeze(x4, axis=0)
    return v11, v12, v8, v5


def p1157(x1, x3, N):
    v2 = x1 + N
    v4 = np.min(over(x3[axis(N, 2, 3), axis(2, 0, 3)] + x3[axis(3, 1, 3) % N, axis(2, 0, 3)] * cast(axis(N, 2, 3), "f32"), (2, 3, N,)), axis=(1, 2))
    v5 = np.concatenate([v4, v4, v4], axis=0)
    v6 = -v5
    v7 = np.repeat(v6, 2, axis=0)
    v8 = v2 + 1j * v2
    return v7, v8


def p1160(x1, x2, i6, N, M):
    v3 = x2 + 1j * x2
    v4 = x1.reshape((4 * N,))
    v5 = np.asarray(np.count_nonzero(v4, axis=0))[()]
    v7 = segments(np.add, x2, i6, 6)
    v8 = np.exp(v7 - np.max(v7, 1, keepdims=True)) / np.sum(np.exp(v7 - np.max(v7, 1, keepdims=True)), 1, keepdims=True)
    return v3, v5, v8


def p1166(x1, u4, i5, x7, N, M):
    v3 = np.cumsum(x1, axis=0)
    u4 = u4[i5] - u4
    v6 = np.exp(u4 - np.max(u4, 0, keepdims=True)) / np.sum(np.exp(u4 - np.max(u4, 0, keepdims=True)), 0, keepdims=True)
    u4 = assigned(u4, np.s_[-1:], x7)
    v8 = np.bincount(i5, minlength=M)
    return v3, v6, v8, u4


def p1167(x1, u2, i3, N):
    u2 = u2[i3]
    u2 = u2[i3] - u2
    v4 = x1 ** 2
    v5 = np.sort(v4, axis=0)
    v6 = np.sum(v5, axis=0, keepdims=True)
    v7 = np.sum(v4, axis=-1)
    v8 = np.abs(u2) + 1.5
    v9 = v7 / v8
    return v6, v9, u2


def p1193(x1, x2, u6, N, M):
    v3 = np.cumsum(x1, axis=1)
    v4 = np.flip(x2)
    v5 = np.searchsorted(np.sort(v4), v4, side="left")
    u6 = u6 + v5
    v7 = np.argsort(u6, axis=0, kind="stable")
    v8 = v3 + 1j * v3
    v9 = np.asarray(np.count_nonzero(v7))[()]
    v10 = np.ones((6, M,), DTYPES["f64"])
    return v8, v9, v10, u6


def p1195(x1, x2, N):
    w3 = x1
    w3 = w3 | x1
    v4 = np.any(w3, axis=-1)
    v5 = x2 - x2
    return v4, v5


def p1203(x1, x2, u4, x10, N, M):
    v3 = np.argmax(x1, axis=0)
    u4 = u4 + 2 * x2
    v5 = np.roll(u4, 1, axis=0)
    v6 = np.max(u4, axis=0)
    v7 = np.abs(x2) + 1.5
    v8 = v6 / v7
    v9 = v3 > v3
    v11 = np.outer(v8, x10)
    v12 = np.min(over(v11[axis(M, 0, 2), axis(M, 0, 2)], (M, N,)), axis=(0, 1))
    u4 = assigned(u4, np.s_[:], v5)
    return v9, v12, u4


def p1213(x1, i2, u4, x5, i6, N):
    v3 = x1[i2[axis(2, 0, 1)]]
    u4 = u4 * x5
    v7 = v3[i6]
    v8 = np.roll(x1, 2, axis=0)
    v9 = np.cumsum(u4, axis=0)
    return v7, v8, v9, u4


def p1214(x2, x4, x10, N, M):
    v3 = x2 / x2
    v5 = np.cross(x4, x4)
    v6 = np.concatenate([v3, x2, v3], axis=0)
    v7 = v6 + N
    v8 = np.mean(x4)
    v9 = np.rot90(v5, 2)
    v11 = np.einsum("ij,kj->kj", v9, x10)
    return v7, v8, v11


def p1217(x1, x2, u4, x5, N):
    v3 = np.flip(x1, axis=-1)
    u4 = np.broadcast_to(x5, (4, N,))
    v6 = np.prod(u4, axis=-2)
    v7 = v3 + 1j * u4
    v8 = np.sum(v6, axis=-1)
    v9 = np.flip(v7, axis=1)
    v10 = x2 * x2
    v11 = np.minimum(v8, v8)
    return v9, v10, v11, u4


def p1219(x1, x3, x7, N, K):
    v5 = np.searchsorted(np.sort(x3), x3, side="right")
    v8 = v5 @ x7
    v9 = np.swapaxes(x1, 0, 1)
    v10 = x7 @ x7
    v11 = np.prod(v5)
    v12 = np.concatenate([v9, v9], axis=-1)
    return v11, v10, v12, v8


def p1223(x1, x2, i3, N, M):
    v4 = x2[i3[axis(3, 0, 1)]]
    v5 = cast(v4, "f64")
    v6 = np.logical_or(x1, x1)
    v7 = x1 << 1
    return v5, v6, v7


def p1225(x2, x3, M, K):
    v4 = x2[-2, None, :]
    v5 = np.swapaxes(v4, 0, 1)
    v6 = np.einsum("ij,ij->", x3, x3)[()]
    v7 = v5 << 1
    v8 = 5 * v7
    v10 = np.concatenate([v8, v7], axis=-2)
    v11 = np.rot90(v10, 1)
    v12 = np.pad(v10, ((1, 0), (2, 0)), mode="constant", constant_values=2)
    v13 = v7 % 5
    return v6, v13, v12, v11


def p1227(x1, x2, x3, x9, N, M, K):
    v5 = np.mean(x2, axis=-1)
    v6 = np.max(x3, axis=1)
    v7 = np.broadcast_to(x1, (2, N,))
    v8 = np.argmax(v7, axis=0, keepdims=True)
    v10 = v8 @ x9
    v11 = np.max(v10, axis=1)
    return v5, v6, v11


def p1240(x2, x6, x8, u13, N, M):
    v3 = x2 + M
    v4 = np.zeros((M, 4,), DTYPES["f64"])
    v5 = np.argmin(v4, axis=1, keepdims=True)
    v7 = over(np.where((axis(6, 0, 1) + axis(6, 0, 1)) % 2 == 0, x6[axis(6, 0, 1)] * x6[axis(6, 0, 1)], 1), (6,))
    v9 = v7 @ x8
    v10 = v9 + 1j * v9
    v11 = np.diff(v10, axis=0)
    v12 = np.trunc(v9)
    u13 = u13 + 1
    v14 = np.real(v11)
    return v3, v5, v12, v14, u13


def p1275(x1, x2, x9, N, M):
    v3 = np.max(x2)
    v4 = cast(v3, "f32")
    v5 = over((axis(2, 0, 2) + 3 * axis(2, 1, 2)) % 4, (2, 2,))
    v6 = np.exp2(np.clip(v4, -3, 3))
    v7 = np.pad(x1, ((1, 1),), mode="constant")
    v8 = v5.sum(axis=0)
    v10 = np.min(over(x9[axis(6, 1, 2), axis(M, 0, 2)] + x9[axis(6, 1, 2), M - 1] * cast(axis(M, 0, 2), "f64"), (M, 6,)), axis=(0, 1))
    v11 = np.concatenate([v7, v7], axis=-1)
    return v6, v8, v10, v11


def p1278(x3, u5, x6, K):
    v4 = np.pad(x3, ((2, 0),), mode="edge")
    u5 = assigned(u5, np.s_[-1], u5[-1] - x6)
    v7 = np.prod(u5, axis=-1, keepdims=True)
    v8 = v7 & v7
    return v4, v8, u5


def p1284(x1, x2, u5, x7, x10, N, M):
    v3 = x2 * 0.5
    v4 = np.min(x1)
    u5 = u5 - v3
    v6 = np.maximum.accumulate(x2, axis=0)
    v8 = v6[x7]
    u5 = assigned(u5, np.s_[1:3:2], v4)
    u5 = np.roll(u5, 1, axis=0)
    v9 = x7 // x7
    v11 = np.tensordot(v9, x10, axes=1)
    v13 = u5[1:] + u5[:-1]
    v14 = v13 @ v13
    return v8, v11, v14, u5


def p1303(x1, x2, i5, N, M):
    w3 = x2
    w3 = assigned(w3, np.s_[:], w3[:] - x2)
    v4 = x1 + 1j * x1
    v6 = segments(np.add, w3, i5, 1)
    v7 = np.outer(v4, v4)
    v8 = x1 / x1
    v9 = np.triu(v7, k=0)
    v10 = np.sqrt(np.var(v9, axis=0, keepdims=True) + 1)
    return v6, v8, v10


def p1304(x1, x2, x3, x8, i13, N, M, K):
    v4 = np.asarray(np.count_nonzero(x2, axis=0))[()]
    v5 = np.ones((3,), DTYPES["i32"])
    v6 = np.einsum("i,i->i", v5, v5)
    v7 = np.max(over(v6[3 - 1 - axis(3, 2, 3)] * v6[axis(3, 1, 3)] - v6[axis(3, 2, 3)], (5, 3, 3,)), axis=(1, 2))
    v9 = x8 - x1
    v10 = np.asarray(np.count_nonzero(x3, axis=-1))[()]
    v11 = np.diff(v7, axis=0)
    v12 = np.mean(v11, axis=0)
    v14 = v9[i13]
    v15 = np.repeat(v14, 3, axis=0)
    v16 = np.exp(1j * v15)
    return v4, v10, v12, v16


def p1308(x1, x2, x7, N, M):
    v4 = np.concatenate([x2, x2], axis=-1)
    v5 = np.concatenate([x1, x1], axis=0)
    v6 = np.any(v5, axis=-1)
    v8 = np.sum(over(x7[axis(5, 2, 3), axis(5, 2, 3) % M] * x7[5 - 1 - axis(5, 2, 3), axis(M, 1, 3)] - x7[axis(5, 2, 3), axis(M, 0, 3)], (M, M, 5,)), axis=(1, 2))
    v9 = np.max(x7, axis=(0, -1))
    v10 = np.cumsum(v8, axis=0)
    v11 = np.concatenate([v8, v10], axis=0)
    return v4, v6, v9, v11


def p1310(x1, x2, x3, u7, N, M):
    v4 = np.tensordot(x1, x3, axes=1)
    v5 = x2 // 2
    v6 = np.searchsorted(np.sort(v5), v5, side="right")
    u7 = u7 - v6
    w8 = x1
    w8 = w8 - x1
    return v4, w8, u7


def p1311(x1, x2, x4, x9, N, M):
    v3 = np.pad(x2, ((1, 0), (1, 2)), mode="constant")
    v5 = v3 - x4
    v6 = np.sum(x1, axis=-1)
    v7 = v6 ^ v6
    v8 = np.minimum.accumulate(v5, axis=1)
    v12 = np.trace(x9)
    v16 = M * x9
    return v16, v8, v12, v7


def p1339(x1, x2, x8, u11, N, M):
    v4 = np.pad(x2, ((0, 0),), mode="constant")
    v5 = np.abs(v4)
    v6 = np.argmin(x1, axis=0)
    v7 = v6 / (v6 * v6 + 1)
    v9 = np.sum(over(v6 + x8[axis(N, 0, 3)], (N, M, 2,)), axis=(1, 2))
    v10 = np.argmax(v9, axis=0)
    u11 = assigned(u11, np.s_[::3], u11[::3] - 2)
    v12 = np.repeat(u11, 2, axis=0)
    return v5, v7, v10, v12, u11


def p1340(x1, x2, x3, x12, x13, N, M, K):
    v5 = np.sum(x2, axis=-1)
    v6 = np.flip(x3, axis=0)
    v7 = np.max(x1, axis=-1)
    v8 = np.pad(v6, ((2, 0),), mode="constant", constant_values=3)
    v14 = np.linalg.solve(x12 / (np.abs(np.max(x12)) + 1) + 4 * np.eye(4), x13)
    return v14, v8, v5, v7


def p1342(x1, x2, i4, x5, N, M):
    v3 = x2 ^ x2
    v6 = at(np.minimum, x1, i4, x5)
    v7 = v3 | v3
    v8 = np.stack([v6, v6], axis=-1)
    v9 = np.sort(v8, axis=1)
    v10 = np.broadcast_to(v9, (3, N, 2,))
    return v7, v10


def p1349(x2, x3, x6, i9, x10, x13, M):
    v4 = x3 * x3
    v5 = cast(x3, "f16")
    v7 = np.where(x2, v5, x6)
    v8 = np.asarray(np.count_nonzero(v7, axis=-1))[()]
    v11 = at(np.add, v7, i9, x10)
    w12 = v11
    w12 = assigned(w12, np.s_[:], x13)
    return v4, v8, w12


def p1363(x1, x2, i5, x11, N, M):
    w4 = x2
    w4 = w4[i5] - w4
    v6 = np.triu(w4, k=0)
    v7 = np.logical_and(x1, v6)
    v8 = w4 > 0
    v9 = cast(i5, "i32")
    v10 = v9 ** 3
    w4 = assigned(w4, np.s_[1:, :], x11)
    v12 = x11 & w4
    return v7, v8, v10, v12


def p1366(x2, x3, x5, x14, N, M, K):
    v4 = np.searchsorted(np.sort(x2), x2, side="left")
    v6 = np.linalg.det(x5 / (np.abs(np.max(x5)) + 1) + 3 * np.eye(3))
    v7 = cast(x3, "bf16")
    v8 = v6[1]
    v9 = v7[v4 % 2, v4 % K]
    v10 = np.cumsum(x3, axis=0)
    v11 = v7 >= v7
    v12 = np.where(v11, v7, v7)
    v15 = np.take(v12, x14, axis=1)
    return v15, v8, v10, v9


def p1368(x1, x2, N, M):
    v3 = x1 ^ x1
    v4 = v3 & v3
    v5 = np.argmin(x2, axis=0)
    v6 = np.minimum(x2, x2)
    v7 = np.concatenate([v4, v3], axis=-2)
    return v5, v6, v7


def p1370(x1, x2, x3, N, M, K):
    v4 = cast(x2, "f64")
    v5 = x3.reshape((1, K,))
    v6 = np.argmax(v5, axis=1, keepdims=True)
    v7 = np.take_along_axis(v5, v6, axis=1)
    v8 = x1.ravel()
    v9 = np.einsum("ij,ka->aij", v7, v7)
    return v4, v8, v9


def p1378(x1, x2, u3, i5, x6, x10, N, M):
    u3 = u3 + 2
    v4 = np.max(x1, axis=0, keepdims=True)
    v7 = at(np.maximum, v4, i5, x6)
    v8 = u3[:, 1:]
    v9 = np.transpose(u3, (1, 0))
    v11 = np.max(over(x10[0] * x10[0] - x10[axis(4, 0, 1)], (4,)), axis=(0,))
    u3 = assigned(u3, np.s_[:, ::-1], u3[:, ::-1] + x2)
    return v7, v8, v9, v11, u3


def p1389(x1, x2, x4, x5, x9, N, M):
    v6 = np.linalg.solve(x4 / (np.abs(np.max(x4)) + 1) + 2 * np.eye(2), x5)
    v7 = x2[1:3:3, :]
    v8 = v7.reshape((1, 1, M,))
    v10 = np.stack([x9, x1], axis=-1)
    v11 = x9[:, None]
    return v6, v8, v10, v11


def p1390(x1, x2, i4, u6, x12, N, M):
    v5 = segments(np.add, x2, i4, 4)
    u6 = u6 + x1
    v7 = np.roll(u6, -2, axis=1)
    v8 = np.pad(v7, ((1, 0), (1, 2)), mode="edge")
    v9 = np.einsum("ij->", v5)[()]
    v10 = np.min(over(v5[axis(M, 0, 1) % 4, M - 1 - axis(M, 0, 1)] + v5[axis(M, 0, 1) % 4, axis(M, 0, 1)] * v5[axis(M, 0, 1) % 4, axis(M, 0, 1)], (M,)), axis=(0,))
    w11 = v8
    w11 = np.broadcast_to(x12, (N + 1, 7,))
    return v9, v10, w11, u6


def p1392(x1, i3, x4, N):
    v5 = at(np.add, x1, i3, x4)
    v6 = np.tile(v5, (2,))
    v7 = v6 * v6
    v8 = np.ptp(v7, axis=0, keepdims=True)
    v9 = np.sum(v5, axis=-1, keepdims=True)
    return v8, v9


def p1397(x1, N):
    w2 = x1
    w2 = w2 ^ x1
    w2 = assigned(w2, x1, True)
    w2 = assigned(w2, np.s_[-1], True)
    return w2


def p1404(x1, x2, i10, N, M):
    v3 = cast(x2, "f32")
    v4 = x1.sum(axis=0)
    v5 = x1 == 0
    v7 = (v3 + v3) * np.sum(v3 * v3)
    v8 = x1 / v4
    w9 = x2
    w9 = w9[i10]
    return v5, v7, v8, w9


def p1407(x1, x4, i11, N):
    v2 = np.sort(x1, axis=0)
    v3 = np.broadcast_to(v2, (2, N,))
    v5 = np.sum(over(v3[0, axis(3, 0, 2) % N] - x4[axis(3, 0, 2), axis(6, 1, 2)] * x4[(axis(3, 0, 2) + 1) % 3, axis(6, 1, 2) % 6], (3, 6,)), axis=(1,))
    v6 = v5.sum(axis=0, keepdims=True)
    v7 = 4 - v6
    v8 = np.einsum("i,i->i", v7, v6)
    v9 = np.repeat(v2, 2, axis=0)
    w10 = v9
    w10 = w10[i11] - w10
    v12 = np.rot90(x4, 3)
    return v8, w10, v12


def p1424(x2, x6, i8, u15, i16, N, M, K):
    v4 = x2 ^ x2
    v5 = np.sort(v4, axis=0)
    v7 = np.linalg.solve(x6 / (np.abs(np.max(x6)) + 1) + 2 * np.eye(2), x6)
    v9 = np.bincount(i8, minlength=K)
    v12 = np.abs(v4)
    v13 = np.sort(v9, axis=0)
    v14 = np.diff(v7, axis=0)
    u15 = u15[i16] - u15
    return v14, v5, v13, v12, u15


def p1426(x1, x2, x5, x8, N, M):
    v3 = np.maximum.accumulate(x2, axis=0)
    v4 = np.rot90(x1, -1)
    v6 = over(x5[axis(N, 0, 2)] * x5[axis(N, 0, 2)], (N, 2,))
    v7 = np.exp(v6 - np.max(v6, 1, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 1, keepdims=True)), 1, keepdims=True)
    v9 = np.where(v4, x8, x8)
    return v3, v7, v9


def p1430(x1, x2, x3, x5, N, M):
    v4 = x1[x3]
    v6 = np.minimum(v4, x5)
    v9 = x1.sum(axis=-1)
    v10 = np.roll(x2, -1, axis=0)
    v11 = over(x1[axis(6, 0, 1) % N], (6,))
    v12 = v11 // v11
    v13 = np.asarray(np.count_nonzero(v12, axis=-1))[()]
    return v13, v6, v9, v10


def p1432(x1, x2, x5, N, M):
    v3 = x2 == 2
    v4 = np.repeat(x1, 2, axis=0)
    v6 = np.linalg.solve(x5 / (np.abs(np.max(x5)) + 1) + 2 * np.eye(2), x5)
    v7 = np.einsum("ijk,ijk->ki", v6, v6)
    return v3, v4, v7


def p1439(x2, x3, x6, x12, u15, i16, M):
    v4 = np.linspace(-1, 2, M)
    v5 = np.diff(v4, axis=0)
    v8 = np.conj(x2)
    v9 = np.sum(x6, keepdims=True)
    v10 = np.real(v8)
    v11 = x3 - 0.25
    v13 = np.tensordot(v10, x12, axes=1)
    v14 = v13 * v10
    u15 = u15[i16]
    return v14, v9, v5, v11, u15


def p1453(x1, x2, x5, N, M):
    v3 = x2 / 3
    v4 = x1 / 3
    v6 = np.sum(over(x5[axis(3, 0, 2), axis(1, 1, 2)] * x5[axis(3, 0, 2) % 3, axis(1, 1, 2)] + x5[axis(3, 0, 2), axis(1, 1, 2)], (3, 1,)), axis=(1,))
    w7 = v6
    w7 = w7 - v6
    v8 = np.sort(v3, axis=0)
    v9 = np.exp(1j * v8)
    v10 = np.kron(v9, v9)
    v11 = np.logical_or(x1, x1)
    return v4, w7, v10, v11


def p1456(x2, x3, x4, i11, M, K):
    w5 = x3
    w5 = np.roll(w5, 1, axis=0)
    v6 = np.arange(M, dtype="i4")
    w5 = assigned(w5, np.s_[:], w5[:] - x3)
    v7 = v6[v6 % M]
    v8 = v7 | v6
    v9 = cast(x4, "i32")
    v10 = v8 ^ v9
    v12 = x2[i11[axis(M, 0, 1)]]
    return w5, v10, v12


def p1461(x2, i7, x9, M):
    v4 = x2[None, :]
    v5 = np.repeat(v4, 2, axis=0)
    v6 = v5.reshape((2 * M,))
    v8 = np.bincount(i7, minlength=M)
    v10 = at(np.maximum, v8, i7, x9)
    v11 = np.transpose(v5, (0, 1))
    return v6, v10, v11


def p1468(x2, x3, u4, i7, M, K):
    u4 = u4 + x3
    v5 = np.max(x3, axis=1)
    v6 = np.sqrt(np.sum(x2 * x2, axis=0) + 1)
    v8 = segments(np.add, u4, i7, 6)
    return v5, v6, v8, u4


def p1475(x1, x2, N, M):
    v3 = np.clip(x1, 1, 3)
    v4 = np.argsort(x2, axis=0, kind="stable")
    v5 = np.diff(v4, axis=0)
    v6 = np.diff(v5, axis=0)
    v7 = np.stack([v3, v3, v3], axis=2)
    v8 = np.min(v5, axis=0)
    return v6, v7, v8


def p1483(x1, u6, N):
    v3 = np.flip(x1, axis=0)
    v4 = v3 >= v3
    v5 = np.sqrt(np.sum(x1 * x1, axis=0) + 1)
    u6 = assigned(u6, v4, u6[v4] + 1)
    return v5, u6


def p1487(x1, x2, x8, x11, N, M):
    v3 = np.logical_xor(x2, x2)
    v4 = x1[None, :]
    v5 = np.trunc(v4)
    v6 = np.log1p(np.abs(v5))
    v7 = v6.sum(axis=(0, -1))
    v9 = np.linalg.inv(x8 / (np.abs(np.max(x8)) + 1) + 3 * np.eye(3))
    v10 = v3 | v3
    v12 = np.minimum(v9, x11)
    return v7, v10, v12


def p1490(x2, i6, N, M):
    v3 = x2 + 2
    v4 = np.eye(4, 2, k=0)
    v5 = np.imag(v3)
    v7 = segments(np.add, v5, i6, N)
    v8 = np.roll(i6, 5, axis=0)
    v9 = np.max(over(v8[(axis(M, 1, 3) + 2) % M] * v8[axis(M, 1, 3)] + v8[axis(M, 1, 3)] * v8[axis(M, 1, 3)], (4, M, 2,)), axis=(2,))
    v10 = v4 + 1j * v4
    return v7, v9, v10


def p1494(x1, x2, N, M):
    v3 = np.cumsum(x2, axis=0)
    v4 = np.prod(x1)
    v5 = x1[:, :, None]
    v6 = np.cumprod(x1, axis=1)
    return v3, v4, v5, v6


def p1495(x1, x2, x3, N, M):
    v4 = np.cumsum(x1, axis=0)
    v5 = 2 - x3
    v6 = x2[:, None]
    v8 = np.stack([v6, v6], axis=0)
    v9 = np.einsum("i,j->ji", v4, v4)
    v10 = np.max(over(v5, (N, N, N,)), axis=(1, 2))
    w11 = v6
    w11 = np.roll(w11, 1, axis=0)
    return v10, v8, v9, w11


def p1497(x1, i4, N):
    v2 = np.argmin(x1, axis=0)
    v3 = x1.reshape((1, N,))
    v5 = np.bincount(i4, minlength=5)
    v6 = np.argsort(v5, axis=0, kind="stable")
    v7 = v2 % v2
    v8 = v3.sum(axis=(0, -1))
    return v6, v7, v8
