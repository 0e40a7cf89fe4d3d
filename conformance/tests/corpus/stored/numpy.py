def p1(x1, x2, N, M):
    v3 = x2 - 2 * M
    v4 = -v3
    v5 = x1[None, :, :]
    v6 = v4 + M
    v7 = np.maximum.accumulate(v4, axis=0)
    v8 = np.arange(N, dtype="i4")
    w9 = v5
    w9 = repeat(lambda u, k: assigned(u, k, u[k] + 2 * u[k - 2]), w9, range(2, 1))
    return v6, v7, v8, w9


def p9(x1, x3, x4, N, K):
    v5 = np.exp(1j * x4)
    v6 = np.sin(x4)
    v7 = -v6
    v8 = x3[:-1]
    v13 = x1 * x1
    v14 = np.conj(v5)
    v15 = v14 + v14
    v16 = v13[0::2]
    return v7, v15, v8, v16


def p17(x1, x2, x12, x13, N, M):
    v3 = np.einsum("ij,ij->i", x2, x2)
    v4 = v3 + 3
    v5 = v4.sum()
    v8 = np.broadcast_to(x1, (N, N,))
    v9 = x2.reshape((1, 3, M,))
    v10 = np.flip(v9, axis=1)
    v11 = np.concatenate([v9, v10], axis=2)
    v14 = np.linalg.solve(x12 / (np.abs(np.max(x12)) + 1) + 3 * np.eye(3), x13)
    return v8, v11, v5, v14


def p19(x1, x2, i9, i11, N, M):
    v3 = np.sort(x2, axis=0)
    v4 = v3 - 4
    v5 = np.pad(v4, ((0, 0), (1, 1)), mode="constant", constant_values=3)
    v7 = ~v5
    v8 = np.full((M, 6,), 3, DTYPES["c32"])
    v12 = np.take(i9, i11, axis=0)
    v13 = v8 * 1j
    v14 = np.vecdot(x1, x1)
    v15 = np.roll(v13, -2, axis=0)
    return v12, v14, v15, v7


def p20(x2, x3, x4, u7, i8, i11, M, K):
    v5 = 5 - x4
    v6 = np.broadcast_to(x3, (6, K,))
    u7 = u7[i8] - u7
    v10 = np.max(v6, axis=(0, -1), keepdims=True)
    v12 = segments(np.add, x2, i11, 6)
    v13 = np.einsum("ij,ij,ji->ji", v12, v12, v12)
    v14 = v13 * 2.5 + 1
    v15 = np.maximum.accumulate(v14, axis=1)
    v16 = np.eye(4, 6, k=0)
    return v10, v5, v16, v15, u7


def p33(x1, u4, N):
    u4 = until(lambda u: (u > 1).any(), lambda u: np.where(u > 1, u - np.asarray(2, u.dtype), u), u4, 0)
    v5 = u4.sum()
    v6 = np.cumsum(x1, axis=0)
    v7 = np.broadcast_to(u4, (6, N,))
    v8 = v6 ^ v6
    v9 = np.searchsorted(np.sort(x1), v7, side="left")
    v10 = np.argsort(v9, axis=1, kind="stable")
    v11 = np.tile(v6, (3,))
    return v5, v8, v10, v11, u4


def p51(x1, x2, x11, i12, N, M):
    v4 = np.roll(x1, 3, axis=0)
    v5 = np.einsum("i,i->i", v4, v4)
    v6 = np.pad(x2, ((1, 0), (2, 1)), mode="reflect")
    v7 = np.transpose(x2, (1, 0))
    v8 = np.sort(x1, axis=0)
    w9 = v8
    w9 = repeat(lambda u, k: assigned(u, k, u[k] + u[k - 1]), w9, range(1, N))
    v10 = np.abs(v7)
    v13 = v10[x11, i12]
    w9 = assigned(w9, np.s_[:], v8)
    return v5, v6, v13, w9


def p65(x1, x2, x3, x4, x9, N, M, K):
    v5 = x3[:2]
    v6 = np.logical_or(v5, v5)
    v7 = np.swapaxes(x1, 0, 1)
    v8 = np.outer(x2, x2)
    v10 = over(x4 - x9[axis(K, 0, 1)], (K,))
    v11 = v10[:2]
    v16 = v8.reshape((M, 1, M,))
    return v6, v11, v16, v7


def p84(x1, x2, i5, x8, u12, N, M):
    v3 = np.logical_and(x2, x2)
    v4 = v3 & v3
    v6 = np.bincount(i5, minlength=3)
    v7 = np.pad(x1, ((1, 1), (2, 1)), mode="constant")
    v9 = np.stack([v7, x8], axis=1)
    v10 = np.tile(v9, (1, 3, 1))
    v11 = v4[v6 % M]
    u12 = assigned(u12, np.s_[1:-1], u12[:-2] + u12[2:])
    v13 = np.einsum("i,i->", v6, v6)[()]
    return v10, v11, v13, u12


def p91(x1, x2, x3, i4, u8, N, M):
    v5 = x2[axis(M, 0, 2), i4[axis(5, 1, 2)]]
    v7 = np.einsum("i,i->", x1, x1)[()]
    u8 = np.flip(u8)
    v9 = x3 / x3
    v10 = np.repeat(v5, 2, axis=1)
    v11 = np.min(v10, axis=1, keepdims=True)
    v12 = np.einsum("i->i", x1)
    v13 = v7 % 5
    v14 = np.expm1(np.minimum(v9, 2))
    return v13, v11, v14, v12, u8


def p93(x1, x7, N):
    v3 = np.max(x1, axis=0, keepdims=True)
    v4 = cast(x1, "f16")
    v5 = np.maximum(v4, v4)
    v6 = v5 * v5
    v8 = np.min(over(x7[N - 1 - axis(N, 0, 1)] * x7[axis(N, 0, 1)], (N,)), axis=(0,))
    w9 = x7
    w9 = np.broadcast_to(x7, (N,))
    v10 = np.cumsum(w9, axis=0)
    return v3, v6, v8, v10


def p95(x1, x2, x3, x4, N, M):
    v5 = np.linalg.inv(x4 / (np.abs(np.max(x4)) + 1) + 2 * np.eye(2))
    v6 = np.abs(v5) + 1.5
    v7 = v5 / v6
    v8 = np.exp(1j * v7)
    v9 = np.mean(v8, axis=0, keepdims=True)
    v10 = x3 + x3
    v11 = np.where(x1, x2, 0)
    return v9, v10, v11


def p107(x1, x2, x6, N, M):
    v4 = x2.reshape((M * N,))
    v5 = np.searchsorted(np.sort(x1), x1, side="left")
    v7 = np.min(over(v5[axis(6, 1, 2) % N] - v5[axis(6, 1, 2) % N] * x6[axis(6, 1, 2) % 6, axis(6, 1, 2)], (6, 6,)), axis=(1,))
    v8 = np.pad(v4, ((1, 2),), mode="reflect")
    return v7, v8


def p114(x1, x2, u8, N):
    v3 = cast(x2, "c32")
    v4 = 2j - v3
    v5 = x2 // x2
    v6 = np.einsum("i,i->i", x1, x1)
    v7 = v6.sum(axis=0)
    u8 = u8 + v7
    return v4, v5, u8


def p115(x1, u4, x5, i6, N):
    v2 = x1[-1::-1]
    v3 = cast(v2, "u8")
    u4 = assigned(u4, np.s_[:-2], x5)
    v7 = u4[i6]
    v8 = np.concatenate([v3, v7], axis=0)
    u4 = assigned(u4, np.s_[1:-1], u4[:-2] + u4[2:])
    v9 = v8.reshape((2, N,))
    return v9, u4


def p120(x1, x2, x7, x11, x14, N, M):
    v4 = np.argmax(x2, axis=0, keepdims=True)
    v5 = 1 / (x1 * np.conj(x1) + 1)
    v6 = np.sum(over(v5[axis(N, 0, 3)] + x1[axis(N, 0, 3)], (N, 3, 6,)), axis=(2,))
    v8 = np.linalg.det(x7 / (np.abs(np.max(x7)) + 1) + 3 * np.eye(3))
    w9 = x7
    w9 = repeat(lambda u, k, w=x7: u * 0.5 - w[k], w9, range(2))
    v10 = v4 + v4
    v12 = np.stack([v10, x11], axis=0)
    v13 = np.sin(v6 * 0.25)
    v15 = x14 * v13
    v16 = np.take(v15, v10, axis=0)
    return v8, w9, v12, v16


def p138(x1, x2, x4, i9, N, M):
    v3 = 2j - x2
    v5 = x1 > x4
    v6 = np.conj(v3)
    w7 = x4
    w7 = repeat(lambda u, i: (lambda u, i: repeat(lambda u, j, i=i: assigned(u, (i, j), u[i, j] + u[i - 1, j]), u, range(M)))(u, i), w7, range(1, N))
    v8 = np.outer(v6, x2)
    w7 = assigned(w7, v5, w7[v5] + 2)
    v10 = np.bincount(i9, minlength=4)
    v11 = np.min(v10, axis=-1, keepdims=True)
    return v8, w7, v11


def p140(x1, N):
    v2 = np.concatenate([x1, x1], axis=0)
    v3 = np.abs(v2)
    v4 = np.max(v3, axis=-1, keepdims=True)
    v5 = np.clip(v4, 1, 3)
    v6 = np.asarray(np.count_nonzero(x1, axis=-1))[()]
    v7 = 2j - v2
    return v5, v6, v7


def p143(x1, N):
    v3 = np.stack([x1, x1], axis=0)
    v4 = np.abs(v3)
    v5 = np.conj(v3)
    v6 = np.vecdot(v4, v4)
    return v5, v6


def p144(x2, x4, x5, i7, N, M):
    w3 = x2
    w3 = repeat(lambda u, k, w=x2: 3 * u - w, w3, range(min(4, x4)))
    v6 = over(np.where((axis(N, 0, 1) + axis(N, 0, 1)) % 2 == 0, x5[axis(N, 0, 1) % N] * x5[axis(N, 0, 1) % N] + x5[axis(N, 0, 1)], 1), (N,))
    w3 = w3[i7] - w3
    v8 = np.flip(x5, axis=0)
    v9 = x2 == w3
    v10 = np.sum(w3, axis=0)
    v11 = v9.sum(axis=0)
    return v6, v8, v10, v11


def p148(x1, x2, x5, u8, N, M):
    v3 = np.var(x2)
    v4 = np.repeat(x1, 3, axis=0)
    v6 = np.sum(over(x5[axis(M, 0, 1)] * cast(axis(M, 0, 1), "f64") + x5[M - 1 - axis(M, 0, 1)], (M,)), axis=(0,))
    v7 = v4 < 0
    u8 = assigned(u8, np.s_[2:-1:3], u8[2:-1:3] - v6)
    return v3, v7, u8


def p149(x1, x2, x3, x8, x9, N, M, K):
    v4 = x3[:, 0, None]
    v5 = np.broadcast_to(x1, (N, N, M,))
    v6 = x2 > x2
    v7 = np.pad(v6, ((0, 1), (1, 1)), mode="constant")
    v10 = np.concatenate([x2, x8, x9], axis=1)
    v11 = cast(v10, "f32")
    v12 = np.sqrt(np.sum(v11 * v11, axis=1) + 1)
    return v4, v5, v7, v12


def p151(x1, x2, x5, N, M):
    w3 = x2
    w3 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w3, range(3))
    v4 = np.einsum("i,i->", x1, x1)[()]
    v6 = np.take(w3, x5, axis=1)
    v7 = np.diag(v6)
    v8 = x1 // v4
    v9 = np.ptp(x1, keepdims=True)
    return v7, v8, v9


def p158(x1, x2, N, M):
    v3 = np.outer(x2, x2)
    v4 = np.einsum("ij,ij->", v3, v3)[()]
    v5 = np.trace(v3)
    v6 = v5 * x1
    w7 = x2
    w7 = until(lambda u: (u > 3).any(), lambda u: np.where(u > 3, u - np.asarray(2, u.dtype), u), w7, 1)
    v8 = np.einsum("i,i->", w7, w7)[()]
    v9 = w7[:, None]
    w10 = v9
    w10 = until(lambda u: (u > 2).any(), lambda u: np.where(u > 2, u - np.asarray(2, u.dtype), u), w10, 3)
    return v4, v6, v8, w10


def p164(x1, x2, N, M):
    v4 = np.roll(x2, -1, axis=0)
    w5 = v4
    w5 = assigned(w5, np.s_[2::-1], True)
    v6 = np.ptp(x1)
    v7 = np.sort(w5, axis=0)
    v8 = cast(v7, "f64")
    v9 = np.where(v7, v8, 0)
    return v6, v9


def p168(x1, x4, x7, N, M):
    v10 = x1[1:] + x1[:-1]
    v11 = np.floor(x1)
    v12 = v11[x7 % N]
    v13 = np.sort(v12, axis=1)
    v14 = v13 / 3
    v15 = x4.T
    v16 = np.ptp(x1, axis=-1)
    return v14, v10, v15, v16


def p175(x1, x3, x13, N):
    v4 = x3 + x3
    v5 = 2 * v4
    v6 = x3 >> 1
    v9 = x1 / x1
    v11 = np.maximum(v9, v9)
    v15 = np.einsum("i,i->i", x13, x13)
    return v5, v11, v15, v6


def p177(x2, x6, x10, x14, x15, N, M):
    v5 = np.arange(N, dtype="f8")
    v7 = np.sum(over(x6[axis(2, 1, 4)] - x6[axis(2, 2, 4)] * cast(axis(2, 2, 4), "f64"), (1, 2, 2, 2,)), axis=(2, 3))
    v8 = v7 ** 2
    v9 = v5 * v5
    v11 = v7 * x10
    v12 = v5[x2 % N]
    w13 = v12
    w13 = repeat(lambda u, k, w=x15: 0.5 * u - w, w13, range(x14))
    return v11, w13, v8, v9


def p182(x1, x2, u3, N, M):
    u3 = (u3 + x2 if (all_of(x1 > 0)) else u3 + np.asarray(1, u3.dtype))
    v4 = np.abs(x2)
    v5 = np.einsum("i,i->i", x1, x1)
    v6 = v5 + 1j * v5
    return v4, v6, u3


def p190(x1, x2, u7, N, M):
    v3 = np.tensordot(x2, x1, axes=1)
    v5 = v3[1:] + v3[:-1]
    v6 = np.cumsum(v5, axis=0)
    u7 = assigned(u7, np.s_[:], v6)
    v8 = np.abs(u7)
    return v8, u7


def p192(x1, x2, x3, x8, N, M, K):
    v4 = x2.T
    v5 = np.repeat(x1, 2, axis=0)
    v6 = np.log(x3 * x3 + 1)
    w7 = v4
    w7 = repeat(lambda u, k, w=x8: 3 * u - w, w7, range(x8))
    v9 = np.einsum("ij,kj->kji", w7, w7)
    v10 = v9 + v9
    return v5, v6, v10


def p193(x1, x2, u6, x7, i8, N, M):
    v4 = x1 ** 2
    v5 = np.exp(1j * v4)
    u6 = (u6 + x7 if (any_of(x2 > 2)) else u6)
    v9 = u6[i8]
    v10 = v4[-1]
    v11 = np.sort(v9, axis=0)
    return v5, v10, v11, u6


def p194(x1, x2, i4, x8, N):
    w3 = x1
    w3 = w3[i4]
    v5 = np.stack([w3, w3], axis=1)
    v6 = x2 ^ x2
    w3 = assigned(w3, np.s_[2:, :-1], True)
    v7 = w3.T
    v9 = np.linalg.inv(x8 / (np.abs(np.max(x8)) + 1) + 4 * np.eye(4))
    return v5, v6, v7, v9


def p201(x1, x4, u6, x11, N):
    v2 = np.flip(x1, axis=0)
    v3 = np.concatenate([x1, v2, v2], axis=0)
    v5 = v2[x4]
    u6 = assigned(u6, np.s_[:, :], 0)
    v7 = np.concatenate([u6, u6], axis=0)
    v8 = np.tile(v5, (1, 2))
    v9 = v5.sum(axis=1)
    v12 = x11 * v9
    v13 = v12.sum()
    return v8, v3, v13, v7, u6


def p207(x1, x2, x9, i11, N, M):
    v4 = x1[1:] + x1[:-1]
    v5 = np.einsum("i,i->i", v4, v4)
    v6 = np.repeat(x1, 3, axis=0)
    v8 = np.roll(v6, 5, axis=0)
    v10 = np.linalg.det(x9 / (np.abs(np.max(x9)) + 1) + 2 * np.eye(2))
    v12 = x2[i11[axis(2, 0, 2)], axis(M, 1, 2)]
    return v5, v10, v12, v8


def p211(x1, x7, N):
    v2 = x1 - x1
    v3 = np.linspace(-1, 2, N)
    v4 = np.argsort(v2, axis=0, kind="stable")
    v5 = np.kron(v4, v2)
    v6 = np.roll(v5, 3, axis=0)
    v8 = x1 @ x7
    return v3, v6, v8


def p212(x1, x2, x3, u6, N, M, K):
    v4 = np.roll(x2, -1, axis=0)
    v5 = x1[v4 % N]
    u6 = (u6 + v5 if (any_of(x3 > 1)) else u6)
    v7 = np.exp(1j * u6)
    v8 = np.sort(x3, axis=0)
    return v7, v8, u6


def p220(x1, x2, x3, i10, N, M, K):
    v4 = x3 + x3
    v6 = x1 // x1
    v9 = np.max(over(x2[axis(M, 0, 3)], (M, 5, M,)), axis=(1, 2))
    v11 = np.bincount(i10, minlength=K)
    return v9, v6, v11, v4


def p222(x2, x3, x5, u8, M, K):
    v4 = np.maximum.accumulate(x3, axis=1)
    v6 = np.sum(over(x5[axis(6, 0, 1)] * cast(axis(6, 0, 1), "f64") - x5[axis(6, 0, 1) % 6] * x5[axis(6, 0, 1)], (6,)), axis=(0,))
    v7 = x5 + x5
    u8 = (u8 - x2 if (any_of(x2 > 1)) else u8 + np.asarray(1, u8.dtype))
    v9 = np.pad(u8, ((1, 1),), mode="wrap")
    return v4, v6, v7, v9, u8


def p239(x1, x2, u3, N, M):
    u3 = repeat(lambda u, k: assigned(u, k, 2 * u[k - 1]), u3, range(1, M))
    v4 = np.cumsum(x2, axis=0)
    v5 = np.roll(x1, (3, 1), axis=(0, 1))
    v6 = np.tile(v5, (2, 1))
    v7 = np.cumprod(v5, axis=1)
    return v4, v6, v7, u3


def p242(x1, u4, N):
    v2 = x1 > x1
    v3 = ~v2
    u4 = np.flip(u4)
    v5 = np.minimum.accumulate(u4, axis=0)
    v6 = np.where(v3, v5, v5)
    w7 = v6
    w7 = (w7 - v6 if (all_of(v6 > 0)) else w7)
    v8 = np.sort(v6, axis=0)
    return w7, v8, u4


def p256(x1, x2, N):
    v4 = (x1 + x1) * np.sum(x1 * x1)
    v5 = x2 + 1j * x2
    v6 = v4 == v5
    v7 = np.stack([v6, v6, v6], axis=0)
    return v7


def p258(x1, x7, N):
    v2 = np.einsum("i,j->ij", x1, x1)
    v3 = np.tril(v2, k=0)
    v4 = np.pad(v3, ((1, 1), (1, 1)), mode="wrap")
    v5 = np.sort(v3, axis=0)
    v6 = v5 // 3
    v8 = np.cross(x7, x7)
    return v4, v6, v8


def p264(x1, x2, x7, x8, N):
    v3 = x2 * x2
    v4 = np.sum(x1)
    v5 = cast(x1, "f32")
    v6 = np.sqrt(np.sum(v5 * v5, axis=0) + 1)
    v9 = np.cross(x7, x8)
    return v3, v4, v6, v9


def p280(x2, x7, N, M):
    v4 = np.roll(x2, (-2, 1), axis=(0, 1))
    v5 = v4 ** 2
    v6 = v5[:, 1::-1, None]
    v8 = np.max(over(x7[axis(M, 0, 3) % N] * x7[axis(N, 2, 3)] - x7[axis(N, 2, 3)], (M, 1, N,)), axis=(1, 2))
    v9 = np.sum(v8, keepdims=True)
    v10 = np.max(v6, axis=-3, keepdims=True)
    v11 = np.rot90(v5, 3)
    v12 = v11 == 0
    w13 = v12
    w13 = w13 ^ v12
    return v9, v10, w13


def p284(x1, x2, x3, x5, N, M):
    v4 = np.maximum(x2, x3)
    v6 = np.min(over(x1[axis(M, 0, 3) % N] * x5[(axis(M, 0, 3) + 2) % M, axis(1, 1, 3)], (M, 1, M,)), axis=(2,))
    v7 = np.sort(v6, axis=0)
    w8 = v4
    w8 = assigned(w8, np.s_[-2:], w8[-2:] + x3)
    return v7, w8


def p288(x1, N):
    v2 = np.pad(x1, ((1, 2),), mode="constant")
    v3 = np.mean(v2, axis=0)
    v4 = np.zeros((N,), DTYPES["f32"])
    v5 = np.searchsorted(np.sort(v4), v4, side="right")
    return v3, v5


def p295(x2, x3, x7, u10, x11, N, M, K):
    v5 = x2 % 5
    v6 = np.max(x3, axis=(0, -1))
    v8 = np.sum(over(x7[axis(N, 0, 3)], (N, K, 2,)), axis=(2,))
    v9 = np.eye(M, M, k=0)
    u10 = (u10 - v9 if (any_of(v9 > 1)) else u10)
    u10 = assigned(u10, np.s_[:, :1], x11)
    v12 = u10.flatten()
    v13 = np.transpose(v8, (0, 1))
    return v5, v6, v12, v13, u10


def p301(x1, x2, N, M):
    v4 = x1 | x1
    v5 = x2 @ x2
    v6 = np.argmin(v4, axis=0, keepdims=True)
    v7 = np.take_along_axis(v4, v6, axis=0)
    return v5, v7


def p302(x1, x2, x4, x9, N, M):
    v3 = np.sort(x2, axis=0)
    v6 = (v3 + x4) * np.sum(v3 * x4)
    v7 = np.min(x1, axis=-1)
    w8 = x4
    w8 = repeat(lambda u, i: (lambda u, i: repeat(lambda u, j, i=i: assigned(u, (i, j), u[i, j] + u[i - 1, j]), u, range(1)))(u, i), w8, range(1, M))
    v10 = np.tensordot(w8, x9, axes=1)
    v11 = x9 / v10
    w8 = (w8 - v6 if (any_of(v7 > 0)) else w8 + np.asarray(1, w8.dtype))
    v12 = np.trace(v11)
    v13 = np.cumsum(v7, axis=0)
    v14 = v13 ^ v13
    return w8, v12, v14


def p306(x1, i7, N):
    v2 = x1.sum()
    v3 = np.argmin(x1, axis=0, keepdims=True)
    v4 = np.take_along_axis(x1, v3, axis=0)
    v5 = v4 >> 3
    v6 = v5.reshape((1, 1,))
    v8 = v6[:, i7]
    return v2, v8


def p314(x1, x2, x9, i11, N, M):
    v4 = np.roll(x1, 5, axis=0)
    v5 = np.vecdot(x2, x2)
    v6 = cast(v4, "f32")
    v7 = np.exp(v6 - np.max(v6, 0, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 0, keepdims=True)), 0, keepdims=True)
    v8 = v7[x2 % N]
    v10 = v8 / x9
    v12 = segments(np.add, x2, i11, N)
    return v5, v10, v12


def p321(x1, x2, u5, N, M):
    v4 = np.einsum("ij,ij->", x2, x2)[()]
    u5 = repeat(lambda u, k: assigned(u, k, u[k] - 2 * u[k - 1]), u5, range(1, 1))
    v6 = np.einsum("ij,ij->i", x2, x2)
    v7 = np.squeeze(x2, axis=1)
    w8 = x1
    w8 = until(lambda u: (u > 2).any(), lambda u: np.where(u > 2, u - np.asarray(2, u.dtype), u), w8, 1)
    v9 = np.minimum(v6, x2)
    v10 = v9.reshape((M * M,))
    return v4, v7, w8, v10, u5


def p325(x1, x2, N, M):
    w3 = x1
    w3 = (w3 + x1 if (all_of(x1 > 0)) else w3)
    v4 = np.stack([x2, x2], axis=0)
    v5 = np.stack([w3, w3], axis=-2)
    v6 = np.sort(v5, axis=0)
    return v4, v6


def p329(x1, x2, x3, x6, x13, N, M, K):
    v5 = np.max(x3, axis=0, keepdims=True)
    v7 = np.stack([x6, v5, x6], axis=0)
    v8 = np.squeeze(v7, axis=1)
    v9 = np.argmax(v5, axis=0)
    v10 = np.outer(x2, x2)
    v11 = np.sum(over(v10[axis(K, 0, 2) % M, axis(K, 0, 2) % M] + v10[axis(K, 0, 2) % M, axis(K, 0, 2) % M] * cast(axis(1, 1, 2), "c32"), (K, 1,)), axis=(1,))
    v12 = np.argmin(v8, axis=0)
    v14 = x1 @ x13
    w15 = v14
    w15 = (w15 + v12 if (v12 > 2) else w15)
    v16 = w15 % w15
    return v9, v11, v16


def p348(x2, x3, N, M):
    v4 = np.concatenate([x2, x3], axis=-2)
    v5 = v4 / 3
    v6 = np.sum(x3, keepdims=True)
    w7 = v6
    w7 = until(lambda u: (u > 0).any(), lambda u: np.where(u > 0, u - np.asarray(2, u.dtype), u), w7, 0)
    return v5, w7


def p350(x1, x2, x3, u11, i12, N, M):
    v4 = x2[-1, None]
    v5 = x1 * x1
    v6 = v5[:, None, :]
    v7 = np.where(v4, x3, x3)
    v8 = v7 - v7
    v9 = np.pad(x1, ((0, 0), (0, 1)), mode="constant")
    v10 = np.repeat(v9, 2, axis=1)
    u11 = u11 + v10
    u11 = u11[i12] - u11
    return v6, v8, u11


def p352(x1, x2, i3, x8, N, M):
    v4 = x2[i3]
    v7 = np.round(x1)
    v9 = np.sum(over(x8[axis(2, 0, 1)] + x8[axis(2, 0, 1)] * cast(axis(2, 0, 1), "c32"), (2,)), axis=(0,))
    v11 = np.real(v9)
    v12 = x8[1::-1]
    v13 = np.sqrt(np.abs(v7) + 1)
    v14 = np.sum(v13, axis=0)
    return v11, v14, v4, v12


def p353(x2, x3, i7, N, M, K):
    v4 = np.sum(x2, axis=-1, keepdims=True)
    v5 = x3 != x3
    v6 = np.logical_or(v5, v5)
    v8 = segments(np.add, x3, i7, N)
    v9 = v8 % 4
    v10 = np.tril(v5, k=0)
    return v4, v6, v9, v10


def p363(x1, u8, N):
    v2 = np.roll(x1, 3, axis=0)
    v3 = np.roll(v2, -2, axis=0)
    v4 = np.repeat(v3, 2, axis=0)
    v5 = np.sort(v4, axis=0)
    v6 = np.zeros((N, N,), DTYPES["f64"])
    v7 = v6 + v6
    u8 = u8 * v5
    v9 = np.diag(v7)
    return v9, u8


def p365(x1, x2, N):
    v3 = x1.sum()
    v4 = np.pad(x1, ((0, 1),), mode="constant", constant_values=4)
    v5 = v4 + 5
    v6 = np.cumsum(v4, axis=0)
    v7 = np.conj(v6)
    v8 = np.exp(1j * x2)
    return v3, v5, v7, v8


def p368(x2, x3, x12, N, M):
    v4 = np.roll(x2, 5, axis=0)
    v5 = cast(x3, "i64")
    v6 = v5 * v4
    v7 = np.flip(v6, axis=-1)
    w8 = v7
    w8 = assigned(w8, np.s_[:], w8[:] - v6)
    v10 = (v4 + w8) * np.sum(v4 * w8)
    v11 = np.einsum("i,i->i", v10, v7)
    v13 = v11[x12]
    return v13


def p369(x1, x2, x3, i5, N, M, K):
    v4 = x2 - 2 * K
    v6 = segments(np.add, v4, i5, K)
    v7 = np.outer(v6, x1)
    v8 = np.sum(x3, axis=-1)
    v9 = np.arange(M, 0, -1, dtype="f4")
    return v7, v8, v9


def p376(x1, x2, i3, x10, x11, N, M):
    v4 = np.take(x2, i3, axis=0)
    v5 = x1 >> 3
    v6 = np.sort(v4, axis=1)
    v7 = np.repeat(v5, 3, axis=0)
    v8 = v5[1:, None]
    v9 = v7.reshape((N, 1, 3,))
    v12 = np.linalg.solve(x10 / (np.abs(np.max(x10)) + 1) + 4 * np.eye(4), x11)
    return v6, v8, v9, v12


def p389(x2, N, M):
    v4 = np.cumprod(x2, axis=0)
    v5 = np.ones((N, 2,), DTYPES["i64"])
    v6 = np.pad(v5, ((1, 2), (1, 0)), mode="constant")
    v7 = v6[:, None, :]
    v8 = np.cross(v7, v7)
    v9 = np.roll(v8, 5, axis=2)
    return v4, v9


def p390(x1, u7, i8, N, K):
    w4 = x1
    w4 = w4 - x1
    u7 = u7[i8] - u7
    v9 = np.zeros((2, 1,), DTYPES["f64"])
    v11 = i8[i8]
    v12 = np.stack([u7, u7], axis=0)
    return v11, v12, w4, v9, u7


def p394(x2, u5, M):
    v4 = x2[..., :]
    u5 = u5 - v4
    v6 = x2[:, None, :]
    v7 = np.tril(u5, k=-1)
    u5 = np.broadcast_to(v7, (5, M,))
    v8 = np.flip(u5)
    v9 = np.einsum("ij,ij,ij->ji", v8, v7, v8)
    return v6, v9, u5


def p400(x1, x8, i10, N):
    v3 = x1 ** 2
    v4 = v3[None, :]
    v5 = np.logical_xor(v4, v4)
    v6 = np.einsum("i,ji,jk->i", x1, v4, v4)
    v7 = np.sum(v4, axis=0, keepdims=True)
    v9 = v7 @ x8
    v11 = segments(np.add, v9, i10, 6)
    return v5, v6, v11


def p401(x1, x2, x3, i4, x5, u7, N, M, K):
    v6 = at(np.add, x2, i4, x5)
    u7 = u7 * x1
    v8 = u7 - 5
    v9 = v6 @ v6
    v10 = np.min(x3, axis=0)
    v11 = np.argmin(v8, axis=0)
    return v9, v10, v11, u7


def p410(x1, x2, i4, i8, x10, x12, N, M):
    v5 = x2[i4]
    v6 = np.roll(v5, -1, axis=1)
    v7 = v6.sum(axis=(0, -1))
    v9 = v6[:, i8]
    v11 = v9 @ x10
    v14 = x1.sum(axis=0)
    v15 = np.vecdot(v11, v11)
    v16 = np.sum(over(v15[axis(3, 0, 2) % M, 0], (3, 6,)), axis=(1,))
    w17 = x12
    w17 = repeat(lambda u, i: (lambda u, i: repeat(lambda u, j, i=i: assigned(u, (i, j), u[i, j] + u[i - 1, j]), u, range(N)))(u, i), w17, range(1, 6))
    return w17, v16, v7, v14


def p420(u2, x3, x5, x6, x12, x13, N):
    u2 = assigned(u2, np.s_[1:3, :], x3)
    w4 = u2
    w4 = repeat(lambda u, k, w=x6: 3 * u - w, w4, range(x5))
    v7 = np.prod(u2, axis=-1)
    v8 = np.cumprod(v7, axis=0)
    v9 = ~v8
    v10 = np.sort(v9, axis=0)
    v11 = v10 ^ v10
    v14 = np.linalg.solve(x12 / (np.abs(np.max(x12)) + 1) + 3 * np.eye(3), x13)
    v15 = v11 | v11
    return w4, v14, v15, u2


def p426(x2, i5, u7, i8, N, M):
    v3 = np.flip(x2, axis=0)
    v4 = np.pad(v3, ((1, 0),), mode="reflect")
    v6 = v4[i5]
    u7 = u7[i8] - u7
    v9 = v4 / (v4 * np.conj(v4) + 1)
    v10 = np.sum(v3)
    v11 = np.mean(v9, axis=-1, keepdims=True)
    return v6, v10, v11, u7


def p429(x1, x2, i4, i7, i8, N, M):
    v3 = np.concatenate([x2, x2, x2], axis=0)
    v5 = v3[i4]
    v6 = x1.sum(axis=0)
    v9 = x1[i7, i8]
    v10 = np.einsum("i->", v6)[()]
    w11 = x1
    w11 = w11 - x1
    v12 = np.einsum("i,i,i->i", v5, v5, v5)
    return v9, v10, w11, v12


def p431(x2, u3, i7, M):
    u3 = (u3 + x2 if (all_of(x2 > 2)) else u3 + np.asarray(1, u3.dtype))
    v4 = np.ptp(u3, axis=-1)
    v5 = np.triu(x2, k=0)
    v6 = np.maximum(v5, v5)
    v8 = segments(np.add, v4, i7, 4)
    u3 = np.broadcast_to(x2, (M, 3,))
    v11 = np.flip(x2, axis=-2)
    v12 = np.sum(x2, axis=0)
    return v6, v11, v8, v12, u3


def p441(x1, x2, u6, N, M):
    v3 = np.broadcast_to(x2, (N, M,))
    v4 = np.argmax(v3, axis=1, keepdims=True)
    v5 = x1 * x1
    u6 = (u6 - v5 if (all_of(v5 > 1)) else u6 + np.asarray(1, u6.dtype))
    v7 = ~v3
    v8 = 5 - u6
    v9 = x1 + v8
    v10 = v9 % 5
    return v4, v7, v10, u6


def p451(x1, x2, x3, N, M):
    v4 = ~x3
    v5 = x1 / (x1 * np.conj(x1) + 1)
    v6 = np.broadcast_to(x2, (3, M,))
    w7 = v6
    w7 = w7 + v6
    v9 = w7 / (w7 * np.conj(w7) + 1)
    v10 = v4 != 2
    v11 = v4 != v4
    return v9, v5, v11, v10


def p462(x3, i10, K):
    v6 = np.stack([x3, x3], axis=0)
    v7 = np.asarray(np.count_nonzero(v6, axis=-2, keepdims=True))[()]
    v8 = np.cumsum(v7, axis=1)
    w9 = x3
    w9 = w9[i10]
    v11 = np.flip(i10, axis=0)
    v14 = v6 * w9
    w9 = assigned(w9, np.s_[:], x3)
    return w9, v11, v8, v14


def p463(x2, x5, N, M):
    v3 = x2 // x2
    v4 = np.ones((N,), DTYPES["f64"])
    v6 = np.logical_or(v4, x5)
    v7 = v6 & v6
    return v3, v7


def p466(x1, x3, N, K):
    v5 = x3[1:] + x3[:-1]
    v6 = ~v5
    v7 = np.arange(6, 0, -1, dtype="f4")
    v8 = np.sort(v7, axis=0)
    v9 = np.repeat(x1, 2, axis=0)
    v10 = v8 + 1j * v7
    v11 = np.flip(v10)
    v12 = v11 / (v11 * np.conj(v11) + 1)
    w13 = v9
    w13 = repeat(lambda u, i: (lambda u, i: repeat(lambda u, j, i=i: assigned(u, (i, j), u[i, j] + u[i - 1, j]), u, range(1)))(u, i), w13, range(1, 2 * N))
    return v6, v12, w13


def p473(x1, x2, x3, N, M, K):
    w4 = x3
    w4 = w4 * x3
    w4 = assigned(w4, np.s_[1:-1], w4[:-2] + w4[2:])
    v5 = np.maximum.accumulate(x2, axis=0)
    v6 = np.roll(v5, 1, axis=0)
    w4 = repeat(lambda u, k: assigned(u, k, 2 * u[k - 1]), w4, range(1, K))
    w4 = (w4 + x3 if (all_of(v6 > 2)) else w4 + np.asarray(1, w4.dtype))
    v7 = np.ptp(x1, axis=-1)
    v8 = np.stack([w4, w4], axis=1)
    return v7, v8


def p476(x2, x3, M):
    v4 = np.stack([x3, x3, x2], axis=-1)
    v5 = np.stack([x2, x2, x3], axis=1)
    v6 = np.mean(v4, axis=-1)
    v7 = np.einsum("i,ij->ji", v6, v5)
    v8 = np.einsum("ij->ji", v7)
    v9 = np.tensordot(v8, v7, axes=1)
    return v9


def p477(x1, x4, i7, N):
    v5 = np.tile(x1, (2,))
    v6 = x4 != 2
    v8 = v5[i7[axis(5, 0, 1)]]
    v9 = np.sqrt(np.sum(v8 * v8, axis=0) + 1)
    return v6, v9


def p478(x1, x2, x3, x11, N, M, K):
    v4 = np.diff(x1, axis=0)
    v5 = np.tensordot(x3, x3, axes=1)
    w6 = v5
    w6 = w6 + v5
    v7 = np.roll(x2, 2, axis=0)
    v8 = cast(v7, "f64")
    v9 = np.sqrt(np.sum(v8 * v8, axis=0) + 1)
    v10 = np.einsum("ij,ik->kj", w6, w6)
    v12 = over(v10[axis(2, 1, 2) % K, axis(6, 0, 2) % K] * cast(axis(6, 0, 2), "i32") + x11[axis(2, 1, 2) % 2], (6, 2,))
    v13 = np.einsum("ij,ij->j", v12, v12)
    return v4, v9, v13


def p479(x2, M, K):
    v5 = np.argmax(x2, axis=1, keepdims=True)
    v6 = np.take_along_axis(x2, v5, axis=1)
    v7 = np.sqrt(np.sum(x2 * x2, axis=0) + 1)
    v8 = np.asarray(np.count_nonzero(v6, axis=-1))[()]
    return v7, v8


def p482(x1, x2, x3, N, M, K):
    v4 = np.pad(x3, ((1, 0),), mode="constant", constant_values=2)
    v5 = np.argmax(v4, axis=0, keepdims=True)
    v6 = np.take_along_axis(v4, v5, axis=0)
    v7 = ~v6
    v8 = np.clip(x2, 1, 3)
    w9 = x1
    w9 = (w9 + v5 if (any_of(v6 > 1)) else w9 + np.asarray(1, w9.dtype))
    v10 = np.pad(v6, ((2, 0),), mode="wrap")
    v11 = v10.sum(keepdims=True)
    v12 = v7 ** 2
    return v8, w9, v11, v12


def p484(x2, M):
    v4 = np.sum(x2, axis=0)
    v5 = np.einsum("i,i->i", v4, v4)
    v6 = np.cumsum(x2, axis=1)
    v7 = v6[:, 1:-2]
    v8 = v7.T
    v9 = v8 ** 2
    return v5, v9


def p488(x1, x2, i5, x9, N, M):
    v3 = np.flip(x2, axis=1)
    v4 = v3.T
    v6 = v4[:, i5]
    v7 = np.concatenate([x1, x1], axis=1)
    v8 = v6[axis(M, 0, 2), i5[axis(3, 1, 2)]]
    v10 = np.cross(x9, x9)
    v11 = v10.T
    v12 = v11[1:, :]
    return v7, v8, v12


def p489(x1, x2, x9, N, M):
    v3 = cast(x2, "f32")
    v4 = np.abs(v3) + 1.5
    v5 = v3 / v4
    v6 = x1[:, None]
    w7 = x2
    w7 = repeat(lambda u, i: (lambda u, i: repeat(lambda u, j, i=i: assigned(u, (i, j), u[i, j] + u[i - 1, j]), u, range(M)))(u, i), w7, range(1, 2))
    w7 = w7 + x9
    v10 = np.sum(x1, axis=0, keepdims=True)
    return v6, v5, v10, w7


def p497(x1, x2, x3, x9, N, M):
    v4 = x2 / x3
    v5 = 3 - x1
    v6 = x2.sum(axis=0, keepdims=True)
    v7 = v5 & v5
    w8 = x2
    w8 = (w8 - v6 if (any_of(v7 > 2)) else w8 + np.asarray(1, w8.dtype))
    v10 = np.stack([x9, w8, v4], axis=-1)
    return v10


def p499(x1, x2, N, M):
    v3 = x2 * x2
    w4 = v3
    w4 = (w4 + v3 if (all_of(x1 > 0)) else w4 + np.asarray(1, w4.dtype))
    v5 = w4[:, :, None]
    v6 = v5[:, -3::2, 0::-1]
    v7 = np.minimum(v6, v6)
    v8 = v7 < 3
    return v8


def p504(x1, u4, x5, N, M):
    u4 = np.roll(u4, 1, axis=0)
    v6 = np.minimum(x1, x5)
    v7 = np.cumsum(v6, axis=0)
    v8 = np.broadcast_to(v7, (6, N,))
    return v8, u4


def p509(x1, x3, u7, i8, N, M, K):
    v4 = np.argmax(x3, axis=0, keepdims=True)
    v5 = np.take_along_axis(x3, v4, axis=0)
    v6 = np.concatenate([v5, v5], axis=0)
    u7 = u7 + v6
    v9 = x1[axis(N, 0, 2), i8[axis(K, 1, 2)]]
    v10 = np.clip(u7, 1, 3)
    return v9, v10, u7


def p510(x1, u8, N):
    v2 = x1 - 5
    v3 = 2j - v2
    v4 = 1 - v3
    v5 = x1 - 3
    v6 = cast(v5, "c32")
    v7 = 2 * v6
    u8 = assigned(u8, np.s_[:], u8[:] * v7)
    v9 = u8 ** 2
    v10 = v3 ** 2
    return v4, v9, v10, u8


def p519(x1, u6, i8, N):
    v2 = np.roll(x1, -1, axis=0)
    v3 = np.cumsum(v2, axis=0)
    v5 = v3.sum(axis=-1)
    u6 = assigned(u6, np.s_[1:-1], u6[:-2] + u6[2:])
    v7 = u6 << 2
    u6 = u6[i8] - u6
    v9 = np.take(i8, i8, axis=0)
    v10 = u6[:, None]
    v11 = np.roll(v10, -1, axis=1)
    return v7, v9, v11, v5, u6


def p520(x1, x2, x3, x8, i13, x14, u16, N, M):
    v4 = cast(x2, "i16")
    v5 = np.prod(v4, axis=0)
    v6 = v5 - 1
    v7 = x2 & x2
    v10 = (x1 + x8) * np.sum(x1 * x8)
    v11 = v10 @ v10
    v12 = v11 ** 2
    v15 = at(np.minimum, x1, i13, x14)
    u16 = u16 * x3
    u16 = assigned(u16, np.s_[:], v15)
    return v6, v7, v12, u16


def p524(x1, x2, u4, i5, N, M):
    w3 = x2
    w3 = (w3 - x2 if (any_of(x2 > 0)) else w3 + np.asarray(1, w3.dtype))
    u4 = u4[i5]
    v6 = np.sign(x1)
    v7 = u4 * 0.5
    v8 = np.exp(1j * v6)
    v9 = np.sum(v8, axis=0)
    v10 = w3 @ u4
    return v7, v9, v10, u4


def p525(x1, x2, x4, u7, x8, N, M):
    v3 = np.sum(over(x1[axis(N, 0, 2), axis(3, 1, 2) % M] * x1[axis(N, 0, 2), axis(N, 0, 2) % M] + x1[axis(3, 1, 2) % N, axis(3, 1, 2) % M] * cast(axis(3, 1, 2), "c64"), (N, 3,)), axis=(0, 1))
    v5 = x2 @ x4
    v6 = np.einsum("i,j,i->ij", v5, v5, v5)
    u7 = u7[::-1]
    v9 = np.cross(x8, x8)
    v10 = np.square(u7)
    v11 = np.diag(v10)
    v12 = np.sum(over(v3 * cast(axis(4, 1, 2), "c64") - v6[axis(3, 0, 2) % 6, axis(3, 0, 2) % 6], (3, 4,)), axis=(1,))
    v13 = np.cumsum(v11, axis=0)
    return v9, v12, v13, u7


def p536(x1, x2, x5, N, M):
    v3 = np.argmin(x1, axis=1, keepdims=True)
    v4 = np.take_along_axis(x1, v3, axis=1)
    v6 = over(np.where((axis(M, 0, 2) + axis(3, 1, 2)) % 2 == 0, x5[axis(M, 0, 2)] - x5[M - 1 - axis(M, 0, 2)] * x5[axis(M, 0, 2)], 1), (M, 3,))
    v7 = cast(x2, "i32")
    v8 = -v6
    v9 = v8 - v8
    v10 = np.sort(v9, axis=0)
    w11 = v8
    w11 = (w11 - v10 if (any_of(v10 > 2)) else w11)
    return v4, v7, w11


def p542(x1, i5, i10, u12, N, K):
    v4 = np.sum(x1)
    v6 = x1[i5]
    v7 = v6.reshape((1, 1, K,))
    v8 = np.arange(6, dtype="i4")
    v9 = np.concatenate([v7, v7], axis=2)
    v11 = segments(np.add, v8, i10, 6)
    u12 = u12 - v11
    v13 = np.bincount(i10, minlength=6)
    v14 = np.outer(v13, v13)
    u12 = u12 - v8
    w15 = u12
    w15 = until(lambda u: (u > 1).any(), lambda u: np.where(u > 1, u - np.asarray(2, u.dtype), u), w15, 2)
    return v4, v9, v14, w15, u12


def p547(x1, x2, u7, x8, N, M):
    v4 = np.minimum(x1, x1)
    v5 = np.argmin(v4, axis=0)
    v6 = np.repeat(v4, 2, axis=0)
    u7 = assigned(u7, np.s_[:3:-2], x8)
    v13 = np.argsort(v4, axis=0, kind="stable")
    v14 = np.cumsum(v13, axis=0)
    v15 = np.tril(x2, k=1)
    u7 = assigned(u7, np.s_[-3:], 3)
    return v14, v5, v15, v6, u7


def p551(x1, x6, u8, i9, N):
    v2 = np.sort(x1, axis=0)
    v3 = v2 + v2
    v4 = cast(v3, "f64")
    v5 = np.sqrt(np.sum(v4 * v4, axis=0) + 1)
    v7 = v5 / x6
    u8 = u8[i9] - u8
    return v7, u8


def p554(x1, N):
    v3 = np.pad(x1, ((0, 0),), mode="constant")
    v4 = v3 / 3
    v5 = np.roll(v3, 3, axis=0)
    v6 = np.sort(v5, axis=0)
    v7 = v6 + v6
    v8 = np.broadcast_to(x1, (N, N,))
    v9 = np.flip(v8)
    return v4, v7, v9


def p556(x1, x2, x8, u11, N, M):
    v4 = np.mean(x1, axis=0)
    v5 = np.cumprod(x1, axis=0)
    v6 = np.abs(x2)
    v7 = np.concatenate([v5, x1], axis=0)
    v9 = np.max(over(x8[axis(1, 0, 3), 6 - 1 - axis(6, 1, 3)] - x8[1 - 1 - axis(1, 0, 3), 6 - 1 - axis(6, 1, 3)] * x8[1 - 1 - axis(1, 0, 3), axis(6, 1, 3)], (1, 6, 2,)), axis=(1, 2))
    v10 = np.diff(v6, axis=0)
    u11 = until(lambda u: (u > 2).any(), lambda u: np.where(u > 2, u - np.asarray(2, u.dtype), u), u11, 6)
    v12 = v7[1:-1]
    return v4, v9, v10, v12, u11


def p560(x1, x4, i6, N):
    v2 = np.einsum("i->i", x1)
    v3 = -v2
    v5 = np.max(over(x4[3 - 1 - axis(3, 1, 3)], (N, 3, N,)), axis=(2,))
    v7 = v3[i6]
    w8 = v5
    w8 = until(lambda u: (u > 3).any(), lambda u: np.where(u > 3, u - np.asarray(2, u.dtype), u), w8, 2)
    v9 = np.stack([w8, v5, w8], axis=0)
    v10 = v9.reshape((3 * N, 3,))
    v11 = v7 // 3
    return v10, v11


def p564(x1, x2, N, M):
    v3 = np.trace(x1)
    v4 = np.exp(x1 - np.max(x1, 1, keepdims=True)) / np.sum(np.exp(x1 - np.max(x1, 1, keepdims=True)), 1, keepdims=True)
    w5 = x2
    w5 = until(lambda u: (u > 1).any(), lambda u: np.where(u > 1, u - np.asarray(2, u.dtype), u), w5, 2)
    v6 = w5 @ w5
    v7 = np.roll(v4, 3, axis=1)
    v8 = np.sort(v7, axis=0)
    return v3, v6, v8


def p568(x1, x2, x3, i10, x13, N, M, K):
    v4 = np.sqrt(np.sum(x2 * x2, axis=0) + 1)
    v5 = np.argsort(x3, axis=0, kind="stable")
    v6 = np.cumprod(v5, axis=0)
    v7 = x1[:2:3]
    v8 = -v5
    v9 = np.minimum(v8, v6)
    v11 = at(np.add, v7, i10, x1)
    v12 = np.tile(v11, (2,))
    v14 = over(x13[axis(K, 0, 1)] * x13[axis(K, 0, 1)] - x13[axis(K, 0, 1)] * x13[axis(K, 0, 1)], (K,))
    return v4, v9, v12, v14


def p570(x2, x3, i5, u7, x8, N, M, K):
    v6 = np.take(x2, i5, axis=0)
    u7 = u7[::-1]
    v9 = np.linalg.det(x8 / (np.abs(np.max(x8)) + 1) + 2 * np.eye(2))
    v10 = x3 % 3
    v11 = np.argmax(x8, axis=1, keepdims=True)
    return v6, v9, v10, v11, u7


def p581(x2, u5, x6, x9, x10, x13, M):
    v3 = x2 ** 2
    v4 = np.outer(x2, v3)
    u5 = assigned(u5, np.s_[-1:, -2], x6)
    v7 = np.sort(u5, axis=0)
    v8 = v7 @ v7
    v11 = np.cross(x9, x10)
    v12 = np.pad(v11, ((0, 2), (1, 0)), mode="constant", constant_values=3)
    v14 = v8[:, x13]
    return v4, v12, v14, u5


def p593(x1, x2, x6, N, M):
    v4 = np.minimum.accumulate(x2, axis=0)
    v5 = np.sum(x1, axis=0)
    v7 = np.sum(over(x6[axis(4, 1, 2)] + x6[axis(4, 1, 2)] * cast(axis(4, 1, 2), "bf16"), (N, 4,)), axis=(1,))
    v8 = np.searchsorted(np.sort(x6), x6, side="left")
    v9 = v4 * v4
    v10 = v8 @ v8
    return v5, v7, v9, v10


def p595(x1, x2, i8, u15, N, M):
    v3 = np.vecdot(x2, x2)
    v4 = np.concatenate([x2, x2], axis=-1)
    v5 = x1.T
    v6 = np.asarray(np.count_nonzero(v5, axis=1))[()]
    v7 = v6 < 0
    v9 = v4[i8]
    v10 = np.pad(v9, ((1, 0),), mode="symmetric")
    v11 = np.tril(v5, k=1)
    v12 = np.swapaxes(v11, 0, 1)
    v14 = (v12 + v12) * np.sum(v12 * v12)
    u15 = assigned(u15, np.s_[:], u15[:] * v10)
    return v3, v7, v14, u15


def p596(x2, N):
    v3 = over(x2[axis(N, 0, 1)], (N,))
    v4 = v3[:, None]
    v5 = np.einsum("ij,i->j", v4, v3)
    v6 = np.argmin(v5, axis=0)
    v7 = -v6
    return v7


def p603(x1, x2, i11, N, M):
    v4 = np.sort(x1, axis=0)
    v5 = over(np.where((axis(M, 0, 1) + axis(M, 0, 1)) % 2 == 0, x2[0] * cast(axis(M, 0, 1), "i32") + x2[(axis(M, 0, 1) + 1) % M], 1), (M,))
    v6 = np.prod(v4, keepdims=True)
    v7 = np.prod(v6, keepdims=True)
    v8 = np.stack([v5, v5], axis=1)
    v10 = v5[1:] + v5[:-1]
    v12 = v10[i11[axis(4, 0, 1)]]
    return v7, v8, v12


def p610(x1, x2, i16, N, M):
    v9 = np.round(x1)
    v10 = x2[None, :]
    v13 = v9 @ v9
    v14 = x1 @ v9
    v17 = segments(np.add, v9, i16, 4)
    return v13, v17, v14, v10


def p614(x3, i5, i6, M, K):
    v4 = np.broadcast_to(x3, (2, 2, K,))
    v7 = v4[i5, :, i6]
    v8 = i6 - 2 * K
    w9 = v8
    w9 = repeat(lambda u, k: assigned(u, k, 2 * u[k - 1]), w9, range(1, M))
    return v7, w9


def p615(x2, x6, M):
    v3 = np.minimum.accumulate(x2, axis=0)
    v4 = x2 - v3
    v5 = np.diff(v4, axis=0)
    v7 = v5[x6]
    return v7


def p620(x1, x2, x3, x7, N, M, K):
    v4 = np.exp(x3 - np.max(x3, 0, keepdims=True)) / np.sum(np.exp(x3 - np.max(x3, 0, keepdims=True)), 0, keepdims=True)
    v5 = np.min(x3, axis=0)
    v6 = x3 @ v4
    v8 = x2 @ x7
    v9 = np.ptp(x1, axis=-1)
    v10 = v8 @ x7
    v11 = np.einsum("ij,ij,ij->ij", x2, v10, v10)
    return v5, v9, v6, v11


def p621(x2, M):
    v3 = np.prod(x2, axis=1)
    v4 = np.arange(4, 0, -1, dtype="f4")
    w5 = v4
    w5 = w5 + v4
    v6 = np.sum(w5, axis=-1)
    return v3, v6


def p622(x1, x2, x8, N, M):
    v4 = x1[1:] + x1[:-1]
    v5 = M * x1
    v6 = np.stack([v4, v4, v4], axis=1)
    v7 = np.maximum.accumulate(v6, axis=1)
    v9 = over(x2[axis(N, 0, 2) % M] + x8[axis(N, 0, 2)], (N, 2,))
    v10 = np.roll(v7, 3, axis=1)
    v11 = x2.sum(axis=0, keepdims=True)
    v12 = v11.reshape((1, 1, 1,))
    v13 = np.tensordot(v12, v12, axes=1)
    v15 = v5[1:] + v5[:-1]
    return v9, v10, v13, v15


def p627(x1, x2, x3, x4, x6, N, M, K):
    v5 = np.minimum.accumulate(x3, axis=0)
    v7 = x1 + 1j * x6
    v8 = cast(v5, "i64")
    v9 = x4 + v8
    v10 = v7 / 3
    v11 = np.argmin(v9, axis=0)
    v12 = np.einsum("ij,ij->ij", v10, v10)
    v13 = x2.sum(axis=-1)
    v14 = np.exp(1j * x1)
    return v11, v12, v13, v14


def p637(x1, x2, i4, u9, x12, N, M):
    v3 = np.argmax(x2, axis=1, keepdims=True)
    v5 = segments(np.add, v3, i4, 3)
    v6 = np.prod(v5, axis=(0, -1))
    v7 = np.cumprod(v5, axis=1)
    v8 = x1 * x1
    u9 = assigned(u9, np.s_[:], v8)
    v10 = u9[..., None]
    w11 = v5
    w11 = repeat(lambda u, k, w=x12: 3 * u - w, w11, range(min(3, x12)))
    return v6, v7, v10, w11, u9


def p640(x1, x5, N):
    v3 = np.flip(x1, axis=-1)
    v4 = np.cumprod(x1, axis=0)
    v6 = np.concatenate([x5, v4, v4], axis=-1)
    v7 = np.roll(v3, -2, axis=0)
    return v6, v7


def p642(x1, x2, N, M):
    v3 = x2 * x2
    v4 = np.flip(v3)
    v5 = np.diff(v4, axis=0)
    v6 = np.searchsorted(np.sort(x1), x1, side="left")
    v7 = np.arange(2)
    v8 = v7 * v7
    w9 = v8
    w9 = w9 + 3
    return v5, v6, w9


def p646(x1, u4, i5, x6, x8, x9, N):
    v3 = np.tile(x1, (3,))
    u4 = u4[i5] - u4
    u4 = u4 - v3
    v7 = np.cross(x6, x6)
    u4 = assigned(u4, np.s_[-1], x8)
    v10 = np.stack([u4, x9], axis=-1)
    v11 = np.argmax(x9, axis=0)
    v12 = np.vecdot(v7, v7)
    v13 = v12 @ v12
    v14 = np.argmax(v12, axis=0, keepdims=True)
    return v10, v11, v13, v14, u4


def p656(x3, x4, u9, N, K):
    v5 = x3 & x4
    v6 = np.pad(v5, ((1, 0),), mode="edge")
    v7 = v6[-2::2]
    v8 = np.min(v7, axis=0)
    u9 = np.flip(u9)
    v10 = u9 * u9
    return v8, v10, u9


def p686(x1, x2, x3, x9, N, M, K):
    v4 = np.broadcast_to(x2, (K, M,))
    v5 = np.tril(v4, k=0)
    v6 = x3 < 3
    v7 = x2 * v5
    v8 = np.outer(x1, x1)
    v10 = np.concatenate([v8, x9, v8], axis=0)
    return v6, v7, v10


def p694(x1, x2, i5, N, M):
    w4 = x1
    w4 = w4[i5] - w4
    v6 = np.sum(over(x2[axis(3, 1, 2), axis(3, 1, 2) % M] - x2[0, axis(3, 1, 2) % M] * x2[3 - 1 - axis(3, 1, 2), axis(N, 0, 2) % M], (N, 3,)), axis=(1,))
    w4 = w4 - x1
    v7 = np.einsum("i,i,j->j", v6, v6, v6)
    w4 = np.broadcast_to(x1, (3, N,))
    v8 = np.max(w4, axis=-1, keepdims=True)
    return v7, v8


def p696(x2, u4, M):
    v3 = np.argmin(x2, axis=0, keepdims=True)
    u4 = assigned(u4, np.s_[1:-1], u4[:-2] - u4[2:])
    v5 = u4 ** 2
    v6 = v5 + M
    v7 = np.diff(v6, axis=0)
    v8 = np.pad(v7, ((0, 1),), mode="wrap")
    return v3, v8, u4


def p700(x1, x2, u5, i6, N):
    v3 = np.abs(x1)
    v4 = v3 | v3
    u5 = u5[i6]
    v7 = np.max(v4, axis=0)
    v8 = np.diff(u5, axis=0)
    w9 = x2
    w9 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w9, range(3))
    v11 = np.max(v8)
    v12 = np.pad(x1, ((1, 1),), mode="edge")
    return w9, v12, v11, v7, u5


def p705(x1, x2, i5, i11, N, M, K):
    v4 = 3 * x1
    v6 = x2[:, i5]
    v7 = np.min(v4, axis=1)
    v8 = v7 + 5
    v9 = M * i5
    w10 = v6
    w10 = w10 * v6
    w10 = w10[i11]
    v12 = np.mean(v9, axis=0)
    v13 = np.diff(v9, axis=0)
    return v8, w10, v12, v13


def p708(x1, x2, x3, N, M):
    v4 = np.rot90(x1, 2)
    v5 = 4 - x3
    v6 = v4 != 0
    v7 = v6.ravel()
    v8 = np.maximum(x2, x2)
    v9 = np.searchsorted(np.sort(v8), v8, side="left")
    v10 = v9 >> 3
    v11 = np.minimum.accumulate(v8, axis=0)
    return v5, v7, v10, v11


def p709(x1, x2, x3, N, M):
    v4 = x3 - x3
    v5 = over(x1[axis(N, 0, 2)] * x1[N - 1 - axis(N, 0, 2)], (N, 3,))
    v6 = np.sqrt(np.abs(v4))
    v7 = x2 / x2
    v8 = np.kron(v7, v7)
    return v5, v6, v8


def p710(x1, x2, i5, x6, x10, N, M):
    v3 = np.sum(over(x1[axis(N, 0, 2), axis(N, 1, 2) % 3] - x1[axis(N, 0, 2), axis(N, 0, 2) % 3] * x1[axis(N, 0, 2), axis(N, 1, 2) % 3], (N, N,)), axis=(1,))
    v4 = np.min(over(v3[(axis(N, 0, 2) + 2) % N] * cast(axis(N, 0, 2), "f16"), (N, N,)), axis=(1,))
    v7 = at(np.maximum, x2, i5, x6)
    w8 = v7
    w8 = (w8 - v7 if (all_of(i5 > 1)) else w8 + np.asarray(1, w8.dtype))
    w8 = w8 + v7
    v9 = np.pad(x1, ((0, 0), (1, 2)), mode="constant")
    v11 = v9 != x10
    return v4, w8, v11


def p724(x2, u4, x7, x8, M):
    v3 = np.repeat(x2, 3, axis=0)
    u4 = assigned(u4, np.s_[1:-1], u4[:-2] - u4[2:])
    v5 = -u4
    v6 = x2 ** 3
    v9 = np.linalg.solve(x7 / (np.abs(np.max(x7)) + 1) + 4 * np.eye(4), x8)
    v10 = v9 - v9
    return v3, v5, v6, v10, u4


def p730(x1, x2, x8, N, M):
    v3 = x1 ^ x1
    w4 = v3
    w4 = until(lambda u: (u > 1).any(), lambda u: np.where(u > 1, u - np.asarray(2, u.dtype), u), w4, 5)
    v5 = np.tile(x2, (2,))
    v6 = np.einsum("i,i->i", v5, v5)
    v7 = np.broadcast_to(x1, (4, N,))
    v9 = np.sum(over(x8[axis(6, 1, 2), axis(6, 1, 2) % M] + x8[axis(6, 1, 2), 0], (M, 6,)), axis=(1,))
    v11 = np.argmin(v7, axis=1, keepdims=True)
    return v6, v9, w4, v11


def p731(x1, u2, x5, i9, N):
    u2 = u2 + x1
    v3 = np.sign(x1)
    v4 = np.ptp(v3, keepdims=True)
    v6 = np.linalg.inv(x5 / (np.abs(np.max(x5)) + 1) + 3 * np.eye(3))
    v7 = np.exp(1j * v6)
    w8 = x5
    w8 = repeat(lambda u, k: assigned(u, k, u[k] - 2 * u[k - 1]), w8, range(1, 3))
    v10 = segments(np.add, u2, i9, 3)
    v11 = np.max(over(v3[0] - v10[axis(3, 0, 3)] * cast(axis(N, 1, 3), "f16"), (3, N, 3,)), axis=(2,))
    v12 = 2j - v7
    return v4, w8, v11, v12, u2


def p733(x1, N):
    v2 = np.concatenate([x1, x1], axis=0)
    v3 = np.stack([v2, v2], axis=-2)
    v4 = v3 + v3
    v5 = v4[:-2:-1, :]
    return v5


def p753(x1, x2, x3, N, M):
    v4 = x2[0]
    v5 = np.einsum("i,i->i", x1, x1)
    v6 = np.pad(x2, ((1, 1),), mode="edge")
    v7 = np.concatenate([v5, v6], axis=0)
    v8 = 2j - v7
    v9 = np.diff(v8, axis=0)
    v10 = np.einsum("i,i->i", v9, v9)
    v11 = np.outer(v10, v10)
    w12 = x3
    w12 = repeat(lambda u, k, x=x3: u * 0.5 + k * x, w12, range(2))
    return v4, v11, w12


def p757(x1, x6, N):
    v2 = x1 - 4
    v3 = v2[:, -1:]
    v4 = v3 > v3
    v5 = np.clip(v2, 1, 3)
    v7 = np.linalg.det(x6 / (np.abs(np.max(x6)) + 1) + 2 * np.eye(2))
    return v4, v5, v7


def p764(x1, x2, N, M):
    v4 = np.pad(x1, ((1, 2),), mode="constant", constant_values=2)
    v5 = cast(x2, "f64")
    v6 = np.einsum("i,i->", v5, v5)[()]
    v7 = np.prod(v5, axis=0)
    v8 = np.flip(v5)
    return v4, v6, v7, v8


def p774(x1, x2, i6, x11, N, M):
    v3 = x2.sum(axis=-1, keepdims=True)
    v4 = x1.sum(axis=0, keepdims=True)
    v5 = np.logical_or(x2, v4)
    v7 = v5[i6[axis(6, 0, 1)]]
    v8 = np.zeros((6,), DTYPES["c32"])
    v9 = v8 - v8
    v10 = np.pad(v3, ((0, 2),), mode="edge")
    v12 = np.einsum("i,ji->ij", v8, x11)
    return v7, v9, v10, v12


def p775(x1, x3, x4, x6, i10, x11, N, K):
    v5 = np.transpose(x1, (1, 0))
    v7 = np.cross(x6, x6)
    v8 = np.where(x3, x4, x4)
    w9 = v8
    w9 = w9[i10]
    v12 = w9 + 1j * x11
    v13 = np.argmin(x11, axis=0)
    v14 = np.tril(v5, k=0)
    v15 = v12 @ v12
    v16 = v13 / (v13 * v13 + 1)
    return v7, v14, v15, v16


def p780(x1, x3, u5, N):
    v2 = np.cumsum(x1, axis=1)
    v4 = np.logical_and(x1, x3)
    u5 = np.broadcast_to(v2, (4, N,))
    v6 = np.eye(N, N, k=1)
    return v4, v6, u5


def p785(x1, i5, N):
    v2 = np.concatenate([x1, x1], axis=-1)
    v3 = np.argmax(v2, axis=0)
    v4 = v3 + v3
    v6 = np.take(v2, i5, axis=0)
    v7 = v3 >= 0
    return v4, v6, v7


def p797(x1, x2, i5, N, M):
    v3 = x1.sum(axis=0, keepdims=True)
    w4 = x2
    w4 = w4 ^ x2
    v6 = x1[i5]
    v7 = v6 / 3
    return v3, w4, v7


def p798(x1, x2, N, M):
    v3 = np.einsum("i->i", x1)
    v4 = x2[None, :]
    v5 = np.stack([v4, v4, v4], axis=1)
    w6 = x2
    w6 = (w6 + x2 if (any_of(v3 > 1)) else w6 + np.asarray(1, w6.dtype))
    v7 = x2 - w6
    return v5, v7


def p810(x2, u4, x5, x8, N):
    v3 = cast(x2, "c64")
    u4 = u4 + 3
    v6 = np.sum(over(x5[axis(3, 1, 3) % 2] * x5[axis(2, 2, 3)] - x5[axis(2, 2, 3)], (3, 3, 2,)), axis=(1, 2))
    v7 = x2 % 2
    u4 = np.broadcast_to(v3, (N,))
    v9 = v7 // x8
    v10 = np.diff(u4, axis=0)
    return v6, v9, v10, u4


def p818(x2, x8, M):
    v4 = np.flip(x2, axis=-1)
    v5 = np.vecdot(v4, v4)
    v6 = np.mean(x2, axis=-1)
    w7 = v4
    w7 = np.flip(w7)
    v9 = over(x8[1 - 1 - axis(1, 0, 1)] + x8[axis(1, 0, 1)] * x8[0], (1,))
    w7 = w7 + 3
    v10 = np.einsum("i,i->i", w7, w7)
    v12 = np.mean(v10, axis=0, keepdims=True)
    return v12, v9, v5, v6


def p824(x1, x9, N):
    v2 = np.sum(x1, axis=-1)
    v3 = v2 ** 2
    v4 = np.concatenate([x1, x1, x1], axis=0)
    v5 = np.sum(x1, axis=0)
    v6 = v4.sum(axis=-1)
    w8 = x1
    w8 = (w8 + x9 if (v5 > 0) else w8 + np.asarray(1, w8.dtype))
    v10 = np.ptp(v4, axis=0)
    return v3, v6, w8, v10


def p827(x1, x2, x5, N, M):
    v3 = x1 - x1
    v4 = np.argsort(v3, axis=0, kind="stable")
    v6 = np.einsum("i,ji->", v4, x5)[()]
    v7 = np.var(x5, axis=-2)
    v8 = np.stack([x2, x2], axis=1)
    v9 = v8.T
    v10 = np.sqrt(np.var(v9, axis=0) + 1)
    return v6, v7, v10


def p829(x2, x3, i10, x12, i16, M, K):
    v5 = x2 + 1j * x2
    v6 = (0.5 + 1j) * v5
    v7 = np.max(x3, axis=-1)
    v8 = np.arctan(x2)
    v9 = np.real(v6)
    v13 = v7 > x12
    w15 = v8
    w15 = repeat(lambda u, k, x=v8: u * 0.5 + k * x, w15, range(2))
    v17 = v8[i10, i16]
    return v17, v9, w15, v13


def p834(x1, x2, x6, N, M):
    v3 = np.ceil(x2)
    v4 = np.sqrt(np.sum(v3 * v3, axis=1) + 1)
    v5 = np.concatenate([v4, v4, v4], axis=0)
    v7 = v5[x6]
    v8 = np.asarray(np.count_nonzero(x1, axis=(0, -1)))[()]
    return v7, v8


def p848(x1, x2, u3, x4, i7, N, M):
    u3 = assigned(u3, np.s_[:], u3[:] - x2)
    v5 = x1 / x4
    v6 = np.stack([v5, v5, v5], axis=1)
    v8 = v6[axis(N, 0, 2), i7[axis(N, 1, 2)]]
    v9 = v8[u3 % N]
    v10 = np.squeeze(x4, axis=0)
    v12 = (v9 + v9) * np.sum(v9 * v9)
    v13 = np.argmax(x4, axis=0)
    v14 = v12 - 0.25
    v15 = v14[None, :, :]
    return v10, v13, v15, u3


def p858(x1, x2, i5, x6, N, M):
    v7 = at(np.minimum, x1, i5, x6)
    v8 = x2[1]
    v9 = v7[:, None, :]
    w10 = v9
    w10 = until(lambda u: (u > 2).any(), lambda u: np.where(u > 2, u - np.asarray(2, u.dtype), u), w10, 1)
    return v8, w10


def p861(x1, x2, u10, N):
    v3 = np.stack([x1, x1], axis=1)
    v4 = np.transpose(v3, (0, 2, 1))
    v5 = v4 * v4
    v6 = v5 > 3
    v7 = np.exp(v5 - np.max(v5, 2, keepdims=True)) / np.sum(np.exp(v5 - np.max(v5, 2, keepdims=True)), 2, keepdims=True)
    v8 = np.concatenate([v6, v6, v6], axis=2)
    v9 = x2 - 2 * N
    u10 = (u10 - v7 if (v9 > 0) else u10)
    return v8, u10


def p867(x1, x3, u5, i6, x7, N, K):
    u5 = u5[i6] - u5
    v8 = np.cross(x7, x7)
    v9 = np.argmax(v8, axis=1, keepdims=True)
    v12 = u5[1:] + u5[:-1]
    v13 = np.broadcast_to(x1, (K, N,))
    v14 = v12 + v12
    u5 = assigned(u5, np.s_[:], u5[:] - x3)
    v15 = np.sum(u5, axis=-1)
    v16 = np.kron(u5, v14)
    return v9, v15, v16, v13, u5


def p869(x1, x4, N):
    w2 = x1
    w2 = until(lambda u: (u > 3).any(), lambda u: np.where(u > 3, u - np.asarray(2, u.dtype), u), w2, 0)
    v3 = np.maximum.accumulate(x1, axis=0)
    v5 = np.stack([x1, w2, x4], axis=-2)
    v6 = v3 ** 3
    w2 = w2 * v6
    v7 = np.stack([w2, w2], axis=1)
    return v5, v7


def p875(x1, x3, x5, x8, N, K):
    v4 = np.real(x3)
    v6 = np.einsum("i,i->i", v4, x5)
    v7 = np.minimum.accumulate(v6, axis=0)
    v9 = x1 // x8
    v10 = np.asarray(np.count_nonzero(x1))[()]
    v11 = np.pad(v9, ((1, 2),), mode="constant", constant_values=4)
    v12 = np.min(v11, axis=0, keepdims=True)
    return v7, v10, v12


def p883(x2, u6, M, K):
    v4 = np.maximum(x2, x2)
    v5 = v4 != v4
    u6 = assigned(u6, v5, 2)
    v7 = cast(u6, "c64")
    v8 = cast(u6, "f32")
    v9 = np.exp(v8 - np.max(v8, 1, keepdims=True)) / np.sum(np.exp(v8 - np.max(v8, 1, keepdims=True)), 1, keepdims=True)
    return v7, v9, u6


def p885(x1, x2, x3, N, M):
    v4 = np.exp(1j * x3)
    v5 = x1.sum(axis=0, keepdims=True)
    v6 = np.max(x2, axis=-2)
    v7 = np.stack([v5, v5], axis=2)
    v8 = np.full((N, N,), 3, DTYPES["f64"])
    v9 = np.flip(v7, axis=-3)
    v10 = v6[:, None]
    return v4, v8, v9, v10


def p888(x1, x2, x7, N, M):
    v3 = np.tril(x2, k=1)
    v4 = -v3
    v5 = np.arange(6, dtype="f8")
    v6 = np.einsum("i,i->i", x1, x1)
    v8 = np.tensordot(v4, x7, axes=1)
    v9 = np.sort(v5, axis=0)
    w10 = v9
    w10 = np.broadcast_to(v9, (6,))
    v11 = v8.ravel()
    w10 = np.roll(w10, 1, axis=0)
    v12 = np.arange(6, dtype="f8")
    return v6, v11, w10, v12


def p897(x1, x2, x4, x5, N, M, K):
    v7 = (x2 + x5) * np.sum(x2 * x5)
    v8 = np.prod(x1, axis=-2, keepdims=True)
    v9 = ~v7
    v10 = x4 >= v9
    return v8, v10


def p899(x2, x3, i10, x11, M, K):
    v4 = x3 * x3
    v5 = np.linspace(-1, 2, K)
    v6 = np.flip(x2, axis=0)
    v7 = np.pad(v6, ((0, 0),), mode="constant")
    v8 = np.searchsorted(np.sort(v7), v7, side="right")
    w9 = v5
    w9 = w9[i10] - w9
    v12 = x3 @ x11
    w9 = w9 + v5
    v13 = np.argsort(v8, axis=0, kind="stable")
    return v4, v12, w9, v13


def p900(x1, x2, i6, N, M):
    v3 = np.vecdot(x1, x1)
    v4 = v3 * v3
    v5 = np.einsum("i,i->i", x1, x1)
    v7 = x2[axis(5, 0, 2), i6[axis(5, 1, 2)]]
    return v4, v5, v7


def p901(x1, x2, x5, x6, x10, N, M):
    v4 = 3 * x1
    v7 = np.linalg.solve(x5 / (np.abs(np.max(x5)) + 1) + 3 * np.eye(3), x6)
    v8 = np.kron(x2, x2)
    v9 = np.min(v8, axis=-1)
    v11 = over(x10[axis(6, 0, 2) % 1, axis(6, 0, 2)] * x10[1 - 1 - axis(1, 1, 2), axis(6, 0, 2)] - x10[axis(1, 1, 2), axis(6, 0, 2)] * x10[axis(6, 0, 2) % 1, axis(6, 0, 2)], (6, 1,))
    return v4, v7, v9, v11


def p907(x2, x8, x9, M):
    v3 = x2 + x2
    v4 = np.mean(v3, axis=0)
    v5 = np.sum(v3)
    v6 = np.einsum("i,i,i->i", v3, v3, v3)
    v7 = np.einsum("i->", v6)[()]
    v10 = np.linalg.solve(x8 / (np.abs(np.max(x8)) + 1) + 4 * np.eye(4), x9)
    v11 = np.roll(v10, 1, axis=1)
    return v4, v5, v7, v11


def p912(x1, x2, x7, u8, x9, N, M):
    w3 = x1
    w3 = np.broadcast_to(x1, (N,))
    v4 = cast(x2, "f64")
    v5 = np.sqrt(np.sum(v4 * v4, axis=1) + 1)
    v6 = np.diff(v5, axis=0)
    w3 = assigned(w3, np.s_[1:], w3[1:] - x7)
    u8 = repeat(lambda u, k, w=v4: 0.5 * u - w, u8, range(min(2, x9)))
    v10 = np.einsum("ij->", u8)[()]
    return v6, w3, v10, u8


def p920(x1, x2, i6, x7, N, M):
    v3 = x1 - 0.25
    v4 = x2 <= 0
    v5 = x2.ravel()
    v8 = at(np.minimum, v5, i6, x7)
    v9 = at(np.add, v8, i6, x7)
    w10 = v8
    w10 = (w10 + v9 if (all_of(x1 > 0)) else w10)
    v11 = x7 - x2
    return v3, v4, w10, v11


def p923(x1, i5, x9, N):
    v3 = np.pad(x1, ((1, 1), (1, 1)), mode="constant", constant_values=4)
    v4 = np.broadcast_to(x1, (N, 2, N,))
    v6 = segments(np.add, v4, i5, 4)
    v7 = np.argmin(v3, axis=1, keepdims=True)
    v8 = np.pad(v7, ((1, 1), (1, 2)), mode="constant")
    v10 = np.concatenate([x9, v8, x9], axis=1)
    v11 = x9 == x9
    v12 = np.einsum("ij->ji", x9)
    return v6, v10, v11, v12


def p924(x2, x3, N, M, K):
    v4 = x3.reshape((N, K, 1,))
    v5 = (0.5 + 1j) * v4
    v6 = cast(x2, "f64")
    v7 = np.exp(v6 - np.max(v6, 1, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 1, keepdims=True)), 1, keepdims=True)
    return v5, v7


def p932(x1, x2, x3, u8, N, M):
    v4 = np.linalg.solve(x3 / (np.abs(np.max(x3)) + 1) + 2 * np.eye(2), x3)
    w5 = v4
    w5 = repeat(lambda u, i: (lambda u, i: repeat(lambda u, j, i=i: assigned(u, (i, j), u[i, j] + u[i - 1, j]), u, range(2)))(u, i), w5, range(1, 2))
    v6 = np.cumsum(w5, axis=1)
    v7 = np.outer(x1, x1)
    u8 = u8 - v7
    u8 = until(lambda u: (u > 3).any(), lambda u: np.where(u > 3, u - np.asarray(2, u.dtype), u), u8, 3)
    v10 = x2[1:] + x2[:-1]
    return v6, v10, u8


def p942(x1, x2, x3, x8, N, M):
    v4 = x2 | x2
    v5 = x3 ** 3
    v6 = v5 <= x3
    v7 = np.pad(v4, ((2, 2),), mode="constant")
    v9 = np.where(v6, x8, x8)
    v10 = np.diff(x1, axis=0)
    v12 = v10[1:] + v10[:-1]
    v13 = cast(v7, "f64")
    v14 = np.where(v6, x8, v13)
    return v9, v12, v14


def p945(x1, u4, i5, N):
    v2 = np.tile(x1, (2,))
    v3 = np.mean(v2, axis=-1, keepdims=True)
    u4 = u4[i5]
    v6 = np.mean(u4)
    return v3, v6, u4


def p946(x2, x7, M):
    v3 = np.flip(x2, axis=0)
    v4 = np.stack([v3, v3], axis=1)
    v5 = v4[-2, :-1:3]
    w6 = v5
    w6 = repeat(lambda u, k, w=v5: 3 * u - w, w6, range(x7))
    return w6


def p954(x1, x2, x4, u7, i8, N, M):
    v3 = np.arcsinh(x2)
    v5 = np.concatenate([v3, x4], axis=0)
    v6 = np.sqrt(np.sum(v5 * v5, axis=0) + 1)
    u7 = u7[i8]
    v9 = np.exp(1j * u7)
    v10 = np.maximum(x1, x1)
    v11 = np.stack([v10, v10], axis=-2)
    v12 = np.kron(v9, v9)
    v13 = np.imag(v12)
    v14 = np.mean(v13, axis=0)
    v15 = np.stack([v9, v9], axis=1)
    return v6, v11, v14, v15, u7


def p958(x1, x2, i11, x14, N, M):
    v7 = np.concatenate([x1, x1], axis=1)
    v8 = -x1
    v9 = np.sort(x2, axis=0)
    v12 = v8[axis(N, 0, 2), i11[axis(N, 1, 2)]]
    v13 = v9.sum(keepdims=True)
    v15 = np.stack([x14, x2], axis=-2)
    return v15, v12, v13, v7


def p961(x1, x2, u6, i7, N, M):
    v4 = x1 + x1
    v5 = np.exp(-np.abs(x2))
    u6 = u6[i7] - u6
    v8 = u6 / 3
    v9 = np.tile(v8, (1, 3))
    v10 = np.cumsum(v9, axis=0)
    v11 = np.transpose(v10, (0, 1))
    return v4, v5, v11, u6


def p970(x1, x2, x3, N, M):
    v4 = np.exp2(np.clip(x3, -3, 3))
    v5 = x2 >= 1
    v6 = np.argmax(x1, axis=1, keepdims=True)
    v7 = np.take_along_axis(x1, v6, axis=1)
    v8 = v7 ^ v7
    v9 = v4 ** 2
    v10 = cast(v8, "f32")
    v11 = np.sqrt(np.sum(v10 * v10, axis=0) + 1)
    v12 = over(x2[axis(N, 0, 2) % M, axis(N, 0, 2) % 2] + x2[axis(2, 1, 2) % M, (axis(2, 1, 2) + 1) % 2] * x2[axis(2, 1, 2) % M, axis(2, 1, 2)], (N, 2,))
    return v5, v9, v11, v12


def p972(x1, x2, x3, i9, x10, N, M, K):
    v5 = np.sort(x3, axis=0)
    v6 = x1.sum()
    v7 = x2 @ x2
    v8 = np.stack([v5, v5, v5], axis=-1)
    v11 = at(np.add, x2, i9, x10)
    v12 = -v7
    v13 = cast(v8, "u64")
    return v6, v11, v12, v13


def p973(x1, x2, N, M):
    v3 = x2.sum()
    v4 = v3 ** 2
    v5 = np.mean(x2, axis=0, keepdims=True)
    v6 = np.concatenate([v5, v5], axis=0)
    v7 = np.triu(x1, k=-1)
    v8 = np.max(v7, axis=(0, -1))
    return v4, v6, v8


def p974(x1, x2, N, M):
    v3 = x2[:, None, :]
    v4 = np.triu(x2, k=0)
    v5 = np.einsum("ij,ikj->ik", v4, v3)
    v6 = x1 | x1
    v7 = np.repeat(v6, 2, axis=0)
    v8 = v5 != x2
    return v7, v8


def p976(x2, u8, x9, N, M):
    v3 = x2[::2]
    v4 = -v3
    v5 = np.cos(v4 * 0.25)
    v6 = np.sum(over(x2[axis(M, 1, 2)] + x2[axis(M, 1, 2)] * x2[(axis(M, 1, 2) + 2) % M], (N, M,)), axis=(1,))
    v7 = np.cumsum(v5, axis=0)
    u8 = u8 - v7
    u8 = assigned(u8, np.s_[1:-1], u8[:-2] - u8[2:])
    v10 = over(np.where((axis(2, 0, 1) + axis(2, 0, 1)) % 2 == 0, x9[(axis(2, 0, 1) + 1) % 2] - x9[(axis(2, 0, 1) + 2) % 2] * x9[(axis(2, 0, 1) + 1) % 2], 1), (2,))
    return v6, v10, u8


def p978(x1, x3, u7, u8, x9, x14, N, M, K):
    v4 = np.sort(x3, axis=1)
    u7 = assigned(u7, np.s_[1:-1], u7[:-2] + u7[2:])
    u8 = u8[::-1]
    v10 = np.einsum("ij,kj->j", u8, x9)
    v11 = over(np.where((axis(K, 0, 2) + axis(N, 1, 2)) % 2 == 0, u8[axis(K, 0, 2) % 3, axis(K, 0, 2)] * v10[axis(K, 0, 2)] + v10[axis(K, 0, 2)], 1), (K, N,))
    v12 = np.argmax(x1, axis=0, keepdims=True)
    v13 = np.searchsorted(np.sort(v12), v12, side="right")
    v15 = np.stack([x14, v13, x14], axis=1)
    v16 = ~v12
    return v15, v4, v11, v16, u7, u8


def p980(x1, x3, x6, i7, N, K):
    v4 = x3 % 5
    w5 = v4
    w5 = (w5 + x6 if (all_of(x1 > 2)) else w5)
    w5 = np.broadcast_to(x6, (K,))
    w5 = w5[i7] - w5
    return w5


def p981(x1, x2, u3, x8, N, M):
    u3 = repeat(lambda u, i: (lambda u, i: repeat(lambda u, j, i=i: assigned(u, (i, j), u[i, j] + u[i - 1, j]), u, range(3)))(u, i), u3, range(1, M))
    v4 = u3 - 4
    u3 = u3 - x2
    v5 = u3 * u3
    v6 = v5 % 4
    v7 = np.mean(x1, axis=-1, keepdims=True)
    u3 = assigned(u3, np.s_[0, :], u3[0, :] + x8)
    v9 = u3 ** 2
    return v4, v6, v7, v9, u3


def p993(x1, x2, x3, u9, u12, N, M):
    v4 = np.pad(x2, ((0, 2),), mode="constant", constant_values=2)
    v6 = (x1 + x1) * np.sum(x1 * x1)
    v7 = x3 - 2 * M
    v8 = v7 % 3
    u9 = u9 + 3
    v10 = np.sum(over(v6[axis(N, 1, 2)] * x1[N - 1] + v6[(axis(N, 1, 2) + 2) % N], (1, N,)), axis=(1,))
    w11 = v4
    w11 = (w11 - u9 if (v8 > 0) else w11 + np.asarray(1, w11.dtype))
    u12 = until(lambda u: (u > 3).any(), lambda u: np.where(u > 3, u - np.asarray(2, u.dtype), u), u12, 4)
    v13 = np.asarray(np.count_nonzero(w11, axis=-1))[()]
    return v10, v13, u9, u12


def p996(x1, x2, u8, x9, x10, N, M):
    v3 = np.einsum("ij,ij->", x2, x2)[()]
    v4 = v3 + v3
    v5 = np.rot90(x2, 3)
    v6 = v5 - v5
    v7 = np.argsort(x1, axis=0, kind="stable")
    u8 = assigned(u8, np.s_[-1], x9)
    v11 = over(x10[axis(N, 0, 2)] * cast(axis(N, 0, 2), "f32") + x10[axis(4, 1, 2) % N], (N, 4,))
    return v4, v6, v7, v11, u8


def p1008(x1, x2, x3, u6, N, M):
    v4 = np.sum(over(x3[axis(5, 3, 4)] * x3[(axis(5, 3, 4) + 2) % 5], (6, M, M, 5,)), axis=(2, 3))
    v5 = np.roll(x2, 5, axis=0)
    u6 = u6[::-1]
    v7 = x1.sum(axis=1, keepdims=True)
    v8 = u6.sum(axis=1, keepdims=True)
    v9 = np.argsort(v4, axis=0, kind="stable")
    v10 = np.sort(v9, axis=1)
    v11 = v8 < v7
    v12 = np.maximum(u6, u6)
    v13 = np.squeeze(v11, axis=1)
    return v5, v10, v12, v13, u6


def p1028(x1, x2, N, M):
    v3 = np.stack([x2, x2], axis=-2)
    w4 = v3
    w4 = np.broadcast_to(v3, (M, 2, 2,))
    v5 = np.max(x1, axis=0)
    v6 = w4 ^ w4
    v7 = np.arange(2, dtype="f8")
    return v5, v6, v7


def p1040(x2, i4, u11, i12, x14, N, M):
    v5 = np.take(x2, i4, axis=0)
    v7 = np.prod(v5)
    v9 = np.cumprod(v5, axis=1)
    v10 = np.cumprod(v9, axis=1)
    u11 = u11[i12] - u11
    v13 = np.prod(u11, axis=(0, -1), keepdims=True)
    v15 = np.linalg.det(x14 / (np.abs(np.max(x14)) + 1) + 2 * np.eye(2))
    return v7, v10, v15, v13, u11


def p1045(x2, x3, N, M):
    v5 = x3 + 1j * x3
    v6 = np.searchsorted(np.sort(x2), x2, side="left")
    v8 = np.maximum(v6, v6)
    v9 = np.concatenate([v8, v8], axis=0)
    v10 = np.vecdot(v9, v9)
    v11 = np.ones((N,), DTYPES["f16"])
    v12 = v11 % 5
    v13 = np.mean(v6, axis=0, keepdims=True)
    return v5, v12, v13, v10


def p1048(x1, x2, x3, x8, x11, x13, N, M):
    v4 = x3 ** 3
    w5 = x2
    w5 = (w5 + x2 if (x3 > 1) else w5 + np.asarray(1, w5.dtype))
    v6 = np.all(x1, axis=0, keepdims=True)
    v7 = np.pad(w5, ((0, 0),), mode="constant", constant_values=3)
    v9 = np.where(v6, x8, 0)
    v10 = np.cbrt(np.abs(v4) + 1)
    v12 = np.einsum("i,ij->ij", v9, x11)
    v14 = np.einsum("ij,ik->kij", v12, x13)
    return v7, v10, v14


def p1067(x1, x2, N, M):
    v4 = np.tile(x2, (3,))
    v5 = np.flip(x1, axis=1)
    v6 = np.einsum("i,i,i->i", x2, x2, x2)
    v7 = np.min(v6, axis=-1)
    v8 = np.einsum("i,i->", v4, v4)[()]
    v9 = v5.sum()
    v10 = np.searchsorted(np.sort(v6), v6, side="left")
    return v7, v8, v9, v10


def p1073(x1, x2, x6, N, M):
    w3 = x2
    w3 = w3[::-1]
    v4 = w3 - 0.25
    w3 = np.flip(w3)
    v5 = w3 - v4
    v7 = x6 + x1
    w8 = v5
    w8 = repeat(lambda u, k, x=v5: u * 0.5 + k * x, w8, range(3))
    return v7, w8


def p1074(x1, N):
    v2 = x1 != x1
    w3 = v2
    w3 = assigned(w3, np.s_[1:], True)
    w3 = w3 | v2
    v4 = np.broadcast_to(w3, (5, N,))
    v5 = x1 / (x1 * np.conj(x1) + 1)
    return v4, v5


def p1075(x1, x2, x3, i10, N, M):
    v4 = x3 - x3
    v5 = cast(v4, "bool")
    v6 = x2 & v5
    w7 = x1
    w7 = repeat(lambda u, k, x=x1: u * 0.5 + k * x, w7, range(3))
    v8 = np.any(v6, axis=0)
    v9 = np.ones((M,), DTYPES["f64"])
    v11 = v9[i10[axis(4, 0, 1)]]
    return w7, v8, v11


def p1083(x1, x5, x10, N):
    v2 = np.flip(x1, axis=-1)
    v3 = v2.sum(axis=-1)
    w4 = v2
    w4 = repeat(lambda u, k, w=v2: 3 * u - w, w4, range(min(6, x5)))
    v6 = v3 & x5
    v7 = v6 >> 3
    v8 = np.roll(w4, -2, axis=0)
    v9 = np.sum(v8, axis=-1)
    v11 = np.linalg.det(x10 / (np.abs(np.max(x10)) + 1) + 3 * np.eye(3))
    v12 = np.exp2(np.clip(x10, -3, 3))
    return v7, v9, v11, v12


def p1087(x1, x2, i4, x7, N, M):
    w3 = x2
    w3 = w3 - x2
    v5 = at(np.add, x1, i4, x1)
    w6 = x1
    w6 = (w6 - x7 if (all_of(v5 > 2)) else w6)
    v8 = np.prod(v5, axis=0, keepdims=True)
    v9 = np.asarray(np.count_nonzero(v8, axis=0))[()]
    v10 = cast(v9, "i32")
    v11 = v10 / (v10 * v10 + 1)
    v12 = w6 < v9
    return w3, v11, v12


def p1096(x1, x2, x3, x9, N, M, K):
    v4 = x1[None, :]
    v5 = np.pad(v4, ((1, 2), (2, 0)), mode="edge")
    v6 = np.log1p(np.abs(x3))
    v8 = np.sqrt(np.abs(v6) + 1)
    v10 = x2 != x9
    v11 = np.cumsum(v10, axis=0)
    v12 = x2 % x9
    w13 = v12
    w13 = w13 * v12
    return v5, v11, v8, w13


def p1110(x2, N, M):
    v4 = np.concatenate([x2, x2], axis=1)
    v5 = v4 > 2
    v6 = np.tile(v5, (2, 1))
    v7 = np.any(v5, axis=0)
    return v6, v7


def p1112(x1, i4, u6, N):
    v3 = np.transpose(x1, (1, 0))
    v5 = v3[i4]
    u6 = u6 + 3
    v7 = np.abs(v5)
    v8 = cast(v5, "i16")
    v9 = np.tanh(v7)
    v10 = np.cumprod(v8, axis=1)
    v11 = np.sum(over(v10[axis(N, 1, 2) % 2, axis(N, 0, 2)] * (axis(N, 0, 2) + 1) - v10[axis(N, 0, 2) % 2, axis(N, 0, 2)] * v10[axis(N, 1, 2) % 2, axis(N, 0, 2)], (N, N,)), axis=(1,))
    v12 = np.minimum(v10, v11)
    v13 = np.roll(v12, -1, axis=1)
    v14 = np.sum(v13)
    return v9, v14, u6


def p1117(x1, u12, N):
    v2 = cast(x1, "u32")
    v3 = np.pad(v2, ((2, 1),), mode="constant", constant_values=3)
    v4 = v3 < v3
    v5 = v3 ** 2
    v6 = np.flip(v5, axis=0)
    v7 = v6.sum(axis=0, keepdims=True)
    v8 = cast(v7, "f32")
    v9 = np.exp(v8 - np.max(v8, 0, keepdims=True)) / np.sum(np.exp(v8 - np.max(v8, 0, keepdims=True)), 0, keepdims=True)
    v10 = np.pad(v9, ((1, 0),), mode="wrap")
    v11 = v10 * v8
    u12 = u12 + v10
    return v4, v11, u12


def p1126(x1, i10, x11, N):
    v2 = x1.sum(axis=0, keepdims=True)
    v3 = v2 + v2
    v4 = np.vecdot(v3, v3)
    v5 = np.sum(over(v3[axis(N, 0, 3) % 1, axis(N, 1, 3)] * v3[axis(5, 2, 3) % 1, axis(N, 0, 3)], (N, N, 5,)), axis=(1, 2))
    v6 = np.sum(v5)
    v7 = v4[:, None]
    v8 = over(v5[axis(N, 0, 2)] - v2[axis(2, 1, 2) % 1, axis(N, 0, 2)] * cast(axis(2, 1, 2), "c64"), (N, 2,))
    v9 = np.sqrt(v7 * np.conj(v7) + 1)
    v12 = v9[i10, x11]
    return v6, v8, v12


def p1131(x1, x2, x3, x6, N, M):
    v4 = cast(x3, "i16")
    v5 = np.logical_or(x2, v4)
    v7 = np.sum(over(x1[axis(2, 2, 3) % N] * x1[axis(2, 2, 3) % N] - x6[1 - 1 - axis(1, 0, 3), axis(2, 2, 3) % 2], (1, M, 2,)), axis=(1, 2))
    v8 = cast(x6, "f64")
    v9 = x3 + 1j * v8
    return v5, v7, v9


def p1132(x1, x2, x5, N, M):
    v4 = np.rot90(x2, 2)
    v6 = np.sum(over(x5[axis(6, 1, 2), axis(N, 0, 2)] + x5[axis(6, 1, 2), (axis(N, 0, 2) + 1) % N] * x5[axis(6, 1, 2), axis(N, 0, 2)], (N, 6,)), axis=(1,))
    v7 = v4 ** 3
    v8 = v6 @ v6
    w9 = v7
    w9 = (w9 + v4 if (any_of(x1 > 0)) else w9 + np.asarray(1, w9.dtype))
    w10 = w9
    w10 = until(lambda u: (u > 2).any(), lambda u: np.where(u > 2, u - np.asarray(2, u.dtype), u), w10, 5)
    return v8, w10


def p1146(x2, M):
    v3 = x2[-2:]
    v4 = np.searchsorted(np.sort(v3), v3, side="right")
    v5 = np.flip(v4, axis=-1)
    v6 = x2 * x2
    return v5, v6


def p1154(x2, i3, u5, i6, x10, N, M):
    v4 = segments(np.add, x2, i3, 2)
    u5 = u5[i6] - u5
    v7 = np.concatenate([u5, u5], axis=0)
    v8 = v7.T
    v9 = v4 >= 3
    v11 = np.cross(x10, x10)
    v12 = v9 ^ v9
    v13 = u5 ^ u5
    u5 = assigned(u5, np.s_[1:-1], u5[:-2] + u5[2:])
    return v8, v11, v12, v13, u5


def p1156(x2, x3, M):
    v4 = np.transpose(x2, (0, 1))
    v5 = np.eye(1, 1, k=-1)
    v6 = x3 ^ x3
    v7 = np.squeeze(v5, axis=0)
    v8 = np.minimum(v7, v7)
    v9 = np.prod(v4, axis=-2, keepdims=True)
    v10 = v9 * v4
    return v6, v8, v10


def p1167(x1, i6, x7, x11, x12, N):
    v3 = (x1 + x1) * np.sum(x1 * x1)
    v4 = -v3
    v5 = v4[None, :]
    v8 = v5[i6, x7]
    v9 = segments(np.add, v8, i6, 1)
    v10 = v5.flatten()
    v13 = np.linalg.solve(x11 / (np.abs(np.max(x11)) + 1) + 3 * np.eye(3), x12)
    v14 = np.mean(v13)
    return v9, v10, v14


def p1168(x1, x3, x4, N, K):
    v5 = x4 == x4
    v6 = np.minimum.accumulate(x3, axis=0)
    v7 = cast(v5, "c64")
    v8 = x1 - v7
    v9 = v6.T
    v10 = np.where(v5, v8, 0)
    v11 = -v6
    v12 = v6 & v11
    v13 = np.exp(1j * x4)
    v14 = np.mean(v10, axis=-1, keepdims=True)
    return v9, v12, v13, v14


def p1171(x1, x2, i4, x8, N, M):
    v3 = over(x2[axis(M, 0, 2)] * x2[axis(M, 0, 2)], (M, 4,))
    v5 = segments(np.add, v3, i4, 6)
    v6 = v5[:, None, :]
    v7 = np.triu(v6, k=1)
    v9 = v7 @ x8
    v10 = x1 + 1j * x1
    v11 = np.arcsinh(v9)
    v12 = np.roll(i4, 5, axis=0)
    return v10, v11, v12


def p1179(x1, x2, u5, i7, x8, N, M):
    v4 = x2[:-1, None]
    u5 = u5 * v4
    v6 = u5.T
    v9 = at(np.minimum, x1, i7, x8)
    v10 = np.broadcast_to(u5, (N, M - 1, 5,))
    v11 = x1 @ x8
    v12 = np.sum(v11, axis=-1, keepdims=True)
    return v6, v9, v10, v12, u5


def p1185(x2, x7, i9, M):
    w4 = x2
    w4 = w4 - x2
    w4 = w4 + x2
    v5 = w4[:, -2:]
    w4 = w4 - x2
    v6 = x2.reshape((M, 2, 2,))
    w4 = w4 - x2
    w4 = w4 - x2
    v8 = np.sum(over(x7[M - 1 - axis(M, 0, 2), axis(M, 0, 2)], (M, M,)), axis=(1,))
    v10 = v8[i9]
    return v5, v6, w4, v10


def p1188(x2, x3, i6, i8, x12, N, M):
    v4 = np.cross(x2, x3)
    v5 = np.sqrt(np.abs(v4) + 1)
    v7 = v5[axis(M, 0, 2), i6[axis(M, 1, 2)]]
    v9 = v4[i8]
    v10 = np.sum(v5, axis=0, keepdims=True)
    w11 = v7
    w11 = w11 + 0.25 * v7
    v13 = np.tensordot(v5, x12, axes=1)
    v14 = np.concatenate([v10, v5, v4], axis=-2)
    return v9, w11, v13, v14


def p1190(x1, x2, x4, i7, N, M):
    v5 = np.max(over(x4[(axis(4, 1, 3) + 1) % 4, 0], (6, 4, 4,)), axis=(1, 2))
    v6 = np.tril(x4, k=-1)
    v8 = segments(np.add, v5, i7, 3)
    v9 = np.kron(x1, x2)
    v10 = v8[i7[axis(6, 0, 1)]]
    w11 = x2
    w11 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w11, range(2))
    v12 = np.sqrt(np.sum(v10 * v10, axis=0) + 1)
    return v6, v9, w11, v12


def p1205(x1, x2, x7, x9, N, M):
    v4 = np.pad(x2, ((2, 2),), mode="edge")
    v5 = cast(v4, "c64")
    v6 = x1 - 5
    v8 = np.concatenate([v6, x7, x1], axis=0)
    v10 = np.kron(v5, x9)
    return v8, v10


def p1209(x1, x2, i7, x10, N, M):
    v4 = np.flip(x1, axis=0)
    v5 = x2[0]
    v6 = np.einsum("i,i->", v4, v4)[()]
    v8 = np.take(x1, i7, axis=0)
    v9 = v8 != 1
    v11 = v9[x10]
    v12 = np.min(over(x2[(axis(M, 0, 2) + 2) % M], (M, 6,)), axis=(1,))
    v13 = np.max(v12, axis=0)
    return v5, v6, v11, v13


def p1213(x1, u3, x4, N):
    u3 = assigned(u3, np.s_[::-2], u3[::-2] * x4)
    v5 = x4[:, None]
    v6 = x1 | u3
    v7 = np.einsum("ij,ij,ik->i", v5, v5, v5)
    u3 = assigned(u3, np.s_[:], 3)
    return v6, v7, u3


def p1216(x2, x4, N, M):
    v5 = np.concatenate([x2, x4, x4], axis=0)
    v6 = np.ptp(x2, axis=0)
    v7 = cast(v5, "f16")
    v8 = x4[:, None]
    v9 = np.einsum("ij,ik,ij->jk", v8, v8, v8)
    return v6, v7, v9


def p1218(x2, x4, x5, i8, u12, N, M):
    v6 = x4 ^ x5
    v9 = np.bincount(i8, minlength=N)
    v10 = np.prod(v9, axis=0)
    v11 = np.einsum("i,j,i->j", v9, v9, v9)
    u12 = assigned(u12, np.s_[::2], u12[::2] + x4)
    v13 = x2.reshape((M, 1, 1,))
    return v11, v10, v6, v13, u12


def p1220(x1, i3, N):
    v4 = x1[i3[axis(N, 0, 1)]]
    v5 = x1 + v4
    v6 = x1 // v5
    v7 = v6[i3]
    v8 = i3[i3]
    v9 = np.abs(v8)
    v10 = np.sort(v7, axis=0)
    return v9, v10


def p1230(x1, x2, x9, N, M):
    v3 = np.einsum("i,i->", x2, x2)[()]
    v4 = np.outer(x2, x2)
    v5 = np.stack([x1, x1], axis=1)
    v6 = v5 // 2
    v7 = np.roll(v4, 5, axis=1)
    v8 = np.argsort(x2, axis=0, kind="stable")
    v10 = over(v7[axis(N, 1, 2) % M, axis(N, 1, 2) % M] * x9[axis(N, 0, 2) % N, N - 1 - axis(N, 0, 2)] + x9[axis(N, 0, 2), axis(N, 0, 2)], (N, N,))
    v11 = np.tensordot(v10, v10, axes=1)
    v12 = np.einsum("i->i", v8)
    v13 = np.cumprod(v12, axis=0)
    return v3, v6, v11, v13


def p1234(x1, x2, u3, i4, x8, N, M):
    u3 = assigned(u3, np.s_[1:-1], u3[:-2] - u3[2:])
    v5 = u3[i4]
    v6 = np.asarray(np.count_nonzero(x2, axis=-1, keepdims=True))[()]
    v7 = np.repeat(v6, 3, axis=0)
    v9 = np.vecdot(v7, x8)
    v10 = cast(v9, "u16")
    v11 = x1 <= v10
    return v5, v11, u3


def p1235(x1, x2, u6, N, M):
    v3 = np.flip(x2, axis=0)
    v4 = np.mean(v3, axis=-1, keepdims=True)
    v5 = np.max(x1, axis=0)
    u6 = u6 - v4
    v7 = np.mean(u6, axis=-1)
    v8 = np.argmin(x1, axis=0, keepdims=True)
    v9 = np.take_along_axis(x1, v8, axis=0)
    return v5, v7, v9, u6


def p1236(x1, x2, i8, N, M):
    v3 = x2.reshape((M, 1, 1,))
    v4 = v3 & v3
    v5 = np.sum(v4)
    v6 = np.flip(v4, axis=2)
    v7 = np.min(v6, keepdims=True)
    v9 = segments(np.add, x1, i8, 3)
    v10 = np.argmin(x1, axis=0, keepdims=True)
    return v5, v7, v9, v10


def p1247(x1, x6, x8, N):
    v3 = x1[None, :]
    v4 = x1.sum(axis=0, keepdims=True)
    v5 = np.sort(v4, axis=0)
    v7 = np.max(over(x6[axis(N, 0, 2)] * x6[axis(N, 0, 2)], (N, 1,)), axis=(1,))
    v9 = v5 | x8
    v10 = np.minimum(v9, v9)
    v11 = np.arange(N, 0, -1, dtype="f4")
    v12 = np.concatenate([x6, v7, v7], axis=0)
    return v3, v10, v11, v12


def p1254(x1, x2, i6, N, M):
    v5 = np.sum(x2, axis=-2, keepdims=True)
    v7 = x1[i6[axis(N, 0, 1)]]
    v8 = np.tril(v5, k=0)
    v9 = np.eye(M, N, k=1)
    v10 = cast(v9, "f16")
    return v7, v8, v10


def p1261(x2, M):
    v3 = np.arange(2, dtype="i4")
    v4 = v3 @ v3
    v5 = v3[x2 % 2]
    v6 = 3 * v4
    return v5, v6


def p1265(x1, x2, x3, x6, u8, i9, x10, N, M):
    v4 = np.cumsum(x2, axis=0)
    v5 = cast(x3, "bf16")
    v7 = np.sum(over(x6[axis(N, 1, 2)] + x6[axis(N, 0, 2)], (N, N,)), axis=(1,))
    u8 = assigned(u8, np.s_[:], v5)
    v11 = at(np.add, v7, i9, x10)
    v12 = -x6
    v13 = np.roll(v4, 2, axis=0)
    v14 = np.min(over(x1[axis(N, 0, 1)] * cast(axis(N, 0, 1), "bf16") - u8[axis(N, 0, 1) % N] * u8[axis(N, 0, 1)], (N,)), axis=(0,))
    v15 = v12 + 1j * v12
    v16 = cast(v15, "c64")
    return v11, v13, v14, v16, u8


def p1272(x1, x6, N):
    w2 = x1
    w2 = w2 + x1
    v3 = w2[1]
    v4 = np.logical_or(v3, x1)
    w5 = v4
    w5 = assigned(w5, v4, True)
    v7 = np.where(w5, x6, x6)
    v8 = np.max(w2, keepdims=True)
    v9 = np.einsum("i,j->i", v7, v7)
    return v8, v9


def p1278(x1, x2, x3, N, M, K):
    v4 = np.sqrt(np.sum(x2 * x2, axis=0) + 1)
    v5 = x1 >= 3
    w6 = x3
    w6 = assigned(w6, np.s_[:], w6[:] - x3)
    return v4, v5, w6


def p1294(x1, N):
    v2 = np.min(x1, axis=0, keepdims=True)
    w3 = v2
    w3 = (w3 + v2 if (any_of(v2 > 0)) else w3 + np.asarray(1, w3.dtype))
    v4 = np.flip(w3, axis=0)
    v5 = 3 - v4
    v6 = cast(v4, "f32")
    return v5, v6


def p1300(x1, x2, N, M):
    v3 = np.argmax(x2, axis=0)
    v4 = x1 - 2 * N
    v5 = np.tile(v4, (3,))
    v6 = v5.sum(axis=0, keepdims=True)
    v7 = np.sqrt(np.sum(v5 * v5, axis=0) + 1)
    v8 = np.repeat(v6, 3, axis=0)
    return v3, v7, v8


def p1308(x1, x2, i7, N, M):
    v4 = np.concatenate([x2, x2], axis=-1)
    v5 = np.concatenate([x1, x1], axis=0)
    v6 = np.min(v4, axis=-1)
    v8 = np.take(v5, i7, axis=0)
    w9 = v4
    w9 = until(lambda u: (u > 0).any(), lambda u: np.where(u > 0, u - np.asarray(2, u.dtype), u), w9, 4)
    v10 = np.sqrt(np.var(x1) + 1)
    return v6, v8, w9, v10


def p1310(x1, x2, x3, x8, N, M):
    v4 = x1 @ x3
    v5 = x2[0]
    v6 = np.conj(v4)
    v7 = np.roll(v6, 3, axis=0)
    v9 = v4 @ x8
    return v5, v7, v9


def p1311(x2, x12, x15, M):
    v4 = np.full((3, 2,), 3, DTYPES["i64"])
    v7 = np.eye(2, M, k=0)
    v11 = x2.T
    v13 = np.linalg.solve(x12 / (np.abs(np.max(x12)) + 1) + 2 * np.eye(2), x12)
    v14 = np.triu(v11, k=1)
    v16 = v4 @ x15
    return v7, v16, v14, v13


def p1315(x1, x2, N, M):
    v3 = np.einsum("ij,ij->i", x2, x2)
    v4 = np.logical_xor(v3, v3)
    v5 = x1.T
    v6 = np.sort(v5, axis=0)
    w7 = v4
    w7 = w7[::-1]
    v8 = np.abs(v6)
    v9 = x1 * 2.5 + 1
    return w7, v8, v9


def p1329(x1, x2, u3, i4, N, M):
    u3 = u3[i4] - u3
    v5 = np.sum(x2, axis=1)
    u3 = assigned(u3, np.s_[:, :], x2)
    v6 = np.argsort(x1, axis=0, kind="stable")
    v7 = np.tile(x2, (1, 2))
    v8 = np.minimum.accumulate(v7, axis=1)
    v9 = np.abs(u3)
    v10 = v9 / 3
    return v5, v6, v8, v10, u3


def p1331(x1, x2, u4, i10, x12, N, M):
    v3 = np.sqrt(np.var(x1, axis=-1) + 1)
    u4 = repeat(lambda u, k: assigned(u, k, u[k] + u[k - 1]), u4, range(1, M))
    v5 = np.sort(u4, axis=0)
    v7 = np.max(v5, axis=0)
    v9 = x2 ^ v7
    v11 = np.take(v9, i10, axis=0)
    v13 = np.sum(over(x12[axis(N, 0, 2), (axis(N, 1, 2) + 1) % N] * x12[0, axis(N, 1, 2)] - x12[axis(N, 1, 2), axis(N, 0, 2)] * x12[(axis(N, 0, 2) + 2) % N, axis(N, 1, 2)], (N, N,)), axis=(1,))
    v14 = np.asarray(np.count_nonzero(u4, keepdims=True))[()]
    v15 = v14 * 0.5
    return v3, v11, v13, v15, u4


def p1336(x1, x2, i9, x10, N, M):
    v4 = x2[0::-1, :2]
    v5 = v4 / 3
    v6 = cast(x1, "c64")
    w7 = v6
    w7 = w7 + v6
    v8 = w7.T
    v11 = at(np.add, v5, i9, x10)
    v12 = np.rot90(v11, 1)
    return v8, v12


def p1355(x2, u5, x6, i10, N, M):
    v4 = np.flip(x2)
    u5 = until(lambda u: (u > 1).any(), lambda u: np.where(u > 1, u - np.asarray(2, u.dtype), u), u5, 0)
    v7 = over(x6[axis(N, 0, 1)] + x6[0], (N,))
    v8 = np.cumsum(v4, axis=0)
    u5 = assigned(u5, np.s_[:], u5[:] * v8)
    v9 = np.roll(u5, 5, axis=0)
    u5 = u5[i10] - u5
    v11 = M * x6
    return v7, v9, v11, u5


def p1358(x1, x2, u3, x4, x9, N, M):
    u3 = assigned(u3, np.s_[1:-1], u3[:-2] + u3[2:])
    u3 = assigned(u3, np.s_[1:-2], x4)
    v5 = x1 >= x4
    v6 = np.min(u3, axis=0)
    v7 = np.einsum("i,i->", x2, u3)[()]
    v8 = v5[None, :, :]
    v10 = x2 @ x9
    v11 = np.cumsum(v8, axis=1)
    return v6, v7, v10, v11, u3


def p1361(x2, x3, N, M):
    v4 = np.min(over(x3[axis(6, 1, 2)] - x3[6 - 1 - axis(6, 1, 2)] * x3[axis(6, 1, 2)], (N, 6,)), axis=(1,))
    v5 = np.max(x2, keepdims=True)
    v6 = np.cumsum(v4, axis=0)
    v7 = np.max(over(v6[axis(N, 0, 2)], (N, 1,)), axis=(1,))
    return v5, v7


def p1363(x2, x9, N, M):
    v4 = np.zeros((2,), DTYPES["f32"])
    v5 = np.diff(v4, axis=0)
    v6 = np.triu(x2, k=0)
    v7 = v5 * v5
    v8 = np.einsum("i,i->", v7, v5)[()]
    v10 = v4 @ x9
    v11 = np.var(v7)
    v12 = v8 * v10
    v13 = v6.T
    return v11, v12, v13


def p1368(x1, x2, u5, N, M):
    v3 = np.rot90(x2, 1)
    v4 = np.var(x1, axis=-2, keepdims=True)
    u5 = u5 + v4
    v6 = np.argsort(v3, axis=0, kind="stable")
    v7 = cast(v6, "bf16")
    return v7, u5


def p1376(x1, x7, N):
    v2 = np.broadcast_to(x1, (6, N,))
    v3 = np.mean(v2)
    v4 = np.tile(v2, (2, 1))
    v5 = v4 + 1j * v4
    v6 = v5 / (v5 * np.conj(v5) + 1)
    v8 = v6 / (x7 * np.conj(x7) + 1)
    return v3, v8


def p1377(x1, x4, i5, N):
    v2 = np.concatenate([x1, x1], axis=0)
    w3 = v2
    w3 = repeat(lambda u, k, w=v2: 3 * u - w, w3, range(x4))
    w3 = w3[i5] - w3
    v6 = w3 / 3
    v7 = np.einsum("i,i->i", v6, v6)
    v8 = np.broadcast_to(v7, (6, 2 * N,))
    v9 = np.einsum("ij,ij->ij", v8, v8)
    return v9


def p1381(x1, x3, N, M):
    v4 = x1[x3]
    w5 = x1
    w5 = (w5 - x1 if (any_of(v4 > 0)) else w5)
    v6 = w5 * w5
    v7 = v6 + 3
    return v7


def p1386(x1, x3, N):
    v4 = x3 + x3
    v5 = np.zeros((4,), DTYPES["c64"])
    v6 = v5 + (1 - 2j)
    v7 = np.stack([x1, x1], axis=0)
    return v4, v6, v7


def p1387(x1, x3, x7, N, M):
    v4 = cast(x3, "i8")
    v5 = np.exp(x1 - np.max(x1, 1, keepdims=True)) / np.sum(np.exp(x1 - np.max(x1, 1, keepdims=True)), 1, keepdims=True)
    v6 = np.cumprod(v5, axis=0)
    v8 = v4 > x7
    return v6, v8


def p1388(x1, x3, u4, x5, i7, N):
    u4 = (u4 - x3 if (all_of(x1 > 2)) else u4)
    u4 = np.broadcast_to(x5, (N, 2,))
    v6 = np.min(u4, axis=1)
    v8 = x1[i7[axis(6, 0, 2)], axis(2, 1, 2)]
    w9 = v8
    w9 = repeat(lambda u, i: (lambda u, i: repeat(lambda u, j, i=i: assigned(u, (i, j), u[i, j] + u[i - 1, j]), u, range(2)))(u, i), w9, range(1, 6))
    v10 = np.tensordot(w9, x5, axes=1)
    return v6, v10, u4


def p1390(x1, x2, i4, u6, u10, N, M):
    v5 = segments(np.add, x2, i4, 4)
    u6 = u6 + x1
    v7 = np.roll(u6, -2, axis=1)
    v8 = np.pad(v7, ((1, 0), (1, 2)), mode="edge")
    v9 = v8 ** 2
    u10 = u10 - v9
    v11 = np.rot90(u10, 3)
    v12 = np.min(v5, axis=(0, -1))
    return v11, v12, u6, u10


def p1399(x1, i7, x8, u10, N, M):
    v4 = np.maximum.accumulate(x1, axis=0)
    v5 = np.logical_xor(v4, v4)
    v6 = -v4
    v9 = at(np.minimum, v6, i7, x8)
    u10 = assigned(u10, np.s_[1:-1], u10[:-2] + u10[2:])
    v11 = v9.sum(axis=-1)
    return v5, v11, u10


def p1408(x1, i2, N):
    v3 = np.bincount(i2, minlength=4)
    v4 = v3 > v3
    w7 = v3
    w7 = repeat(lambda u, k: assigned(u, k, u[k] + 2 * u[k - 2]), w7, range(2, 4))
    v8 = np.rot90(x1, 2)
    v9 = np.linspace(-1, 2, 4)
    v10 = v9.sum(axis=-1)
    w7 = repeat(lambda u, k, w=v3: u * k + w[k], w7, range(4))
    return w7, v4, v10, v8


def p1421(x1, x2, x3, u5, i6, N, M):
    v4 = np.transpose(x2, (0, 1))
    u5 = u5[i6] - u5
    v7 = np.sort(x1, axis=0)
    v8 = (0.5 + 1j) * u5
    v9 = x3 // 5
    v10 = np.sort(v7, axis=0)
    return v4, v8, v9, v10, u5


def p1423(x2, i4, M):
    w3 = x2
    w3 = until(lambda u: (u > 1).any(), lambda u: np.where(u > 1, u - np.asarray(2, u.dtype), u), w3, 5)
    w3 = w3[i4] - w3
    v5 = np.zeros((2, M,), DTYPES["f64"])
    w3 = w3 + x2
    return v5, w3


def p1428(x1, u3, i4, N, M):
    u3 = u3[i4] - u3
    v5 = np.sqrt(np.var(u3, axis=(0, -1)) + 1)
    v6 = cast(x1, "f64")
    v7 = np.exp(v6 - np.max(v6, 1, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 1, keepdims=True)), 1, keepdims=True)
    v8 = np.cross(x1, x1)
    v9 = v7[:, :, None]
    v10 = np.cumprod(v9, axis=2)
    return v5, v8, v10, u3


def p1429(x2, x3, u10, x12, u14, M, K):
    v4 = np.flip(x3, axis=-1)
    v5 = np.pad(x2, ((2, 0),), mode="constant", constant_values=2)
    v6 = ~v5
    v7 = np.einsum("i,i,j->i", v5, v6, v6)
    v8 = v6 < v7
    w9 = v6
    w9 = repeat(lambda u, k: assigned(u, k, 2 * u[k - 1]), w9, range(1, M + 2))
    u10 = assigned(u10, np.s_[-1], 0)
    v11 = np.roll(u10, 2, axis=0)
    v13 = np.kron(v11, x12)
    u14 = u14 * v13
    return v4, v8, w9, u10, u14


def p1430(x1, u4, N, M):
    v3 = x1 @ x1
    u4 = until(lambda u: (u > 2).any(), lambda u: np.where(u > 2, u - np.asarray(2, u.dtype), u), u4, 1)
    v5 = np.flip(u4, axis=-1)
    v6 = cast(v5, "f16")
    v7 = v3 - 2 * N
    v8 = np.vecdot(v6, v6)
    v9 = np.repeat(v6, 2, axis=0)
    v10 = v9 < 2
    return v7, v8, v10, u4


def p1441(x1, N):
    v3 = np.asarray(np.count_nonzero(x1, keepdims=True))[()]
    v4 = np.roll(x1, -1, axis=0)
    v5 = v3.sum(keepdims=True)
    v7 = (x1 + v4) * np.sum(x1 * v4)
    v9 = v3[None, :]
    v10 = v9 < v9
    v12 = np.squeeze(v3, axis=0)
    return v7, v12, v5, v10


def p1446(x1, i6, N):
    v4 = x1 & x1
    v5 = np.ptp(v4, axis=(0, -1), keepdims=True)
    v7 = v5[i6[axis(6, 0, 2)], axis(1, 1, 2)]
    v8 = np.argmax(v7, axis=1, keepdims=True)
    v9 = np.take_along_axis(v8, v8, axis=1)
    return v9


def p1453(x1, x2, i7, x12, N, M):
    v3 = ~x2
    v4 = cast(v3, "f64")
    v5 = v4[:, None]
    v6 = np.argmax(v5, axis=1)
    v8 = segments(np.add, v6, i7, 3)
    v9 = np.clip(v8, 1, 3)
    v10 = np.argmin(x1, axis=0, keepdims=True)
    v11 = np.take_along_axis(x1, v10, axis=0)
    v13 = np.tensordot(v5, x12, axes=1)
    return v9, v11, v13


def p1460(x1, N):
    v3 = np.full((2, 2,), 3, DTYPES["f16"])
    v4 = v3.reshape((4,))
    v6 = (v4 + v4) * np.sum(v4 * v4)
    v7 = np.roll(v6, -1, axis=0)
    v8 = np.flip(v4, axis=0)
    v9 = np.sum(over(x1[axis(N, 1, 2)] - x1[axis(N, 1, 2)] * x1[axis(N, 0, 2)], (N, N,)), axis=(1,))
    v10 = np.sum(v9, keepdims=True)
    v11 = np.asarray(np.count_nonzero(v7, axis=0, keepdims=True))[()]
    return v8, v10, v11


def p1468(x3, u4, K):
    u4 = u4 + x3
    w5 = u4
    w5 = until(lambda u: (u > 1).any(), lambda u: np.where(u > 1, u - np.asarray(2, u.dtype), u), w5, 5)
    w5 = (w5 + x3 if (any_of(x3 > 1)) else w5)
    return w5, u4


def p1473(x1, x2, i3, x4, x9, x12, N):
    v5 = at(np.minimum, x1, i3, x4)
    v6 = np.argsort(v5, axis=0, kind="stable")
    v7 = x2 + 1j * x2
    v8 = np.arange(6)
    v10 = np.concatenate([v6, x9], axis=-1)
    v11 = v10 ** 2
    v13 = np.take(x1, x12, axis=0)
    v14 = np.minimum.accumulate(v13, axis=0)
    return v7, v8, v11, v14


def p1475(x1, x2, N, M):
    v3 = np.argsort(x1, axis=0, kind="stable")
    v4 = np.transpose(v3, (0, 1))
    v5 = np.maximum.accumulate(x2, axis=0)
    v6 = np.einsum("ij,ka->kja", v4, v4)
    v7 = v6 * v6
    w8 = v7
    w8 = repeat(lambda u, k: assigned(u, k - 2, u[k - 2] - u[k]), w8, range(2, 5))
    return v5, w8


def p1476(x1, x2, u6, i7, N, M):
    v3 = np.logical_and(x1, x1)
    v4 = np.any(v3)
    v5 = np.kron(x2, x2)
    u6 = assigned(u6, np.s_[:], 0)
    v8 = u6[i7]
    v9 = np.eye(M, 2, k=-1)
    v10 = -v9
    v11 = v10.T
    return v11, v4, v8, v5, u6


def p1478(x1, x2, u4, i7, N, M):
    v3 = np.roll(x2, -2, axis=0)
    u4 = u4 - x1
    v5 = u4 @ u4
    v6 = np.cumprod(u4, axis=0)
    v8 = v6[i7]
    v9 = v5 > v8
    v10 = v5 ** 3
    v11 = v3 - v3
    v12 = np.maximum(v11, x2)
    v13 = np.where(v9, v10, v6)
    u4 = u4 + v6
    return v12, v13, u4


def p1481(x1, x2, x7, x10, N, M):
    v3 = x2 + x2
    v4 = np.prod(v3, axis=-1)
    v5 = np.repeat(v3, 2, axis=0)
    v6 = np.broadcast_to(x1, (2, N,))
    v8 = np.min(over(v5[0] * x7[axis(N, 1, 2)], (N, N,)), axis=(1,))
    v9 = np.sort(v8, axis=0)
    v11 = v9 @ x10
    v12 = np.cumsum(v11, axis=0)
    v13 = np.min(v12, axis=-1)
    v14 = v6 / 3
    return v4, v13, v14
