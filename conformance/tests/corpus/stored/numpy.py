def p0(x1, x2, u11, N, M):
    v3 = x1[-2]
    v4 = x2 == 3
    v5 = v3 >= 2
    v6 = v4[0, :]
    v7 = np.flip(v6, axis=-1)
    v8 = v5 & v5
    v9 = cast(v8, "i64")
    v10 = v3 * v9
    u11 = u11 - v3
    return v7, v10, u11


def p1(x1, x2, i6, N, M):
    v4 = np.roll(x2, 5, axis=0)
    v5 = x1[None, :]
    v7 = v5[i6]
    v8 = v7[0, :]
    v9 = x2 * v4
    v10 = np.arange(M, dtype="i4")
    v11 = v8 >= 2
    v12 = x1 % 3
    v13 = np.stack([v12, v12, v12], axis=-1)
    return v9, v10, v11, v13


def p2(x1, u7, N):
    v3 = np.minimum.accumulate(x1, axis=0)
    v4 = np.mean(v3)
    v5 = np.maximum(v4, v4)
    v6 = np.maximum.accumulate(x1, axis=0)
    u7 = np.roll(u7, 1, axis=0)
    return v5, v6, u7


def p3(x1, x2, x3, u9, N, M):
    v4 = np.tanh(x3)
    v5 = x2 & x2
    v6 = v5[:, v5 % 1]
    v7 = np.cumsum(v6, axis=2)
    v8 = v7.sum(axis=-2, keepdims=True)
    u9 = np.roll(u9, 1, axis=0)
    v10 = np.searchsorted(np.sort(u9), u9, side="right")
    v11 = np.einsum("i,i->i", x1, u9)
    v12 = v10 + v7
    v13 = np.outer(v11, x1)
    v14 = np.minimum.accumulate(v13, axis=0)
    return v4, v8, v12, v14, u9


def p4(x1, x2, x4, N, M):
    v3 = x1 + x1
    v5 = over(np.where((axis(N, 0, 1) + axis(N, 0, 1)) % 2 == 0, x4[axis(N, 0, 1) % N], 1), (N,))
    v6 = np.min(x2, axis=1)
    v7 = np.var(x2, axis=-1)
    v8 = np.pad(v6, ((1, 0),), mode="constant", constant_values=4)
    v9 = np.sort(v8, axis=0)
    v10 = np.einsum("i,i->i", v5, x4)
    v11 = np.abs(v10)
    v12 = v11 @ x4
    return v3, v7, v9, v12


def p5(x1, x2, x3, i7, N, M):
    v4 = np.cumprod(x2, axis=0)
    v5 = over(x3 * cast(axis(N, 0, 2), "f32"), (N, M,))
    v6 = over(v5[axis(M, 0, 2) % N, M - 1 - axis(M, 0, 2)] * v5[axis(3, 1, 2) % N, 0] - v5[axis(3, 1, 2) % N, axis(M, 0, 2)] * cast(axis(M, 0, 2), "f32"), (M, 3,))
    v8 = x1[v4 % M, i7]
    v9 = np.concatenate([v8, v8], axis=-1)
    return v6, v9


def p6(x1, N):
    v3 = np.concatenate([x1, x1, x1], axis=0)
    v4 = np.min(v3, axis=0)
    v5 = np.tile(v3, (2,))
    v6 = np.pad(v3, ((2, 0),), mode="edge")
    v7 = np.ptp(v6, axis=0, keepdims=True)
    v8 = v5 ** 3
    v9 = v8[:-2]
    v10 = np.sort(v9, axis=0)
    return v4, v7, v10


def p7(x1, x2, N, M):
    w5 = x2
    w5 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w5, range(3))
    v6 = np.rot90(x2, 1)
    v7 = v6.T
    v8 = np.argsort(x1, axis=0, kind="stable")
    v9 = over(np.where((axis(N, 1, 2) + axis(M, 0, 2)) % 2 == 0, v8[axis(N, 1, 2)] * v8[axis(N, 1, 2)] + v8[axis(N, 1, 2)] * v8[axis(N, 1, 2)], 1), (M, N,))
    v10 = np.max(v9)
    v11 = np.einsum("ij,ij,j->i", v9, v9, v8)
    return v11, v10, w5, v7


def p8(x1, x2, i4, x5, x7, i9, N, M):
    v3 = np.concatenate([x2, x2], axis=-1)
    v6 = at(np.add, x1, i4, x5)
    v8 = np.einsum("ij,i->ij", v6, x7)
    v10 = v3[i9]
    v11 = cast(v10, "bool")
    v12 = N * i9
    v13 = np.exp(v8 - np.max(v8, 1, keepdims=True)) / np.sum(np.exp(v8 - np.max(v8, 1, keepdims=True)), 1, keepdims=True)
    w14 = v13
    w14 = w14 + 0.5 * v6
    return v11, v12, w14


def p9(x1, x2, x3, x4, i13, x15, N, M, K):
    v5 = np.arange(K, dtype="i4")
    v6 = np.minimum(x1, x4)
    v7 = np.sum(v6, axis=0, keepdims=True)
    v8 = np.log(v7 * v7 + 1)
    v9 = np.searchsorted(np.sort(v5), v5, side="right")
    v10 = np.sum(over(x2[axis(M, 0, 1)] - x2[M - 1 - axis(M, 0, 1)] * x2[M - 1 - axis(M, 0, 1)], (M,)), axis=(0,))
    v11 = over(v9[axis(K, 0, 2)] * v9[axis(K, 0, 2)] + v9[0] * (axis(K, 0, 2) + 1), (K, 1,))
    v12 = x3 > x3
    v14 = v11[:, i13]
    v16 = np.concatenate([x15, v12, v12], axis=-1)
    return v8, v10, v14, v16


def p10(x1, x2, x7, i11, N, M):
    v3 = np.argmax(x2, axis=0, keepdims=True)
    v4 = np.einsum("i,j->j", v3, v3)
    v5 = v4 + v4
    v6 = v4 * v5
    v8 = over(x7[N - 1] * x7[axis(N, 1, 2)] + x7[(axis(N, 1, 2) + 1) % N] * x7[axis(N, 0, 2) % N], (N, N,))
    v9 = np.transpose(v8, (1, 0))
    v10 = np.sum(over(x1[(axis(N, 1, 4) + 2) % N] + x1[0], (1, N, 1, 6,)), axis=(2, 3))
    v12 = v9[i11]
    v13 = v12 * v12
    v14 = v6[None, :]
    return v10, v13, v14


def p11(x1, x2, N, M):
    v3 = np.argmin(x2, axis=0)
    v4 = np.argmax(v3, axis=0, keepdims=True)
    v5 = np.take_along_axis(v3, v4, axis=0)
    v6 = v5.sum(axis=0, keepdims=True)
    v7 = v6 + v6
    v8 = np.broadcast_to(x1, (3, 3, N,))
    v9 = np.asarray(np.count_nonzero(v3, axis=0))[()]
    return v7, v8, v9


def p12(x2, i6, M, K):
    v5 = np.searchsorted(np.sort(x2), x2, side="right")
    v7 = np.take(v5, i6, axis=0)
    v8 = np.minimum.accumulate(v7, axis=0)
    v9 = np.einsum("i,i->i", v8, v7)
    v10 = np.argsort(x2, axis=0, kind="stable")
    v11 = v10 // 5
    v12 = np.arange(K)
    v13 = v12 ** 2
    v14 = np.minimum.accumulate(v11, axis=0)
    return v9, v13, v14


def p13(x2, i7, M):
    v4 = np.argmin(x2, axis=0, keepdims=True)
    v5 = np.arange(4)
    v6 = np.roll(v5, 1, axis=0)
    v8 = v6[i7]
    return v4, v8


def p14(x2, x3, M, K):
    v4 = np.argmin(x3, axis=0, keepdims=True)
    v5 = np.ptp(v4, axis=0, keepdims=True)
    v6 = np.roll(v5, 3, axis=0)
    v7 = np.einsum("i->", v6)[()]
    v8 = np.flip(x2, axis=-1)
    v9 = np.var(v8)
    return v7, v9


def p15(x1, x2, u10, N, M):
    v5 = x1[1:] + x1[:-1]
    v6 = np.concatenate([x2, x2], axis=0)
    v7 = np.flip(x1, axis=0)
    v8 = v5.sum(axis=-1)
    v9 = 1 * v8
    u10 = u10 + 3
    v11 = np.roll(v6, 1, axis=0)
    v12 = np.exp(u10 - np.max(u10, 0, keepdims=True)) / np.sum(np.exp(u10 - np.max(u10, 0, keepdims=True)), 0, keepdims=True)
    u10 = u10 + v12
    v13 = np.broadcast_to(v12, (6, 2 * M,))
    return v7, v9, v11, v13, u10


def p16(x2, M):
    v4 = x2 @ x2
    v5 = np.stack([x2, x2], axis=0)
    v6 = np.argmax(v5, axis=1, keepdims=True)
    v7 = np.take_along_axis(v5, v6, axis=1)
    v8 = over(axis(6, 0, 2) * 2 - axis(1, 1, 2), (6, 1,))
    return v4, v7, v8


def p17(x1, x2, u4, x6, x9, N, M):
    u4 = u4 * x2
    v5 = x1[-1:3:-1, None]
    v7 = np.sum(over(x6[axis(N, 1, 3), axis(6, 0, 3)] * x6[N - 1, 6 - 1 - axis(6, 2, 3)] + x6[axis(6, 0, 3) % N, 6 - 1 - axis(6, 2, 3)] * x6[axis(N, 1, 3), axis(6, 0, 3)], (6, N, 6,)), axis=(2,))
    v8 = x6 @ v7
    v10 = v5 ^ x9
    v11 = np.mean(v8, axis=1)
    v12 = u4 // 5
    return v10, v11, v12, u4


def p18(x1, x2, N, M):
    v3 = np.argsort(x2, axis=0, kind="stable")
    v4 = np.prod(v3, axis=-1)
    v5 = np.max(x1, axis=-1, keepdims=True)
    v6 = v5 - v5
    v8 = np.maximum.accumulate(x2, axis=0)
    v9 = v5[:, None]
    return v6, v9, v4, v8


def p19(x1, x2, i13, x14, N, M):
    v4 = ~x2
    v5 = np.argmax(x2, axis=0)
    v6 = np.stack([v4, v4, x2], axis=0)
    v7 = np.einsum("i,i->i", x1, x1)
    v8 = np.min(over(v6[axis(M, 0, 2) % 3, axis(M, 0, 2) % M, axis(4, 1, 2) % 2], (M, 4,)), axis=(1,))
    v9 = v7[v4 % N]
    v10 = np.einsum("i,i->i", v5, v5)
    v11 = np.min(v9, axis=1)
    v12 = np.argmin(v10, axis=0)
    v15 = at(np.minimum, x2, i13, x14)
    return v8, v11, v12, v15


def p20(x3, x12, K):
    v4 = np.minimum.accumulate(x3, axis=0)
    v5 = np.linspace(-1, 2, 4)
    v6 = v5[:, None]
    v7 = np.abs(v5)
    v8 = v7.sum(axis=-1, keepdims=True)
    v9 = np.einsum("i,i->i", v8, v8)
    v10 = v9.sum(axis=0, keepdims=True)
    v11 = v7[:, None]
    v14 = (v11 + x12) * np.sum(v11 * x12)
    v15 = np.cumsum(v14, axis=1)
    return v4, v6, v10, v15


def p21(x1, x2, x6, N):
    v3 = np.sum(over(x1[axis(2, 0, 1) % N] + x1[axis(2, 0, 1) % N], (2,)), axis=(0,))
    v4 = x1[::2]
    v5 = x2 * 0.5
    v7 = np.kron(v4, x6)
    return v3, v5, v7


def p22(x2, M):
    v3 = np.mean(x2, keepdims=True)
    v4 = np.min(x2, axis=-1)
    v5 = np.min(v3)
    v6 = np.roll(v3, -2, axis=0)
    v7 = np.arange(M, dtype="f8")
    v8 = np.argmin(v7, axis=0, keepdims=True)
    v9 = np.take_along_axis(v7, v8, axis=0)
    return v4, v5, v6, v9


def p23(x1, x2, i6, N, M):
    v3 = cast(x2, "i16")
    v4 = cast(x1, "i32")
    w5 = v4
    w5 = w5[i6]
    v7 = np.argmax(w5, axis=0)
    return v3, v7


def p24(x1, x2, x5, i7, i8, N):
    v3 = x2 * x2
    v4 = -x1
    v6 = np.stack([v4, v4, x5], axis=0)
    v9 = v6[i7, :, i8]
    return v3, v9


def p25(x1, x2, i6, N, M):
    v3 = np.all(x2)
    v4 = x1.sum(axis=-1)
    v5 = np.maximum(x1, x1)
    v7 = np.bincount(i6, minlength=6)
    v9 = np.exp2(np.clip(v4, -3, 3))
    return v7, v3, v9, v5


def p26(x1, x2, u3, N, M):
    u3 = u3 + x1
    v4 = np.sort(u3, axis=1)
    v5 = np.transpose(v4, (1, 0))
    v6 = np.minimum(u3, u3)
    v7 = np.argmin(v6, axis=1)
    v8 = x2 % x2
    v9 = np.argmin(v8, axis=0, keepdims=True)
    return v5, v7, v9, u3


def p27(x1, x2, x3, u8, N, M):
    v4 = np.einsum("ij,ik->k", x2, x2)
    v5 = v4 - x3
    v6 = np.var(x1, axis=-1)
    v7 = np.trunc(x2)
    u8 = u8 + v5
    v9 = np.roll(v4, -1, axis=0)
    v10 = np.arange(M, 0, -1, dtype="f4")
    return v6, v7, v9, v10, u8


def p28(x1, i5, N, M):
    v4 = over(np.where((axis(N, 1, 2) + axis(2, 0, 2)) % 2 == 0, x1[N - 1, axis(2, 0, 2) % M] + x1[axis(N, 1, 2), axis(N, 1, 2) % M] * (axis(N, 1, 2) + 1), 1), (2, N,))
    v6 = np.bincount(i5, minlength=6)
    v7 = np.cumsum(v6, axis=0)
    v8 = np.max(v7, axis=-1, keepdims=True)
    return v4, v8


def p29(x3, u4, x5, K):
    u4 = u4 + x3
    v6 = over(x5[(axis(3, 0, 1) + 1) % 3] * cast(axis(3, 0, 1), "f64"), (3,))
    v8 = (v6 + v6) * np.sum(v6 * v6)
    v9 = np.logical_xor(v8, v8)
    u4 = u4 * x3
    v10 = np.cross(v8, v8)
    v11 = u4 - x3
    v12 = np.pad(v9, ((1, 1),), mode="constant")
    return v10, v11, v12, u4


def p30(x1, x2, u4, i9, N, M):
    v3 = np.einsum("i,i,j->", x2, x2, x2)[()]
    u4 = u4[::-1]
    v5 = u4 % 3
    v6 = v5 + v5
    v7 = v3 + v6
    v8 = x1 - x1
    u4 = u4[i9]
    u4 = np.broadcast_to(v7, (M,))
    v10 = np.einsum("i,i,i->i", u4, u4, u4)
    v11 = v10 <= 0
    return v8, v11, u4


def p31(x1, x3, i6, N, K):
    v4 = x3 != 3
    v5 = np.stack([v4, v4], axis=1)
    v7 = np.take(v5, i6, axis=0)
    v8 = np.cumprod(x3, axis=0)
    v9 = x3 @ v8
    v10 = np.max(x1, axis=-1)
    v11 = v10 + 2
    v12 = np.roll(v7, -1, axis=0)
    v13 = np.var(v12, axis=-2, keepdims=True)
    v14 = np.bincount(i6, minlength=K)
    v15 = v14 != v14
    return v9, v11, v13, v15


def p32(x1, x2, i3, u9, x12, N, M):
    v4 = np.bincount(i3, minlength=M)
    v5 = np.vecdot(v4, v4)
    v6 = v4[1:2:3]
    v7 = np.sort(x2, axis=0)
    v8 = np.sqrt(np.abs(x1) + 1)
    u9 = u9 - v7
    v10 = v5 % 3
    v11 = np.einsum("i,i->i", v8, v8)
    v13 = np.einsum("i,i,ij->ij", v11, v11, x12)
    v14 = np.min(over(v4[(axis(M, 0, 1) + 2) % M] * (axis(M, 0, 1) + 1), (M,)), axis=(0,))
    return v6, v10, v13, v14, u9


def p33(x1, x2, N, M):
    v3 = x2.ravel()
    v4 = np.minimum(x1, x1)
    v5 = np.minimum(x2, x2)
    v8 = x1.sum()
    return v8, v5, v3, v4


def p34(x2, x3, x4, i7, M):
    v5 = x3 ^ x4
    v6 = np.var(x2, axis=-1)
    v8 = v6[i7[axis(M, 0, 1)]]
    v9 = np.kron(v6, v8)
    return v5, v9


def p35(x1, x2, x5, N, M):
    v3 = ~x2
    v4 = np.einsum("i,i,i->", x1, x1, x1)[()]
    v6 = np.stack([v3, x5, v3], axis=-1)
    v7 = np.sum(v6, axis=(1, -1))
    v8 = cast(v7, "i16")
    v9 = np.cumprod(v8, axis=0)
    return v4, v9


def p36(x1, x2, u5, i6, x9, N):
    v3 = x2 / x1
    v4 = v3 + v3
    u5 = u5[i6]
    v7 = np.take(v3, i6, axis=0)
    v8 = np.pad(v7, ((2, 0),), mode="constant", constant_values=4)
    v10 = np.concatenate([v8, x9], axis=0)
    v12 = (u5 + u5) * np.sum(u5 * u5)
    u5 = u5[i6]
    v13 = np.clip(u5, 1, 3)
    return v4, v10, v12, v13, u5


def p37(x1, x2, i3, N):
    v4 = x1[i3]
    v5 = np.clip(x2, 1, 3)
    v6 = np.argmin(v4, axis=0, keepdims=True)
    v7 = over(v6[axis(2, 1, 2) % 1] * v6[axis(2, 0, 2) % 1], (2, 2,))
    v8 = np.sort(v4, axis=0)
    v9 = np.argmax(v8, axis=0)
    return v5, v7, v9


def p38(x1, x4, u8, N, K):
    v5 = x4 // 3
    v6 = np.hypot(v5, v5.dtype.type(1.5))
    v7 = over(axis(K, 0, 1) * axis(K, 0, 1) - 2, (K,))
    u8 = u8 + 3
    v9 = cast(x1, "f32")
    v10 = np.exp(v9 - np.max(v9, 0, keepdims=True)) / np.sum(np.exp(v9 - np.max(v9, 0, keepdims=True)), 0, keepdims=True)
    return v6, v7, v10, u8


def p39(x1, u8, x9, N, M):
    v4 = cast(x1, "f64")
    v5 = np.sqrt(np.sum(v4 * v4, axis=1) + 1)
    v6 = v5.sum(axis=-1)
    v7 = np.sqrt(np.sum(v4 * v4, axis=0) + 1)
    u8 = u8 - x9
    u8 = u8 - x1
    v10 = np.zeros((M,), DTYPES["f64"])
    v15 = v10 >= 1
    v16 = np.sqrt(np.abs(v10) + 1)
    return v6, v7, v15, v16, u8


def p40(x1, x2, N, M):
    v3 = cast(x1, "f32")
    v4 = np.minimum(x2, v3)
    v5 = v4 >= x2
    v6 = np.flip(v5, axis=1)
    v7 = v6[:, None, :]
    v8 = np.triu(v7, k=1)
    v9 = np.maximum.accumulate(x2, axis=0)
    v10 = np.tensordot(v4, v9, axes=1)
    w11 = v6
    w11 = w11 & v6
    return v8, v10, w11


def p41(x1, x2, N, M):
    v4 = x1.sum(axis=-2)
    v5 = v4 >> 1
    v6 = np.pad(v5, ((2, 2),), mode="edge")
    v7 = cast(v6, "f32")
    v8 = np.exp(-np.abs(v7))
    v9 = np.argmin(x2, axis=0)
    v10 = np.roll(v8, 2, axis=0)
    return v9, v10


def p42(x1, N):
    v4 = np.sum(x1, axis=0)
    v5 = np.full((N,), 3, DTYPES["i32"])
    v6 = np.einsum("i,i->i", v5, v5)
    v7 = np.pad(v6, ((2, 2),), mode="reflect")
    v8 = v7.sum(axis=-1)
    w9 = v7
    w9 = w9 + v7
    v10 = np.mean(w9, axis=0, keepdims=True)
    v11 = np.pad(v10, ((2, 2),), mode="wrap")
    v12 = np.searchsorted(np.sort(w9), v6, side="right")
    v13 = np.einsum("i->i", v12)
    return v4, v8, v11, v13


def p43(x2, x3, x5, i7, u11, i12, N, M, K):
    v4 = over(x2[axis(K, 1, 2) % N, M - 1 - axis(M, 0, 2)] - x2[axis(M, 0, 2) % N, axis(M, 0, 2)], (M, K,))
    v6 = np.outer(x3, x5)
    v8 = np.bincount(i7, minlength=N)
    v9 = x5 - 2 * N
    u11 = u11[i12] - u11
    v14 = np.swapaxes(v6, 1, 0)
    return v8, v9, v4, v14, u11


def p44(x1, x2, N, M):
    v3 = x1 @ x1
    v4 = x1.reshape((N, 1,))
    v5 = np.pad(x1, ((1, 1),), mode="reflect")
    v6 = v3 + v5
    v7 = cast(x2, "u16")
    v8 = np.outer(v6, v5)
    v9 = np.cumsum(v8, axis=1)
    v10 = np.max(v9, axis=1, keepdims=True)
    v11 = np.sum(x1, axis=0, keepdims=True)
    return v4, v7, v10, v11


def p45(x1, x6, x11, N):
    v3 = N * x1
    v4 = np.tanh(v3)
    v5 = v4[0]
    v7 = over(v5 - x6[axis(3, 1, 2)] * x6[axis(3, 1, 2)], (4, 3,))
    v8 = np.einsum("ij,ij->i", v7, v7)
    v9 = v3[:, None]
    v10 = np.searchsorted(np.sort(x6), v9, side="left")
    v12 = v8 @ x11
    return v10, v12


def p46(x1, x2, i3, x8, N, M):
    v4 = segments(np.add, x2, i3, 2)
    v5 = x1 - x1
    v6 = np.sqrt(np.var(v4, axis=-2, keepdims=True) + 1)
    v7 = v6 * v6
    v9 = over(x8[axis(3, 0, 1) % 3] * x8[axis(3, 0, 1)], (3,))
    v10 = np.sort(v9, axis=0)
    return v5, v7, v10


def p47(x1, x2, x4, N, M):
    v5 = np.sum(over(x4[axis(1, 0, 2) % N, axis(1, 0, 2)] * x4[N - 1 - axis(N, 1, 2), axis(1, 0, 2)], (1, N,)), axis=(1,))
    v7 = (v5 + v5) * np.sum(v5 * v5)
    v8 = np.tril(x4, k=-1)
    v9 = v8[:, ::-2]
    v10 = cast(x1, "f32")
    v11 = v9 % v10
    v12 = over(x2[(axis(M, 1, 2) + 2) % M], (N, M,))
    v13 = v7[-1:1]
    return v11, v12, v13


def p48(x1, x2, x6, u8, x9, x11, N):
    v3 = over(x2[axis(6, 0, 1)] * x2[axis(6, 0, 1)], (6,))
    v4 = np.einsum("i->i", v3)
    v5 = np.einsum("i,i->", v4, v4)[()]
    v7 = np.sum(over(x6[axis(3, 0, 1)], (3,)), axis=(0,))
    u8 = repeat(lambda u, k, w=v4: u * 0.5 - w[k], u8, range(3))
    v10 = np.minimum(v7, x9)
    v12 = x11 + v10
    v13 = np.roll(x1, 3, axis=0)
    v14 = np.min(v13, axis=-1)
    v15 = np.einsum("i,j->ij", v13, v13)
    return v5, v12, v14, v15, u8


def p49(x1, x2, N, M):
    v4 = np.ptp(x2, axis=0)
    v5 = np.einsum("i,i->", x1, x1)[()]
    v6 = x2.sum()
    v7 = np.argsort(x1, axis=0, kind="stable")
    return v4, v5, v6, v7


def p50(x1, x2, x7, x12, N, M):
    v3 = np.logical_and(x2, x2)
    v4 = cast(v3, "u64")
    v5 = x2 // v4
    v6 = 4 * v5
    v8 = np.where(v3, x7, 0)
    v9 = np.pad(x1, ((1, 0),), mode="wrap")
    v10 = v8[:, 1::-1]
    v11 = np.max(v6, axis=-1, keepdims=True)
    v13 = over(v10[axis(N, 0, 1) % 1, axis(N, 0, 1) % 2] * (axis(N, 0, 1) + 1) - x12[(axis(N, 0, 1) + 2) % N] * x12[axis(N, 0, 1)], (N,))
    return v9, v11, v13


def p51(x1, x2, i13, N, M):
    v4 = np.sum(x2, axis=0)
    v5 = x1.sum(axis=(0, -1))
    v6 = np.outer(x2, x2)
    w7 = v5
    w7 = repeat(lambda u, k, x=v5: u * 0.5 + k * x, w7, range(3))
    v8 = np.outer(x2, x2)
    v9 = v8.sum(axis=-2, keepdims=True)
    v10 = np.argsort(v9, axis=0, kind="stable")
    v11 = np.take(v10, v9 % 1, axis=0)
    v12 = over(np.where((axis(2, 0, 2) + axis(2, 0, 2)) % 2 == 0, v6[axis(2, 0, 2) % M, axis(2, 0, 2) % M], 1), (2, N,))
    v14 = segments(np.add, v12, i13, N)
    return v4, w7, v11, v14


def p52(x2, x3, M):
    v4 = x2 + x3
    v5 = np.max(v4, keepdims=True)
    v6 = v5 - v5
    v7 = np.sum(x3, axis=-1, keepdims=True)
    return v6, v7


def p53(i5, x6):
    v3 = np.zeros((1,), DTYPES["f64"])
    v4 = np.einsum("i,i->i", v3, v3)
    v7 = at(np.maximum, v4, i5, x6)
    v8 = np.prod(v4, axis=0)
    return v7, v8


def p54(x2, N, M):
    v3 = np.sort(x2, axis=0)
    v4 = np.argmax(v3, axis=0, keepdims=True)
    v5 = np.take_along_axis(v3, v4, axis=0)
    v6 = np.zeros((N,), DTYPES["i64"])
    v7 = np.sort(v6, axis=0)
    v8 = np.sum(v7, axis=-1, keepdims=True)
    v9 = np.roll(v7, 1, axis=0)
    v10 = np.eye(M, N, k=1)
    v11 = over(v10[axis(2, 0, 2) % M, axis(N, 1, 2)] - v10[axis(2, 0, 2) % M, N - 1 - axis(N, 1, 2)] * v10[axis(2, 0, 2) % M, (axis(N, 1, 2) + 1) % N], (2, N,))
    return v5, v8, v9, v11


def p55(x1, x7, u9, N):
    v2 = np.asarray(np.count_nonzero(x1, axis=0))[()]
    v3 = np.sqrt(np.var(x1, axis=-1, keepdims=True) + 1)
    v4 = np.einsum("i,i->i", v3, v3)
    v5 = over(axis(N, 0, 1) * axis(N, 0, 1) - 2, (N,))
    v6 = np.sqrt(np.var(v5, axis=0) + 1)
    v8 = v2 < x7
    u9 = u9 + 3
    v10 = np.argsort(v5, axis=0, kind="stable")
    v11 = np.where(v8, v6, v6)
    v12 = np.cumsum(u9, axis=0)
    v13 = np.pad(v12, ((1, 0),), mode="wrap")
    return v4, v10, v11, v13, u9


def p56(x2, x3, x7, N, M, K):
    v5 = x3.sum(keepdims=True)
    v6 = np.sum(over(x2[0] * x2[0] - x2[axis(M, 2, 3)], (2, N, M,)), axis=(1, 2))
    v8 = v6 > x7
    v9 = np.argmin(v6, axis=0)
    v10 = np.abs(x3)
    return v5, v8, v9, v10


def p57(x2, M):
    v4 = np.searchsorted(np.sort(x2), x2, side="left")
    v5 = v4 & v4
    v6 = np.roll(v4, -1, axis=0)
    v7 = v6 - v6
    return v5, v7


def p58(x1, x2, x4, u7, i8, N, M):
    v3 = np.pad(x2, ((2, 0),), mode="wrap")
    v5 = np.concatenate([v3, x4, x2], axis=0)
    v6 = x4 // 4
    u7 = u7[i8] - u7
    v9 = v3 + v3
    u7 = u7 + 3
    v10 = np.pad(u7, ((2, 1),), mode="edge")
    u7 = u7 * x1
    return v5, v6, v9, v10, u7


def p59(x1, x3, u5, x8, u12, N, M):
    v4 = x1 & x3
    u5 = u5 + 1
    v6 = np.arange(2, dtype="f8")
    v7 = v6 - v6
    v9 = v7 @ x8
    w10 = v6
    w10 = repeat(lambda u, k, x=v6: u * 0.5 + k * x, w10, range(3))
    v11 = w10 - 2 * N
    u12 = u12 + v11
    return v4, v9, u5, u12


def p60(x1, x2, i5, x9, N, M):
    v3 = np.prod(x1, keepdims=True)
    v4 = x1 * x1
    v6 = at(np.maximum, x2, i5, x2)
    v7 = np.ptp(v6)
    v8 = v7 * 0.5
    v10 = x9 + v8
    v11 = 1.5 - 2 * x2
    v12 = over(v11[axis(N, 0, 2) % M] * cast(axis(N, 1, 2), "f64") - v11[axis(N, 1, 2) % M], (N, N,))
    v13 = over(v12[axis(N, 0, 1), N - 1 - axis(N, 0, 1)] - v12[axis(N, 0, 1), (axis(N, 0, 1) + 1) % N] * v12[axis(N, 0, 1), (axis(N, 0, 1) + 1) % N], (N,))
    return v3, v4, v10, v13


def p61(x3, x4):
    v5 = over(x4[axis(2, 0, 1) % 2] * x4[axis(2, 0, 1)] + x4[axis(2, 0, 1)], (2,))
    v6 = np.einsum("i->i", v5)
    v7 = np.logical_and(x3, v6)
    v8 = np.cumprod(v5, axis=0)
    v9 = np.any(v7, axis=0, keepdims=True)
    v10 = np.stack([v9, v9], axis=-1)
    return v8, v10


def p62(x2, i4, x8, i12, x13, N, M):
    v5 = np.take(x2, i4, axis=1)
    v6 = np.concatenate([v5, v5], axis=-2)
    v7 = np.exp(v6 - np.max(v6, 1, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 1, keepdims=True)), 1, keepdims=True)
    v9 = over(np.where((axis(M, 1, 2) + axis(M, 1, 2)) % 2 == 0, x8[(axis(M, 1, 2) + 1) % M] * x8[axis(M, 1, 2)] + x8[axis(M, 1, 2)] * x8[(axis(M, 1, 2) + 1) % M], 1), (1, M,))
    v10 = np.concatenate([v7, v7, v7], axis=1)
    v11 = np.pad(v10, ((0, 2), (1, 2)), mode="reflect")
    v14 = at(np.add, v11, i12, x13)
    v15 = np.argmin(x8, axis=0, keepdims=True)
    return v9, v14, v15


def p63(x1, x2, u5, u7, i8, N, M):
    v3 = np.argmin(x2, axis=0, keepdims=True)
    v4 = v3 + N
    u5 = u5 - x1
    v6 = np.sort(x1, axis=1)
    u7 = u7 + 3
    v9 = v6[i8]
    v10 = v9[:2:2, :]
    v11 = np.einsum("i->i", u7)
    v12 = np.argmax(v11, axis=0, keepdims=True)
    v13 = np.take_along_axis(v12, v12, axis=0)
    v14 = np.sort(v10, axis=0)
    return v4, v13, v14, u5, u7


def p64(x2, x3, x5, M, K):
    v6 = np.einsum("i,ij->i", x2, x5)
    v7 = np.abs(x3)
    v8 = np.minimum(v6, v6)
    v9 = np.triu(x5, k=0)
    v10 = np.maximum.accumulate(v9, axis=0)
    v11 = v7 | v7
    v12 = v7 + v11
    v13 = np.round(x2)
    return v8, v10, v12, v13


def p65(x1, x2, x4, x5, N, M):
    v6 = np.outer(x1, x5)
    v7 = 3 * x4
    v8 = x2 == x5
    v9 = np.sort(v8, axis=1)
    return v6, v7, v9


def p66(x1, x2, x5, N):
    v3 = np.abs(x1)
    v4 = v3 * x2
    v6 = v4 * x5
    v7 = x2 - v4
    v8 = v7 * v3
    v9 = np.einsum("i,i,i->", x5, v8, v8)[()]
    v10 = np.eye(N, N, k=0)
    v11 = v4 + N
    v12 = v11.sum(keepdims=True)
    return v6, v9, v10, v12


def p67(x1, x2, x7, i9, N, M):
    v3 = np.einsum("i,j->ji", x2, x2)
    v5 = (v3 + v3) * np.sum(v3 * v3)
    v6 = np.sqrt(np.sum(v5 * v5, axis=1) + 1)
    v8 = v6 / x7
    v10 = x1[i9]
    v11 = v10 - v10
    v12 = np.argsort(v11, axis=0, kind="stable")
    return v8, v12


def p68(x1, x3, x4, i7, N, K):
    v5 = np.maximum.accumulate(x3, axis=1)
    v6 = np.ptp(v5, keepdims=True)
    v8 = v6[i7]
    v9 = np.outer(x1, x1)
    v10 = 1 / (1 + x4 * x4)
    return v8, v9, v10


def p69(x1, x2, x3, i4, N, M):
    v5 = np.take(x2, i4, axis=0)
    v6 = np.var(v5, axis=-1, keepdims=True)
    v7 = np.pad(v6, ((1, 2),), mode="wrap")
    v8 = np.floor(v5)
    v9 = np.argmin(x1, axis=0, keepdims=True)
    v10 = over(np.where((axis(2, 0, 1) + axis(2, 0, 1)) % 2 == 0, x3, 1), (2,))
    v11 = v9 @ v9
    return v7, v8, v10, v11


def p70(x1, x2, N, M):
    v3 = np.min(x1, axis=0)
    v4 = x1 @ x1
    v5 = np.cumsum(x2, axis=0)
    v6 = np.argmin(v5, axis=0)
    v7 = np.outer(v5, v5)
    return v3, v4, v6, v7


def p71(x1, x2, x6, N, M):
    v3 = np.minimum.accumulate(x1, axis=0)
    v4 = np.stack([x2, x2], axis=-3)
    v5 = np.cumsum(v4, axis=1)
    v7 = np.stack([x6, v3], axis=1)
    v8 = np.maximum.accumulate(v7, axis=0)
    v9 = np.sqrt(np.abs(v8) + 1)
    v10 = 2 * v5
    return v9, v10


def p72(x1, x2, x3, i6, x7, x9, i14, N, M):
    v4 = x2.reshape((4 * M,))
    v5 = v4 < v4
    v8 = at(np.maximum, x1, i6, x7)
    v10 = np.concatenate([v8, x9], axis=0)
    v11 = np.where(v5, x3, 0)
    v12 = v11 - v11
    v13 = v12 ** 3
    v15 = np.take(v13, i14, axis=0)
    v16 = np.log(v15 * v15 + 1)
    v17 = v16 - 5
    v18 = np.max(v17, axis=0)
    return v10, v18


def p73(x1, x6, N, M):
    v3 = over((axis(M, 0, 2) + 3 * axis(6, 1, 2)) % 4, (M, 6,))
    v4 = np.mean(x1, axis=0)
    v5 = np.maximum.accumulate(v4, axis=0)
    v7 = np.minimum(v5, x6)
    return v3, v7


def p74(x1, u3, i4, N):
    v2 = x1 + N
    u3 = u3[i4] - u3
    v5 = 2 * i4
    v6 = np.einsum("i->i", x1)
    v7 = np.argmin(v6, axis=0, keepdims=True)
    v8 = np.take_along_axis(v2, v7, axis=0)
    v9 = np.eye(6, 2, k=-1)
    v10 = v9 < v9
    v11 = v10[v8 % 6, v8 % 2]
    return v5, v11, u3


def p75(x1, N):
    v2 = np.roll(x1, 5, axis=0)
    v3 = -v2
    v4 = np.sum(v3)
    v5 = np.cumprod(v3, axis=0)
    v6 = np.maximum(v5, v4)
    v7 = np.flip(v6)
    v8 = v7 > v7
    return v8


def p76(x1, x2, i5, N):
    v3 = np.concatenate([x1, x2, x1], axis=-1)
    v4 = np.linspace(-1, 2, 2)
    v6 = segments(np.add, v3, i5, 6)
    v7 = v6 @ v6
    w8 = v6
    w8 = w8 - v7
    v9 = np.roll(v4, 1, axis=0)
    return w8, v9


def p77(x1, x2, x3, x4, i7, x9, u11, N, M):
    v5 = over(x4[axis(N, 0, 1)] * x4[(axis(N, 0, 1) + 1) % N] + x4[axis(N, 0, 1)] * x4[axis(N, 0, 1)], (N,))
    v6 = np.einsum("i,i->", x1, x1)[()]
    v8 = v5[i7[axis(M, 0, 1)]]
    v10 = x2 @ x9
    u11 = np.roll(u11, 1, axis=0)
    u11 = u11 + 2 * x3
    v12 = np.exp(v10 - np.max(v10, 1, keepdims=True)) / np.sum(np.exp(v10 - np.max(v10, 1, keepdims=True)), 1, keepdims=True)
    return v6, v8, v12, u11


def p78(x1, x2, N, M):
    v3 = x2 * 2.5 + 1
    v4 = np.ceil(v3)
    v5 = v4.sum()
    v6 = np.einsum("i,i,i->i", x2, x2, x2)
    v7 = np.var(v6, axis=0, keepdims=True)
    v9 = np.asarray(np.count_nonzero(x1, axis=(0, -1), keepdims=True))[()]
    v10 = np.cumsum(v6, axis=0)
    return v10, v5, v9, v7


def p79(x1, x2, N, M):
    v3 = np.broadcast_to(x2, (2, M,))
    v4 = np.sort(v3, axis=0)
    v5 = x1.sum(axis=0, keepdims=True)
    v6 = np.tile(x1, (3,))
    v7 = np.pad(v6, ((2, 1),), mode="symmetric")
    v8 = np.squeeze(v5, axis=0)
    return v4, v7, v8


def p80(x1, u4, x5, N):
    v2 = x1 / 3
    v3 = v2.sum(axis=0, keepdims=True)
    u4 = u4 - x5
    v6 = np.abs(u4)
    v7 = np.einsum("i,j->ij", v2, v2)
    v8 = v7.T
    v9 = np.einsum("i->", v3)[()]
    v10 = np.sum(v8, axis=(0, -1))
    return v6, v9, v10, u4


def p81(x1, x2, x3, N, M, K):
    v4 = np.pad(x3, ((2, 0),), mode="constant", constant_values=1)
    v5 = np.concatenate([x2, x2], axis=0)
    v6 = ~v4
    v7 = x1 - x1
    v8 = 3 * v7
    return v5, v6, v8


def p82(x1, x2, i4, N, M):
    v3 = np.minimum.accumulate(x1, axis=0)
    v5 = segments(np.add, x1, i4, M)
    v6 = x2 << 2
    v7 = v6.sum(axis=-1, keepdims=True)
    v8 = np.min(v7, axis=-1)
    v9 = v8 + x2
    v10 = 1 * v9
    return v3, v5, v10


def p83(x1, x2, x4, i7, u9, x10, N):
    v3 = np.concatenate([x1, x1], axis=0)
    v5 = over(x4[0] * x4[axis(2, 0, 1)], (2,))
    v6 = np.broadcast_to(x1, (N, N,))
    v8 = segments(np.add, v6, i7, 1)
    u9 = u9 + x10
    v11 = np.stack([u9, v8], axis=2)
    v12 = np.max(over(v5[axis(3, 0, 3) % 2] * cast(axis(6, 2, 3), "i32"), (3, 6, 6,)), axis=(2,))
    v13 = v3 / v3
    v14 = cast(x2, "i32")
    v15 = v12 ^ v14
    v16 = np.logical_and(v15, v15)
    return v11, v13, v16, u9


def p84(x1, x2, x3, u7, i10, x11, N, M):
    v4 = x2[0:3, 0:1]
    v5 = v4 * v4
    v6 = x1.sum()
    u7 = u7 - v5
    v8 = x3 % 4
    v9 = np.argmax(u7, axis=0)
    v12 = at(np.minimum, v9, i10, x11)
    v13 = v12 @ v12
    v15 = np.full((M, N,), 3, DTYPES["f64"])
    return v8, v6, v15, v13, u7


def p85(x1, x2, i4, x5, N, M):
    v6 = at(np.add, x2, i4, x5)
    v7 = v6 * v6
    v8 = np.pad(x1, ((1, 1),), mode="symmetric")
    v9 = v8 >= 1
    w10 = v8
    w10 = repeat(lambda u, k, x=v8: u * 0.5 + k * x, w10, range(3))
    return v7, v9, w10


def p86(x1, x2, x3, N, M):
    v4 = x3 // 4
    v6 = (x2 + x2) * np.sum(x2 * x2)
    v7 = np.argmax(x2, axis=0, keepdims=True)
    v8 = np.take_along_axis(v6, v7, axis=0)
    w9 = v8
    w9 = repeat(lambda u, k, x=v8: u * 0.5 + k * x, w9, range(2))
    v10 = np.argmin(w9, axis=0)
    v11 = w9.sum(axis=0)
    v12 = x1.reshape((M * N,))
    v14 = np.cumprod(v12, axis=0)
    return v11, v10, v4, v14


def p87(x2, N, M):
    v3 = np.tril(x2, k=1)
    v4 = np.cumsum(v3, axis=0)
    v5 = np.round(v4)
    v6 = v5.ravel()
    v7 = np.abs(v5) + 1.5
    v8 = v5 / v7
    return v6, v8


def p88(x1, x2, u5, x7, N, M):
    v4 = x2[-1::-2]
    u5 = u5 + 3
    v6 = cast(u5, "i32")
    v8 = v6 @ x7
    v9 = x1 == u5
    v10 = np.transpose(v9, (1, 0))
    v11 = np.ceil(v4)
    return v8, v10, v11, u5


def p89(x2, x3, u7, x8, x12, M, K):
    v5 = x2[1:] + x2[:-1]
    v6 = x3 - x3
    u7 = u7 * x8
    v9 = v6 == u7
    v10 = np.einsum("ij,ka,ij->ia", x3, x8, u7)
    v11 = v10 + v10
    v13 = np.where(v9, x12, 0)
    v14 = np.sort(v13, axis=0)
    v15 = v14 * v14
    v16 = over(np.where((axis(2, 0, 1) + axis(2, 0, 1)) % 2 == 0, v11[2 - 1 - axis(2, 0, 1), axis(2, 0, 1) % K] + v11[axis(2, 0, 1), axis(2, 0, 1) % K] * v11[axis(2, 0, 1), axis(2, 0, 1) % K], 1), (2,))
    return v5, v15, v16, u7


def p90(x2, i5, x6, M):
    v3 = np.searchsorted(np.sort(x2), x2, side="left")
    v4 = np.roll(v3, -2, axis=0)
    v7 = at(np.add, v4, i5, x6)
    w8 = v7
    w8 = repeat(lambda u, k, w=x6: u * k + w[k], w8, range(2))
    v9 = w8 ^ w8
    v10 = at(np.maximum, v9, i5, x6)
    v11 = np.flip(v3, axis=0)
    return v10, v11


def p91(x1, x2, i7, x8, u16, N, M):
    v4 = np.var(x2)
    v5 = x1 * x1
    v6 = np.sum(v5, axis=0, keepdims=True)
    v9 = at(np.add, v6, i7, x8)
    v10 = np.argsort(v9, axis=0, kind="stable")
    v11 = v10[i7[axis(3, 0, 1)]]
    v12 = np.sort(v10, axis=0)
    v13 = np.min(v9, axis=0)
    v14 = cast(v12, "u32")
    v15 = np.exp(v9 - np.max(v9, 0, keepdims=True)) / np.sum(np.exp(v9 - np.max(v9, 0, keepdims=True)), 0, keepdims=True)
    u16 = u16 + v13
    return v4, v11, v14, v15, u16


def p92(x1, x2, x7, u10, N):
    v3 = np.triu(x1, k=0)
    v4 = cast(v3, "f32")
    v5 = x2 - v4
    v6 = np.sort(v5, axis=1)
    v8 = np.abs(x7) + 1.5
    v9 = v6 / v8
    u10 = u10 - v9
    u10 = u10 + 0.25 * x7
    u10 = u10 - v9
    return u10


def p93(x1, i9, x10, N):
    v3 = np.arange(6)
    v4 = cast(v3, "f32")
    v5 = np.exp(v4 - np.max(v4, 0, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 0, keepdims=True)), 0, keepdims=True)
    v6 = np.searchsorted(np.sort(v3), v3, side="left")
    v7 = np.cumsum(v6, axis=0)
    v8 = cast(v7, "f32")
    v11 = at(np.add, v8, i9, x10)
    v12 = np.pad(v6, ((0, 0),), mode="constant")
    v13 = x1.T
    return v5, v11, v12, v13


def p94(x1, i2, x3, x5, x7, i13, N):
    v4 = at(np.add, x1, i2, x3)
    v6 = np.cross(x5, x5)
    v8 = v6 @ x7
    v9 = np.concatenate([v4, v4], axis=0)
    v10 = x3.sum(axis=0, keepdims=True)
    v11 = v8 ** 3
    w12 = v9
    w12 = w12[i13] - w12
    v14 = np.tensordot(v11, x1, axes=1)
    return v10, w12, v14


def p95(x1, x2, x3, u11, i12, N, M):
    v4 = x3 // 3
    v5 = x2[1:-2:2]
    v6 = np.einsum("i,i->i", x2, x2)
    v7 = x1[x1 % N, x1 % M]
    v8 = np.pad(v7, ((0, 2), (1, 0)), mode="constant", constant_values=4)
    v9 = np.roll(v5, -1, axis=0)
    v10 = np.var(v9, axis=0)
    u11 = u11[i12] - u11
    return v4, v6, v8, v10, u11


def p96(x1, x2, N, M):
    v3 = np.sqrt(np.sum(x2 * x2, axis=0) + 1)
    v4 = np.argmax(x1, axis=0, keepdims=True)
    v5 = np.sqrt(np.abs(v3) + 1)
    v6 = np.eye(3, 3, k=0)
    v7 = np.mean(v4, axis=0)
    v8 = v5 ** 2
    v9 = np.flip(x1, axis=1)
    v10 = np.flip(v9, axis=1)
    v11 = v8 * v6
    v12 = np.einsum("ij,k->ij", v11, v7)
    return v10, v12


def p97(x1, x2, i5, i10, N, M):
    v4 = np.cumsum(x1, axis=0)
    v6 = segments(np.add, v4, i5, M)
    v7 = at(np.add, x2, i5, v4)
    v8 = np.full((1,), 3, DTYPES["i64"])
    v9 = v7 @ x2
    v11 = v8[i10[axis(M, 0, 1)]]
    return v6, v9, v11


def p98(x1, u5, i6, N):
    v4 = x1[:-1]
    u5 = u5[i6] - u5
    v7 = u5[i6]
    v8 = x1 <= 2
    u5 = u5 + 0.25 * v4
    v9 = cast(u5, "f32")
    return v7, v8, v9, u5


def p99(x1, u5, i6, N):
    v2 = np.asarray(np.count_nonzero(x1, keepdims=True))[()]
    v3 = np.min(x1, axis=0)
    v4 = np.einsum("i,i->", v3, v3)[()]
    u5 = u5 * v4
    u5 = u5[i6] - u5
    v7 = u5.sum(axis=0)
    v8 = u5.sum(keepdims=True)
    return v2, v7, v8, u5


def p100(x1, x3, x7, i9, x10, N, M, K):
    v4 = x3 @ x3
    v5 = over(x1[axis(N, 1, 2)] - x1[N - 1 - axis(N, 1, 2)] * x1[axis(N, 1, 2)], (K, N,))
    w6 = v5
    w6 = repeat(lambda u, k, x=v5: u * 0.5 + k * x, w6, range(2))
    v8 = np.sum(over(x7[axis(1, 1, 2), axis(M, 0, 2)] * (axis(1, 1, 2) + 1) + x7[axis(1, 1, 2), 0] * x7[axis(1, 1, 2) % 1, axis(M, 0, 2)], (M, 1,)), axis=(1,))
    v11 = at(np.maximum, v5, i9, x10)
    v12 = np.argmax(w6, axis=0, keepdims=True)
    w6 = w6 + v11
    v13 = w6.T
    return v4, v8, v12, v13


def p101(x1, x3, u8, i9, N, K):
    v4 = x3 - x3
    v5 = x1 % 3
    v6 = v5 ^ v5
    v7 = x3 // v4
    u8 = u8[i9] - u8
    v10 = cast(v7, "bool")
    return v6, v10, u8


def p102(x1, x2, x5, i8, N, M):
    v3 = np.concatenate([x1, x1, x1], axis=0)
    v4 = np.concatenate([v3, v3, v3], axis=0)
    v6 = np.concatenate([x5, x2, x2], axis=-1)
    v7 = np.pad(v4, ((2, 2),), mode="wrap")
    v9 = v3[i8[axis(N, 0, 1)]]
    return v6, v7, v9


def p103(x1, x2, x3, x4, u8, N, M, K):
    v5 = x1[-1]
    v6 = np.outer(x3, x3)
    v7 = np.concatenate([v6, v6, v6], axis=1)
    u8 = u8 - x4
    v9 = x2 - u8
    v14 = x1[1:] + x1[:-1]
    return v7, v14, v5, v9, u8


def p104(x1, x5, N):
    v6 = over(x5[axis(4, 0, 1)], (4,))
    v7 = cast(x1, "i16")
    v8 = v6 >= 1
    v9 = np.einsum("i,i->i", v6, v6)
    v11 = v6 + N
    return v7, v11, v9, v8


def p105(x1, x4, u6, x7, N):
    v2 = np.sort(x1, axis=0)
    v3 = x1 - v2
    v5 = np.sum(over(x4[axis(2, 0, 2), axis(4, 1, 2)] - x4[axis(2, 0, 2), axis(4, 1, 2)] * x4[axis(2, 0, 2), axis(4, 1, 2)], (2, 4,)), axis=(1,))
    u6 = u6 + x7
    v8 = x1 + v3
    v9 = np.sum(v8, axis=-1)
    v10 = v8.reshape((N, 1, 1,))
    v11 = v5[:, None]
    return v9, v10, v11, u6


def p106(x1, x2, i4, N, M):
    v5 = x2[i4[axis(M, 0, 1)]]
    v6 = np.cumprod(v5, axis=0)
    v7 = np.flip(v6, axis=0)
    v8 = np.einsum("i,i->", x1, x1)[()]
    return v7, v8


def p107(x1, x2, N, M):
    v3 = np.einsum("i,i,i->", x1, x1, x1)[()]
    v4 = np.arange(6, dtype="f8")
    v5 = v4 <= 0
    w6 = x2
    w6 = w6 + 2
    return v3, v5, w6


def p108(x1, x3, u5, i6, i7, x9, N, K):
    v4 = np.concatenate([x3, x3], axis=1)
    u5 = u5[i6] - u5
    v8 = np.take(x1, i7, axis=0)
    v10 = x9 + v8
    v11 = np.flip(v10, axis=1)
    v12 = np.sum(over(x1[axis(N, 0, 2)] + v8[axis(K, 1, 2) % K, axis(K, 1, 2) % N] * v10[K - 1 - axis(K, 1, 2), axis(N, 0, 2)], (N, K,)), axis=(0, 1))
    v13 = x1 @ x1
    v14 = np.min(over(x9[axis(K, 1, 3), axis(K, 1, 3) % 1] * v11[K - 1 - axis(K, 1, 3), axis(1, 0, 3) % N], (1, K, 3,)), axis=(1, 2))
    u5 = np.roll(u5, 1, axis=0)
    return v12, v4, v13, v14, u5


def p109(x1, x2, u4, x6, x8, u12, N, M):
    u4 = u4 + x2
    v5 = u4 @ u4
    v7 = over(x6[(axis(3, 0, 1) + 1) % 3] + x6[3 - 1 - axis(3, 0, 1)], (3,))
    v9 = v7 / x8
    v10 = cast(v9, "f32")
    v11 = np.mean(v10, axis=0, keepdims=True)
    u12 = u12 + v11
    v13 = np.sqrt(np.sum(u12 * u12, axis=0) + 1)
    v14 = over(axis(N, 0, 2) * 2 - axis(M, 1, 2), (N, M,))
    v15 = np.take(x1, x2 % N, axis=0)
    return v5, v13, v14, v15, u4, u12


def p110(x3, K):
    v4 = np.argmin(x3, axis=1, keepdims=True)
    v5 = x3 != 1
    v6 = cast(v5, "i32")
    v7 = np.cumprod(v6, axis=0)
    v8 = np.einsum("ij,ik->jk", v7, v4)
    v9 = v8[:, :, None]
    v10 = v9[:, :, v9]
    return v10


def p111(x3, x9, x12, N, K):
    v5 = np.cumprod(x3, axis=0)
    v6 = np.sum(v5)
    v10 = np.min(over(x9[axis(N, 0, 1) % N], (N,)), axis=(0,))
    v11 = x9[:-1]
    v13 = over(np.where((axis(K, 0, 1) + axis(K, 0, 1)) % 2 == 0, x12[axis(K, 0, 1)], 1), (K,))
    return v10, v11, v6, v13


def p112(x1, x3, i4, x7, N):
    v5 = at(np.maximum, x1, i4, x1)
    v6 = np.min(x1)
    v8 = x3 // x7
    v9 = np.stack([v5, v5], axis=-2)
    return v6, v8, v9


def p113(x1, x3, x8, N, M):
    v4 = over(x3[axis(M, 0, 2)] - x3[axis(M, 0, 2)], (M, 4,))
    v5 = v4 != 2
    v6 = np.vecdot(v4, v4)
    v7 = np.arange(2, dtype="f8")
    v9 = np.einsum("i,ij,ij->", x1, x8, x8)[()]
    v11 = v5[0:3, :]
    v12 = v11[:, x8 % 4]
    return v6, v12, v7, v9


def p114(x1, N):
    v3 = np.diff(x1, axis=0)
    v4 = v3 / (v3 * v3 + 1)
    v5 = np.sqrt(np.sum(v4 * v4, axis=0) + 1)
    v6 = v4[None, :]
    v7 = np.tile(v6, (2, 1))
    v8 = np.max(v4, axis=0)
    v9 = np.sum(v7, axis=(0, -1))
    v10 = np.min(over(v7[axis(2, 1, 3), axis(2, 1, 3) % (N - 1)] * cast(axis(N, 2, 3), "f64"), (3, 2, N,)), axis=(2,))
    return v5, v8, v9, v10


def p115(x1, x2, u6, N):
    v3 = np.concatenate([x2, x1, x1], axis=-1)
    v4 = np.sum(v3, keepdims=True)
    v5 = np.roll(v4, 5, axis=0)
    u6 = u6 - v5
    v7 = np.max(u6, axis=0, keepdims=True)
    v8 = np.min(v7, keepdims=True)
    v9 = np.min(x2)
    return v8, v9, u6


def p116(x1, x2, N, M):
    v3 = np.argmax(x1, axis=0, keepdims=True)
    v4 = np.take_along_axis(x1, v3, axis=0)
    v5 = v4 / 3
    v6 = np.max(v5, axis=0, keepdims=True)
    v7 = np.einsum("i,j->ij", x2, x2)
    v8 = np.hypot(v4, v4.dtype.type(1.5))
    v9 = np.sum(v8, keepdims=True)
    v10 = v7.flatten()
    return v6, v9, v10


def p117(x1, x2, i6, x8, x13, N, M):
    v5 = x2[1:] + x2[:-1]
    v7 = v5[i6[axis(2, 0, 1)]]
    v9 = v7 @ x8
    v10 = x1 << 2
    v11 = v10 @ v10
    v14 = np.stack([x1, x13], axis=-1)
    v15 = np.logical_or(v14, v11)
    v16 = v5[i6]
    v17 = v14 % 5
    v18 = np.swapaxes(v17, 0, 1)
    return v15, v9, v18, v16


def p118(x1, i4, u10, N):
    v5 = at(np.minimum, x1, i4, x1)
    v6 = np.roll(v5, -2, axis=0)
    v7 = -v6
    v8 = v7 > v7
    v9 = np.einsum("i,i->", v5, v7)[()]
    u10 = np.broadcast_to(v9, (N,))
    v11 = np.sum(v8, axis=0)
    v12 = v6.sum(axis=0)
    v13 = 2 * v12
    return v11, v13, u10


def p119(x1, x2, x6, u8, i10, N, M):
    v4 = np.argmin(x2, axis=1, keepdims=True)
    v5 = np.take_along_axis(x2, v4, axis=1)
    v7 = v4 @ x6
    u8 = u8 - v7
    w9 = x1
    w9 = w9[i10]
    w9 = w9 * x1
    v11 = u8.T
    v12 = np.tril(v11, k=1)
    v13 = v12 - 2 * M
    return v5, w9, v13, u8


def p120(x1, x6, u10, x11, x12, N, M):
    v4 = np.sum(x1, axis=0, keepdims=True)
    v5 = v4 @ v4
    v7 = over(v5 + x6[3 - 1 - axis(3, 0, 1)], (3,))
    v8 = np.roll(x1, 1, axis=0)
    v9 = np.min(v7)
    u10 = u10 + x11
    v13 = over(x12[axis(M, 0, 1)], (M,))
    v14 = np.squeeze(v4, axis=0)
    v15 = x6 * v14
    return v8, v9, v13, v15, u10


def p121(x1, x2, x4, u6, i7, N, M):
    v3 = np.argmin(x1, axis=1)
    v5 = x2 @ x4
    u6 = u6 + v5
    u6 = u6[i7] - u6
    return v3, u6


def p122(x1, x2, N, M):
    w4 = x1
    w4 = w4 + x1
    w4 = w4 + 2
    v5 = w4 + w4
    v6 = np.argmin(x2, axis=0, keepdims=True)
    v7 = np.take_along_axis(x2, v6, axis=0)
    v8 = np.einsum("i,i->", v6, v6)[()]
    v9 = np.sum(x1, keepdims=True)
    v10 = cast(v8, "i32")
    return v5, v7, v9, v10


def p123(x1, x3, i5, x8, x16, N, M):
    v4 = np.arange(6, dtype="f8")
    v6 = np.bincount(i5, minlength=M)
    v7 = np.mean(v4, axis=0)
    v9 = np.cross(x8, x8)
    v11 = (v9 + v9) * np.sum(v9 * v9)
    v12 = cast(x3, "f64")
    v13 = v11 >= v12
    v14 = cast(v13, "u32")
    v15 = np.sort(x1, axis=0)
    v17 = np.stack([x16, v15, v15], axis=1)
    return v6, v7, v14, v17


def p124(x1, x2, x3, i11, N, M):
    v4 = x3 * x3
    v5 = np.eye(2, 2, k=-1)
    v6 = np.asarray(np.count_nonzero(v5, axis=(0, -1), keepdims=True))[()]
    v7 = x1[0:-2:2, None]
    v8 = over(v6[0, axis(N, 0, 1) % 1] * v6[axis(N, 0, 1) % 1, 0] + v6[axis(N, 0, 1) % 1, axis(N, 0, 1) % 1], (N,))
    v9 = np.transpose(v7, (0, 1))
    v10 = x2[v8]
    v12 = x1[i11]
    return v4, v9, v10, v12


def p125(x3, i5, x9, K):
    v4 = x3.sum(axis=-1, keepdims=True)
    v6 = np.bincount(i5, minlength=2)
    v7 = np.roll(i5, 5, axis=0)
    v8 = np.repeat(v7, 3, axis=0)
    v10 = np.concatenate([v4, x9, v8], axis=0)
    v11 = v7 * v4
    return v6, v10, v11


def p126(x1, x3, i6, N):
    v2 = x1[-1]
    v4 = np.min(over(x3[axis(6, 2, 3)] - x3[axis(6, 2, 3)] * x3[axis(1, 1, 3) % 6], (3, 1, 6,)), axis=(2,))
    v5 = x1 @ x1
    v7 = np.bincount(i6, minlength=6)
    v8 = np.roll(v7, 1, axis=0)
    return v2, v4, v5, v8


def p127(x1, x2, x3, N, M, K):
    v4 = np.cumsum(x2, axis=0)
    v5 = np.tril(x3, k=1)
    w6 = x1
    w6 = repeat(lambda u, k, x=x1: u * 0.5 + k * x, w6, range(2))
    v7 = v4 - v4
    v8 = v5 >= v5
    v9 = np.sqrt(np.var(v8, axis=(0, -1)) + 1)
    return w6, v7, v9


def p128(x1, u3, i4, N):
    u3 = u3[i4]
    v5 = u3 & u3
    v6 = np.transpose(v5, (1, 0))
    v7 = v6 | x1
    v8 = v7 % v7
    v9 = cast(v8, "f64")
    v10 = np.sqrt(np.sum(v9 * v9, axis=1) + 1)
    v11 = np.sqrt(np.sum(v10 * v10, axis=0) + 1)
    return v11, u3


def p129(x1, x2, N, M):
    v4 = np.vecdot(x2, x2)
    v5 = np.abs(x2)
    v6 = np.ptp(v5)
    v7 = np.any(x1, axis=-1)
    v8 = np.searchsorted(np.sort(x2), v5, side="right")
    v9 = np.einsum("i,i->i", v8, v8)
    v10 = np.cumprod(v9, axis=0)
    v11 = np.einsum("i->", v10)[()]
    return v4, v6, v7, v11


def p130(x1, x2, x3, i4, x5, i9, x15, N, M, K):
    v6 = at(np.add, x2, i4, x5)
    v7 = np.min(v6, axis=0)
    v8 = np.exp(x1 - np.max(x1, 0, keepdims=True)) / np.sum(np.exp(x1 - np.max(x1, 0, keepdims=True)), 0, keepdims=True)
    v10 = np.take(v8, i9, axis=0)
    v11 = x3 ^ x3
    v14 = np.sum(v10, axis=-2)
    v16 = np.sum(over(v7 * x15[axis(N, 0, 1)] + x15[axis(N, 0, 1)], (N,)), axis=(0,))
    v17 = x15.reshape((1, N,))
    return v11, v16, v17, v14


def p131(x1, x2, N, M, K):
    v5 = over(x1[N - 1 - axis(N, 1, 2)] + x1[axis(N, 1, 2)], (N, N,))
    v6 = x1 + N
    v7 = over(axis(K, 0, 1) * axis(K, 0, 1) - 2, (K,))
    v8 = np.max(x2, keepdims=True)
    v9 = np.roll(v8, -1, axis=0)
    v10 = v9[:, :, None]
    return v5, v6, v7, v10


def p132(x1, u4, x6, N, M):
    v3 = np.argmax(x1, axis=0)
    u4 = u4[::-1]
    v5 = np.minimum(x1, x1)
    v7 = v5 - x6
    return v3, v7, u4


def p133(x1, x2, u4, i5, N):
    v3 = over(axis(6, 0, 1) * axis(6, 0, 1) - 2, (6,))
    u4 = u4 - v3
    v6 = x1[i5]
    v7 = np.clip(u4, 1, 3)
    v8 = np.einsum("i,j->i", v7, v7)
    v9 = np.einsum("i,i->i", v3, v8)
    v10 = v6[None, :]
    v11 = v9 @ v9
    v12 = x2 * x2
    return v10, v11, v12, u4


def p134(x2, x3, x4, u6, x7, M, K):
    v5 = np.concatenate([x4, x3], axis=0)
    u6 = u6[::-1]
    v8 = np.where(x2, x7, 0)
    v9 = np.abs(u6)
    v10 = np.arange(M, dtype="i4")
    v11 = cast(v10, "i8")
    v12 = np.mean(v5, axis=-1, keepdims=True)
    return v8, v9, v11, v12, u6


def p135(x1, x2, i5, N, M):
    v4 = x2[1:] + x2[:-1]
    v6 = at(np.maximum, v4, i5, x2)
    v7 = np.minimum.accumulate(x1, axis=1)
    v8 = v4 % 4
    return v6, v7, v8


def p136(x1, x2, N, M):
    v3 = x1 % 5
    v4 = np.var(x2, axis=1)
    v7 = np.diff(x1, axis=1)
    v8 = N * v4
    v9 = v8.sum(axis=0)
    v11 = np.roll(x1, (1, 1), axis=(0, 1))
    return v3, v7, v9, v11


def p137(x1, N):
    v3 = x1 / x1
    v4 = np.argmin(x1, axis=0, keepdims=True)
    v5 = np.take_along_axis(v3, v4, axis=0)
    v6 = v5 @ v5
    v7 = np.concatenate([v5, x1], axis=-1)
    v8 = np.full((3,), 3, DTYPES["i64"])
    v9 = np.exp(-np.abs(v6))
    v10 = v8 == v4
    v11 = np.einsum("i->i", v7)
    return v9, v10, v11


def p138(x1, x2, x3, u5, u7, u8, x9, N, M):
    v4 = x3 - 3
    u5 = u5 * x1
    v6 = v4 != 1
    u5 = u5 + 0.5 * x1
    u7 = u7 * u5
    u8 = np.broadcast_to(u7, (N,))
    v10 = np.minimum(u8, x9)
    v11 = u7 ** 2
    v12 = v11 * u5
    v13 = x2 % 3
    v14 = np.ptp(v13, axis=0)
    return v6, v10, v12, v14, u5, u7, u8


def p139(x1, x3, x6, N, K):
    v5 = np.searchsorted(np.sort(x3), x3, side="right")
    v8 = (v5 + x6) * np.sum(v5 * x6)
    v9 = np.cumprod(x1, axis=1)
    v10 = np.repeat(v9, 2, axis=0)
    v11 = np.abs(v10) + 1.5
    v12 = v10 / v11
    v13 = np.concatenate([v12, v12], axis=-1)
    v14 = np.stack([v13, v13], axis=-2)
    return v8, v14


def p140(x1, x2, i7, x13, N):
    v3 = x2 + 1
    v4 = cast(x1, "f32")
    v5 = v3 - v4
    v6 = cast(v5, "f64")
    v8 = v6[i7[axis(N, 0, 1)]]
    v9 = np.outer(v8, v8)
    v10 = np.exp(v9 - np.max(v9, 1, keepdims=True)) / np.sum(np.exp(v9 - np.max(v9, 1, keepdims=True)), 1, keepdims=True)
    v11 = v10[:, i7]
    v12 = np.full((2,), 3, DTYPES["i64"])
    v14 = v12 >= x13
    return v11, v14


def p141(x1, x2, x4, x5, x9, N, M):
    v3 = np.argmin(x2, axis=0)
    v6 = np.cross(x4, x5)
    v7 = x1 - 2 * N
    v8 = v7[v7 % N]
    v10 = v6 @ x9
    v11 = np.sum(v8, axis=-1, keepdims=True)
    v12 = np.sort(v10, axis=0)
    return v3, v11, v12


def p142(x1, x2, i4, x13, N, M):
    v5 = x2[i4]
    v6 = v5 >= 1
    v7 = np.all(v6, axis=-1)
    v8 = np.concatenate([v7, v7], axis=0)
    v9 = np.cumsum(v8, axis=0)
    v10 = v9 @ v9
    v11 = np.roll(v9, 5, axis=0)
    v12 = np.cumsum(x1, axis=0)
    v14 = np.concatenate([v11, x13, v11], axis=0)
    v15 = np.swapaxes(v5, 1, 0)
    return v10, v12, v14, v15


def p143(x1, u3, N, M):
    u3 = u3 + x1
    v4 = u3 % 4
    v5 = v4.sum(keepdims=True)
    v6 = v5 | v5
    v7 = np.full((N,), 3, DTYPES["i32"])
    v8 = np.argmin(v4, axis=1, keepdims=True)
    return v6, v7, v8, u3


def p144(x1, x2, i5, x10, N, M):
    v4 = np.sort(x2, axis=1)
    v6 = np.bincount(i5, minlength=M)
    v7 = np.maximum.accumulate(v4, axis=0)
    v8 = np.prod(v4, axis=1, keepdims=True)
    v9 = v8 // 3
    v11 = x1 + x10
    return v6, v7, v9, v11


def p145(x1, x2, u4, x5, x10, N):
    v3 = x1[0, None, 0:]
    u4 = u4 + x5
    v6 = x2 ** 2
    v7 = u4[:, :, None]
    v8 = v7.sum()
    v9 = np.einsum("ij,ij->j", v3, v3)
    u4 = u4 * x10
    v11 = np.searchsorted(np.sort(v9), v9, side="right")
    return v6, v8, v11, u4


def p146(x1, N):
    v2 = np.pad(x1, ((1, 1),), mode="constant", constant_values=2)
    v4 = v2[1:] + v2[:-1]
    v5 = v4.sum(axis=0)
    v6 = cast(v4, "f64")
    v7 = np.exp(v6 - np.max(v6, 0, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 0, keepdims=True)), 0, keepdims=True)
    return v5, v7


def p147(x2, i6, N, M):
    w3 = x2
    w3 = w3 + x2
    v4 = cast(w3, "u32")
    v5 = v4 > v4
    v7 = v5[i6]
    v8 = np.arange(N, dtype="i4")
    w3 = np.broadcast_to(x2, (M,))
    return v7, v8, w3


def p148(x1, N):
    v2 = x1.sum(axis=-1)
    v3 = np.concatenate([x1, x1, x1], axis=-1)
    v4 = v3[-1:]
    v5 = v3.sum(axis=0)
    return v2, v4, v5


def p149(x1, x3, N, K):
    v4 = x3 @ x3
    v5 = np.cumsum(x3, axis=0)
    v6 = np.argmin(x1, axis=0)
    w7 = v5
    w7 = w7[::-1]
    v8 = w7 % w7
    return v4, v6, v8


def p150(x2, x5, i9, M):
    w3 = x2
    w3 = w3 + 2
    v4 = w3 % 5
    v6 = np.stack([v4, x5], axis=2)
    v7 = cast(v6, "f32")
    v8 = np.exp(v7 - np.max(v7, 2, keepdims=True)) / np.sum(np.exp(v7 - np.max(v7, 2, keepdims=True)), 2, keepdims=True)
    w3 = w3[i9] - w3
    return v8, w3


def p151(x1, x2, x5, u12, N, M):
    v3 = np.sort(x1, axis=0)
    v4 = np.broadcast_to(x2, (N, M,))
    v6 = np.cross(x5, x5)
    v7 = v4.sum(axis=0)
    v8 = np.minimum.accumulate(v7, axis=0)
    v9 = v6 <= 2
    v10 = cast(v9, "f64")
    v11 = 5 - v3
    u12 = u12 + 3
    v13 = np.sqrt(np.sum(v11 * v11, axis=0) + 1)
    return v8, v10, v13, u12


def p152(x1, x3, x4, x8, u11, N, M, K):
    v6 = x4 ** 3
    v7 = np.sum(x1, axis=(0, -1))
    v9 = np.einsum("ij,ik->", x3, x8)[()]
    u11 = u11 + 3
    v12 = np.clip(x3, 1, 3)
    return v9, v7, v6, v12, u11


def p153(x1, x2, i7, N):
    v3 = x1.reshape((6 * N,))
    v4 = np.einsum("i,i->", v3, v3)[()]
    v5 = np.einsum("i,i->i", v3, v3)
    v6 = np.transpose(x1, (0, 1))
    v8 = np.bincount(i7, minlength=6)
    v9 = np.roll(i7, 5, axis=0)
    v10 = v9.sum(axis=-1)
    v11 = cast(x2, "f32")
    v12 = v11 - v6
    v13 = v8.sum(axis=-1)
    v14 = cast(v13, "f32")
    v15 = v4 / v14
    return v5, v10, v12, v15


def p154(x1, u2, N):
    u2 = u2 + x1
    v3 = np.roll(u2, 3, axis=0)
    u2 = u2 - v3
    v4 = np.cumprod(u2, axis=0)
    return v4, u2


def p155(x1, x2, u5, i6, x13, N, M):
    u5 = u5[i6] - u5
    v7 = u5 <= 2
    v8 = np.pad(x2, ((2, 0),), mode="symmetric")
    v9 = np.bincount(i6, minlength=M)
    v10 = np.min(v9, axis=0, keepdims=True)
    v11 = np.einsum("i->i", x1)
    w12 = v11
    w12 = w12 + x13
    return v7, v8, v10, w12, u5


def p156(x1, x3, u5, N, M):
    v4 = np.max(over(x3[axis(M, 1, 3)] * (axis(1, 0, 3) + 1), (1, M, N,)), axis=(2,))
    u5 = u5 + v4
    v7 = (u5 + u5) * np.sum(u5 * u5)
    v8 = -x1
    w9 = u5
    w9 = w9 - u5
    w9 = w9 - v7
    return v8, w9, u5


def p157(x2, i3, N, M):
    v4 = x2[axis(M, 0, 2), i3[axis(M, 1, 2)]]
    v5 = np.minimum.accumulate(v4, axis=0)
    v6 = v5 >= v5
    v7 = np.eye(M, N, k=0)
    return v6, v7


def p158(x1, x2, N, M):
    v4 = np.searchsorted(np.sort(x2), x2, side="right")
    v5 = x2[v4 % M]
    v6 = np.outer(v5, x1)
    v7 = x2 % v5
    v8 = v7 - 3
    v9 = v8 * 0.5
    return v6, v9


def p159(x1, x2, x4, x6, N, M):
    v3 = x2 * 0.5
    v5 = over(x4[axis(N, 0, 1)], (N,))
    v7 = np.concatenate([v5, x6], axis=0)
    v8 = np.max(v7, axis=0)
    v9 = np.pad(v7, ((2, 0),), mode="wrap")
    v10 = np.cos(x1)
    return v3, v8, v9, v10


def p160(x1, x2, x5, N, M):
    v3 = x1 == x1
    v4 = np.roll(x2, 3, axis=0)
    v6 = np.abs(x5) + 1.5
    v7 = x1 / v6
    v8 = np.argsort(x5, axis=1, kind="stable")
    v9 = np.cumprod(v4, axis=0)
    return v3, v7, v8, v9


def p161(x2, x3, M, K):
    v4 = x2.sum(axis=1)
    v5 = np.argmax(v4, axis=0)
    v6 = np.sum(v4, axis=0)
    v7 = np.einsum("i,i->", x3, x3)[()]
    return v5, v6, v7


def p162(x1, x2, u5, x6, x7, x9, x13, N, M):
    v4 = x2[1:] + x2[:-1]
    u5 = u5 + 3
    u5 = np.flip(u5)
    v8 = np.concatenate([x7, x2, x6], axis=-1)
    v10 = np.where(x1, x9, 0)
    v12 = v8[1:] + v8[:-1]
    v14 = np.max(over(v10[axis(6, 0, 1) % N] - x13[(axis(6, 0, 1) + 2) % 6] * x13[axis(6, 0, 1)], (6,)), axis=(0,))
    return v4, v12, v14, u5


def p163(x1, x2, N):
    v3 = np.var(x1, axis=0, keepdims=True)
    v4 = np.minimum(v3, x2)
    v5 = np.argmax(x1, axis=0)
    v6 = v4 @ v4
    return v5, v6


def p164(x1, x2, x6, N, M):
    v3 = -x2
    v4 = v3 / v3
    v5 = v4[-3::-1]
    v7 = x1 ^ x6
    v8 = v7 * 0.5
    return v5, v8


def p165(x1, x2, x4, i9, N, M):
    w3 = x1
    w3 = np.broadcast_to(x4, (N,))
    v5 = np.broadcast_to(x2, (N, M,))
    v6 = np.outer(x2, x2)
    v7 = v6.T
    v8 = v5[None, :, :]
    v10 = x1[i9]
    return w3, v7, v8, v10


def p166(x1, x2, u6, N, M):
    v3 = np.cumsum(x2, axis=1)
    v4 = x2.sum(axis=(0, -1), keepdims=True)
    v5 = x1 @ x1
    u6 = np.broadcast_to(v4, (1, 1,))
    return v3, v5, u6


def p167(x1, x2, N, M):
    v3 = x1 ^ x1
    v4 = np.sqrt(np.abs(x2) + 1)
    v5 = np.maximum(v4, v4)
    w6 = v4
    w6 = w6 - x2
    return v3, v5, w6


def p168(x2, u5, i11, M):
    v4 = np.mean(x2, axis=-1, keepdims=True)
    u5 = u5 + 3
    v6 = np.ones((1, 6,), DTYPES["f32"])
    v7 = np.flip(v6, axis=0)
    v8 = np.transpose(v7, (0, 1))
    v9 = np.squeeze(v8, axis=0)
    v10 = v9.sum(axis=0, keepdims=True)
    v12 = v10[i11[axis(1, 0, 1)]]
    w13 = u5
    w13 = repeat(lambda u, k, x=u5: u * 0.5 + k * x, w13, range(2))
    v14 = w13.reshape((1, 1,))
    return v4, v12, v14, u5


def p169(x2, x3, i6, x7, x9, M, K):
    v5 = np.broadcast_to(x3, (M, K,))
    v8 = at(np.minimum, v5, i6, x7)
    v10 = np.vecdot(x2, x9)
    v11 = np.einsum("ij,i->ji", v8, x9)
    v12 = np.ones((1,), DTYPES["i32"])
    v13 = np.einsum("i,ji,i->i", x9, v11, x2)
    v14 = np.searchsorted(np.sort(v12), v12, side="right")
    return v10, v13, v14


def p170(x1, x2, u12, N, M):
    v3 = np.sum(x1, axis=0)
    v4 = np.outer(x2, x2)
    v5 = cast(v4, "f64")
    v6 = np.sqrt(np.sum(v5 * v5, axis=1) + 1)
    v7 = v6[-3:-1]
    v8 = np.einsum("i,j->j", v7, v7)
    v9 = np.pad(v8, ((1, 0),), mode="constant")
    v10 = np.broadcast_to(v9, (M, 3,))
    v11 = np.trace(v5)
    u12 = u12 * v11
    v13 = np.argmin(u12, axis=0)
    return v3, v10, v13, u12


def p171(x2, x3, x5, i7, u10, N, M, K):
    v4 = np.einsum("ij,kj->ji", x3, x3)
    v6 = np.concatenate([v4, x5, v4], axis=1)
    v8 = segments(np.add, v6, i7, 6)
    v9 = np.flip(x2)
    u10 = u10[::-1]
    v11 = np.rot90(v8, 3)
    v12 = v8 * v8
    v13 = np.maximum(u10, u10)
    return v12, v13, v11, v9, u10


def p172(x1, x5, N):
    w4 = x1
    w4 = w4 + 2
    v6 = np.concatenate([x5, w4], axis=0)
    w4 = w4[::-1]
    v7 = np.concatenate([v6, w4, v6], axis=0)
    v8 = np.sum(v7, axis=-1)
    v9 = v7[:, None]
    v10 = np.sum(v9, axis=-2)
    return v8, v10


def p173(x2, M):
    v3 = np.mean(x2, axis=-2, keepdims=True)
    v4 = x2[:, 2:-1:2]
    v5 = v3.flatten()
    v6 = np.triu(v4, k=0)
    return v5, v6


def p174(x1, x2, N, M):
    v3 = np.logical_xor(x1, x1)
    v4 = x2 <= x2
    v5 = np.mean(v4, axis=0, keepdims=True)
    v6 = np.eye(1, 3, k=0)
    v7 = np.var(v6, axis=1)
    return v3, v5, v7


def p175(x1, x2, i5, x7, x10, N, M):
    v3 = x1 + x1
    v4 = np.cumprod(v3, axis=0)
    v6 = v4[i5]
    v8 = np.where(x2, x7, x7)
    v9 = np.concatenate([v6, v6], axis=0)
    v11 = np.stack([v8, x10], axis=1)
    v12 = np.sum(v11, axis=(1, -1))
    v13 = v12 @ v12
    v14 = np.max(x7, axis=0)
    return v9, v13, v14


def p176(x2, u5, x6, i7, N, M):
    v3 = np.pad(x2, ((1, 0), (0, 1)), mode="constant", constant_values=2)
    v4 = np.linspace(-1, 2, N)
    u5 = u5 - x6
    v8 = v4[i7[axis(M, 0, 1)]]
    v9 = np.einsum("i,i->i", v8, v8)
    v10 = np.pad(v9, ((0, 0),), mode="reflect")
    v11 = u5 @ u5
    return v3, v10, v11, u5


def p177(x1, x4, N):
    v5 = np.sum(over(x4[axis(N, 2, 3), 0] * x4[(axis(N, 2, 3) + 2) % N, axis(1, 0, 3) % 2], (1, 2, N,)), axis=(1, 2))
    v6 = np.maximum(v5, v5)
    v7 = np.roll(x1, 3, axis=0)
    v8 = np.min(v7, axis=-1)
    v10 = v7[1:] + v7[:-1]
    return v6, v8, v10


def p178(x1, x5, x8, N):
    w3 = x1
    w3 = w3 * x1
    v4 = np.argmax(w3, axis=0)
    v6 = np.sum(over(x5[axis(N, 2, 3)] + x5[axis(N, 1, 3)] * cast(axis(2, 0, 3), "f32"), (2, N, N,)), axis=(1, 2))
    v7 = np.sqrt(np.sum(v6 * v6, axis=0) + 1)
    v9 = v4 | x8
    v10 = np.exp(v6 - np.max(v6, 0, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 0, keepdims=True)), 0, keepdims=True)
    v11 = 1.5 - 2 * v10
    return v7, v9, v11


def p179(x1, x2, N, M):
    w3 = x2
    w3 = np.roll(w3, 1, axis=0)
    v4 = np.tile(w3, (3,))
    v5 = cast(x1, "i32")
    v6 = np.maximum(x2, v5)
    v7 = np.max(v4)
    v8 = v7 != v7
    return v6, v8


def p180(x1, N):
    w3 = x1
    w3 = repeat(lambda u, k, x=x1: u * 0.5 + k * x, w3, range(2))
    v4 = np.argmin(w3, axis=0)
    w3 = w3 - x1
    return v4, w3


def p181(x1, x5, x8, N, M):
    v3 = np.mean(x1)
    v4 = np.transpose(x1, (1, 0))
    v6 = over(x5[axis(N, 0, 2)] * x5[axis(N, 0, 2)], (N, M,))
    v7 = np.mean(v6, axis=0)
    v9 = v4 * x8
    v10 = np.sort(v7, axis=0)
    v11 = np.repeat(v6, 2, axis=1)
    return v11, v3, v10, v9


def p182(x1, x2, N, M):
    v3 = -x2
    v4 = np.sqrt(np.sum(v3 * v3, axis=0) + 1)
    v5 = np.cumsum(x1, axis=0)
    v6 = np.mean(v3, axis=-1, keepdims=True)
    v7 = v4 + v6
    v8 = np.argmin(v5, axis=0)
    return v7, v8


def p183(x1, x2, N):
    v3 = x2 / x2
    v7 = x1 @ x1
    v8 = np.maximum.accumulate(x1, axis=0)
    v9 = np.roll(v8, -2, axis=0)
    v10 = np.sort(v9, axis=0)
    v11 = np.roll(v10, 1, axis=0)
    v12 = np.sqrt(np.sum(x1 * x1, axis=0) + 1)
    v13 = np.vecdot(v10, v11)
    return v7, v3, v12, v13


def p184(x2, x4, x9, i12, N, M):
    v5 = np.roll(x2, 5, axis=0)
    v6 = np.argmax(v5, axis=0, keepdims=True)
    v7 = np.take_along_axis(v5, v6, axis=0)
    v8 = 2 * x4
    v10 = np.concatenate([v7, x9, v7], axis=0)
    v11 = np.sqrt(np.sum(v10 * v10, axis=0) + 1)
    v13 = segments(np.add, v10, i12, N)
    return v8, v11, v13


def p185(x1, x2, x4, N, M):
    v3 = np.broadcast_to(x2, (2, M, M,))
    v5 = x1 @ x4
    v6 = v3 == 1
    v7 = x4 - 2 * M
    return v5, v6, v7


def p186(x1, x2, N, M):
    v3 = x1.flatten()
    v4 = ~x2
    v5 = v3 @ v3
    v6 = np.sqrt(np.sum(v3 * v3, axis=0) + 1)
    v7 = v6 * v6
    v8 = np.flip(v4)
    v9 = np.flip(v8)
    return v5, v7, v9


def p187(x1, i13, N, M):
    v4 = np.linspace(-1, 2, 1)
    v5 = v4 * x1
    v6 = np.roll(x1, -2, axis=0)
    v7 = np.squeeze(v4, axis=0)
    v8 = np.max(v6, axis=1)
    w12 = v4
    w12 = np.broadcast_to(v4, (1,))
    w12 = w12[i13] - w12
    return v5, w12, v8, v7


def p188(x1, x3, i4, N, M):
    v5 = np.take(x1, i4, axis=0)
    v6 = np.abs(x1)
    v7 = cast(v6, "f32")
    v8 = np.exp(v7 - np.max(v7, 1, keepdims=True)) / np.sum(np.exp(v7 - np.max(v7, 1, keepdims=True)), 1, keepdims=True)
    v9 = np.min(v8, axis=1)
    v10 = over(x3 * cast(axis(1, 0, 1), "f64"), (1,))
    v11 = v10 != v10
    return v5, v9, v11


def p189(x1, x2, i7, u12, N, M):
    v3 = x2.sum()
    v4 = v3 / 3
    v5 = v4 / v4
    v6 = v3 ^ v3
    v8 = np.take(x1, i7, axis=0)
    v9 = cast(x2, "f64")
    v11 = (v8 + v9) * np.sum(v8 * v9)
    u12 = u12 + v11
    return v5, v6, u12


def p190(x1, u4, x5, x12, N):
    v3 = np.sum(x1, axis=-1, keepdims=True)
    u4 = u4 + x5
    v6 = np.tile(u4, (3,))
    v7 = cast(v3, "f32")
    v9 = v7.sum()
    v10 = np.argmax(u4, axis=0, keepdims=True)
    v11 = np.take_along_axis(v10, v10, axis=0)
    v14 = (v10 + x12) * np.sum(v10 * x12)
    return v9, v6, v14, v11, u4


def p191(x1, x2, N, M):
    v4 = x2[1:] + x2[:-1]
    v5 = np.tile(v4, (2,))
    v6 = np.exp(-np.abs(x1))
    v7 = v6 * v6
    return v5, v7


def p192(x2, x4, x8, u10, M):
    v5 = np.minimum(x2, x4)
    v6 = np.argmax(v5, axis=1, keepdims=True)
    v7 = np.take_along_axis(v5, v6, axis=1)
    v9 = v7 @ x8
    u10 = u10 + v9
    v11 = ~u10
    u10 = repeat(lambda u, k, w=v11: u * k + w[k], u10, range(4))
    return u10


def p193(x2, x3, i9, N, M, K):
    v5 = np.einsum("ij,kj->i", x2, x2)
    v6 = v5[:, None]
    v7 = np.mean(v6)
    v8 = x3.T
    v10 = segments(np.add, v8, i9, N)
    w11 = v10
    w11 = np.broadcast_to(v10, (N, M,))
    return v7, w11


def p194(x1, x3, x4, N, K):
    v5 = np.log1p(np.abs(x4))
    w6 = x3
    w6 = np.flip(w6)
    v7 = np.einsum("ij,ij->i", x1, x1)
    v8 = np.swapaxes(x1, 1, 0)
    v9 = w6[-1:]
    v10 = np.min(v9, axis=-1)
    return v5, v7, v8, v10


def p195(x1, x2, x3, N, M):
    v4 = cast(x3, "i8")
    v5 = np.pad(x2, ((2, 2), (1, 0)), mode="constant", constant_values=2)
    v6 = x1 - 1
    v7 = np.cumsum(v6, axis=0)
    v8 = np.cumsum(v5, axis=0)
    v9 = cast(v4, "f32")
    v10 = v8 == v9
    return v7, v10


def p196(x1, x2, x6, i9, N, M):
    w5 = x1
    w5 = np.flip(w5)
    v7 = over(np.where((axis(N, 1, 2) + axis(M, 0, 2)) % 2 == 0, x6[axis(M, 0, 2)] - x6[axis(M, 0, 2)], 1), (M, N,))
    v8 = v7.sum(axis=1)
    v10 = np.take(v8, i9, axis=0)
    v11 = np.sqrt(np.sum(w5 * w5, axis=0) + 1)
    v12 = v11[::3]
    v13 = np.tile(x2, (2,))
    return v10, v12, v13


def p197(x1, x2, i5, N, M):
    v3 = x2 @ x2
    w4 = x2
    w4 = w4[i5]
    v6 = x1[-1, :]
    v7 = np.einsum("i,ji->ji", v6, x1)
    v8 = np.einsum("ij,ij->j", v7, v7)
    v10 = np.argmax(w4, axis=0)
    v11 = np.einsum("i->i", v8)
    v12 = np.minimum.accumulate(v11, axis=0)
    v13 = np.einsum("i,i->", x2, x2)[()]
    return v13, v12, v10, v3


def p198(x1, x2, i3, N, M):
    v4 = x2[:, i3]
    v5 = x1.sum(axis=-1, keepdims=True)
    v6 = v5 * v5
    w7 = v4
    w7 = w7 * v4
    v8 = x1 | x1
    return v6, w7, v8


def p199(x1, x2, x3, x8, i11, N, M, K):
    v5 = x2 == 2
    v6 = np.sort(x3, axis=0)
    v7 = v5 | v5
    v9 = np.min(over(x8[axis(3, 3, 4)], (1, M, M, 3,)), axis=(2, 3))
    v10 = x1 + x1
    v12 = v7[:, i11]
    w13 = v12
    w13 = np.broadcast_to(v12, (N, N,))
    v14 = v6 * x3
    v15 = v10[v9 % N]
    return w13, v14, v15


def p200(x1, i4, i7, N):
    v5 = x1[:, i4]
    v6 = x1 > x1
    v8 = v6[i7[axis(2, 0, 2)], axis(6, 1, 2)]
    v9 = v8.T
    return v5, v9


def p201(x1, i7, x8, N):
    v3 = np.pad(x1, ((2, 0), (2, 2)), mode="constant")
    v4 = np.argsort(v3, axis=0, kind="stable")
    v5 = np.mean(x1, axis=(0, -1), keepdims=True)
    v6 = v5[::2, :]
    v9 = at(np.add, v6, i7, x8)
    w10 = v9
    w10 = w10 + v9
    v11 = np.tensordot(w10, w10, axes=1)
    return v4, v11


def p202(x1, x2, i3, x4, N, M):
    v5 = at(np.add, x1, i3, x4)
    v6 = over(np.where((axis(3, 1, 2) + axis(3, 1, 2)) % 2 == 0, v5[axis(N, 0, 2)] + x1[axis(N, 0, 2)], 1), (N, 3,))
    v7 = v6 % 4
    v8 = np.maximum(x2, x2)
    v9 = x2 * v8
    v10 = v7.sum(axis=1)
    w11 = x4
    w11 = w11 - x4
    return v9, v10, w11


def p203(x1, u3, i4, N):
    v2 = np.max(x1, axis=0)
    u3 = np.broadcast_to(v2, (2,))
    u3 = u3 - v2
    v5 = segments(np.add, x1, i4, 6)
    v6 = np.asarray(np.count_nonzero(v5))[()]
    return v6, u3


def p204(x1, x2, x6, x8, N):
    v3 = x2 > 1
    v4 = cast(x1, "f32")
    v5 = np.exp(v4 - np.max(v4, 0, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 0, keepdims=True)), 0, keepdims=True)
    v7 = np.minimum(v5, x6)
    v9 = np.min(over(x8[axis(N, 0, 1)] * (axis(N, 0, 1) + 1), (N,)), axis=(0,))
    v10 = np.arange(N)
    return v3, v7, v9, v10


def p205(x1, u6, x7, N):
    v3 = np.sum(x1)
    v4 = 3 - v3
    v5 = np.cumsum(x1, axis=0)
    u6 = u6 + x7
    v8 = np.floor(x7)
    v9 = np.roll(v8, 3, axis=0)
    return v4, v5, v9, u6


def p206(x1, N):
    v2 = np.maximum.accumulate(x1, axis=0)
    v3 = cast(v2, "f32")
    v4 = np.exp(v3 - np.max(v3, 0, keepdims=True)) / np.sum(np.exp(v3 - np.max(v3, 0, keepdims=True)), 0, keepdims=True)
    v5 = np.sqrt(np.sum(v4 * v4, axis=0) + 1)
    v6 = v2 ^ v2
    return v5, v6


def p207(x1, x2, u13, N, M):
    v4 = np.einsum("i,j->ij", x2, x2)
    v6 = np.sum(x1)
    v7 = np.pad(v4, ((1, 0), (1, 1)), mode="constant")
    v8 = v7 + v7
    v9 = v8.T
    v12 = np.sum(v7, axis=(0, -1))
    u13 = u13 - x2
    v14 = u13.T
    return v6, v14, v9, v12, u13


def p208(x1, x2, x5, N, M):
    v4 = np.sqrt(np.var(x2, axis=(0, -1)) + 1)
    v6 = x1 @ x5
    v7 = -x5
    v8 = x2.sum(axis=(0, -1))
    v9 = v7.sum(axis=0)
    return v4, v8, v6, v9


def p209(x1, N):
    v3 = x1 > x1
    v4 = cast(v3, "i32")
    v5 = np.where(v3, v4, 0)
    v6 = v5 * v5
    v7 = v6 - v6
    v8 = v7 << 1
    v9 = np.pad(v8, ((2, 2),), mode="constant")
    return v9


def p210(x1, x2, x6, N, M):
    v4 = np.swapaxes(x1, 1, 0)
    v5 = np.round(v4)
    v7 = np.sum(over(x6[axis(N, 3, 4), M - 1 - axis(M, 2, 4)] - x6[axis(N, 1, 4), axis(M, 2, 4)] * x6[axis(N, 3, 4), axis(M, 2, 4)], (6, N, M, N,)), axis=(2, 3))
    v8 = v7 * v7
    v9 = np.tile(x2, (2,))
    return v5, v8, v9


def p211(x1, i3, u7, i8, N):
    v2 = np.sin(x1)
    v4 = v2[i3]
    v5 = np.sort(v4, axis=0)
    v6 = over(v2[axis(4, 1, 2) % N] * cast(axis(4, 1, 2), "f64"), (N, 4,))
    u7 = u7[i8] - u7
    u7 = u7[i8]
    v9 = at(np.add, u7, i8, v6)
    u7 = u7 * v9
    v10 = over(axis(N, 0, 1) * axis(N, 0, 1) - 2, (N,))
    v11 = segments(np.add, v10, i8, N)
    v12 = np.searchsorted(np.sort(v11), v11, side="left")
    return v5, v12, u7


def p212(x1, N):
    v2 = x1.sum()
    w3 = x1
    w3 = np.broadcast_to(x1, (2, N,))
    v4 = np.einsum("ij,ik->j", w3, w3)
    v5 = np.stack([v4, v4], axis=0)
    v6 = np.sort(x1, axis=0)
    return v2, v5, v6


def p213(x1, i10, N):
    w3 = x1
    w3 = w3 + 3
    v4 = np.sum(w3, axis=0, keepdims=True)
    v5 = np.argsort(v4, axis=0, kind="stable")
    v7 = (v5 + v4) * np.sum(v5 * v4)
    v8 = v4 ** 2
    v9 = np.einsum("i,i->", v7, v8)[()]
    v11 = v8[i10[axis(4, 0, 1)]]
    return v9, v11


def p214(x1, x2, u3, i6, N, M):
    u3 = u3 + x1
    v4 = x2 + M
    v5 = u3 % 2
    v7 = x1[i6]
    v8 = np.outer(v4, v4)
    v9 = np.argsort(v7, axis=0, kind="stable")
    return v5, v8, v9, u3


def p215(x1, x3, u5, i7, x8, i11, N, K):
    v4 = np.max(x3, axis=0)
    u5 = u5 + v4
    v6 = u5 | u5
    v9 = at(np.minimum, x3, i7, x8)
    v10 = x8 - 4
    u5 = u5[i11] - u5
    v12 = v10 - v10
    u5 = u5 + 1
    v13 = x1 & u5
    v14 = v13[axis(N, 0, 2), i11[axis(K, 1, 2)]]
    return v6, v9, v12, v14, u5


def p216(x1, x3, N, M, K):
    v4 = np.flip(x3)
    v5 = over(x1[axis(N, 0, 1)] - x1[axis(N, 0, 1) % N] * cast(axis(N, 0, 1), "f64"), (N,))
    v6 = np.trunc(v5)
    v7 = np.flip(v6, axis=-1)
    v8 = np.var(v7, axis=0)
    v9 = np.tril(v4, k=1)
    v10 = np.eye(N, K, k=1)
    v11 = v9[v9 % K]
    v12 = np.cumprod(v7, axis=0)
    v13 = v11 ^ v11
    return v8, v10, v12, v13


def p217(x2, x5, i7, M):
    v3 = np.pad(x2, ((0, 2),), mode="constant", constant_values=1)
    v4 = x2 @ x2
    v6 = v3 != x5
    v8 = segments(np.add, v3, i7, M)
    v9 = np.searchsorted(np.sort(v8), v8, side="right")
    v10 = np.einsum("i,i->", v9, v9)[()]
    return v4, v6, v10


def p218(x1, x2, N, M):
    v4 = x1 / 3
    v5 = np.arange(M, dtype="f8")
    v6 = v5 @ v5
    v7 = np.pad(v5, ((1, 0),), mode="constant")
    v8 = np.max(x1, axis=-1, keepdims=True)
    v9 = np.sort(v4, axis=0)
    v10 = x2 >= v6
    v11 = np.sum(over(v9[N - 1] * v9[0], (N,)), axis=(0,))
    v12 = v8 > v8
    return v7, v10, v11, v12


def p219(x1, i2, u4, N):
    v3 = x1[i2]
    u4 = u4 + v3
    v5 = np.roll(i2, (-1, 1), axis=(0, 1))
    v6 = np.maximum.accumulate(v5, axis=0)
    return v6, u4


def p220(x1, x3, i8, x9, u11, N, M, K):
    v4 = over(x3[axis(M, 1, 2), axis(1, 0, 2) % K] * x3[axis(1, 0, 2) % M, axis(1, 0, 2) % K] + x3[axis(M, 1, 2), axis(M, 1, 2) % K] * cast(axis(1, 0, 2), "f64"), (1, M,))
    v5 = np.min(v4, axis=1)
    v6 = v5 ** 2
    v7 = cast(x1, "i32")
    v10 = at(np.maximum, v7, i8, x9)
    u11 = u11 + 3
    v12 = np.squeeze(v6, axis=0)
    v13 = np.roll(i8, 3, axis=0)
    v14 = np.broadcast_to(v13, (N, K,))
    return v10, v12, v14, u11


def p221(x1, x2, i4, x6, x10, i12, N, M):
    v3 = over(x1[axis(N, 1, 2)] - x1[axis(N, 0, 2)] * cast(axis(N, 0, 2), "f64"), (N, N,))
    v5 = segments(np.add, v3, i4, M)
    v7 = np.sum(over(x6[axis(2, 0, 2)] * x6[axis(2, 0, 2)], (2, 3,)), axis=(1,))
    v8 = 4 - x2
    v9 = np.pad(v8, ((1, 1),), mode="wrap")
    v11 = np.stack([x10, v9, v9], axis=0)
    v13 = v11[axis(3, 0, 2), i12[axis(M, 1, 2)]]
    v14 = v13 + 1
    v15 = np.abs(v14)
    return v5, v7, v15


def p222(x2, x3, u7, i8, M, K):
    v5 = np.repeat(x3, 2, axis=0)
    v6 = ~v5
    u7 = u7[i8] - u7
    v9 = np.prod(u7, axis=0, keepdims=True)
    v10 = v9 == x2
    v11 = np.max(v9, axis=0)
    return v6, v10, v11, u7


def p223(x1, x2, x4, x6, u8, N, M):
    v3 = np.maximum(x1, x1)
    v5 = np.einsum("i,ij->i", v3, x4)
    v7 = np.where(x2, x6, x6)
    u8 = u8 + 0.25 * x6
    v9 = cast(u8, "i64")
    v10 = np.sort(v9, axis=0)
    v11 = np.roll(v10, -2, axis=1)
    v12 = np.vecdot(v3, v5)
    u8 = repeat(lambda u, k, w=v7: u * 0.5 - w[k], u8, range(3))
    v13 = np.ceil(v7)
    return v11, v12, v13, u8


def p224(x1, x2, u7, N, M):
    v4 = np.arange(N, 0, -1, dtype="f4")
    v5 = np.var(x2)
    v6 = np.roll(v4, 5, axis=0)
    u7 = u7[::-1]
    v8 = np.searchsorted(np.sort(x1), x1, side="right")
    v9 = np.exp(v6 - np.max(v6, 0, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 0, keepdims=True)), 0, keepdims=True)
    v11 = np.arange(4, dtype="i4")
    return v5, v11, v8, v9, u7


def p225(x1, x4, N):
    v2 = x1[0, None]
    w3 = v2
    w3 = w3 ^ v2
    v5 = np.min(over(x4[axis(N, 1, 4)] * x4[axis(N, 1, 4)] - x4[axis(N, 1, 4)] * x4[axis(N, 1, 4)], (3, N, N, 2,)), axis=(2, 3))
    v6 = x4 ** 2
    v7 = np.max(x4, axis=0)
    return w3, v5, v6, v7


def p226(x1, x3, i4, x5, x7, N):
    v6 = at(np.add, x1, i4, x5)
    v8 = np.stack([v6, x7], axis=-1)
    v9 = segments(np.add, v8, i4, N)
    v10 = x5 >= x3
    v11 = np.cumsum(x5, axis=0)
    v12 = np.cbrt(np.abs(v9) + 1)
    v13 = np.sort(v11, axis=0)
    v14 = np.sum(over(v13[axis(3, 0, 1) % N] * cast(axis(3, 0, 1), "f64") + v13[axis(3, 0, 1) % N] * cast(axis(3, 0, 1), "f64"), (3,)), axis=(0,))
    return v10, v12, v14


def p227(x1, x2, x3, i4, u10, i11, u14, N, M):
    v5 = x1[i4]
    v6 = x3 % x3
    v7 = np.min(x2, keepdims=True)
    v8 = np.concatenate([v7, x2], axis=0)
    v9 = np.mean(v8, axis=-1)
    u10 = u10[i11]
    v12 = np.stack([v5, u10], axis=0)
    v13 = np.var(u10, axis=0)
    u14 = u14[i11] - u14
    v15 = segments(np.add, u14, i11, M)
    u14 = u14 - v15
    return v6, v9, v12, v13, u10, u14


def p228(x2, x10, N, M):
    v4 = x2.T
    v5 = np.flip(v4, axis=1)
    v6 = np.tensordot(x2, v4, axes=1)
    v7 = over(axis(4, 0, 2) * axis(M, 1, 2) + 1, (4, M,))
    v8 = np.swapaxes(v7, 0, 1)
    v9 = np.cumprod(v8, axis=1)
    v11 = np.sum(over(x10[axis(3, 0, 3), axis(N, 2, 3) % N], (3, 4, N,)), axis=(2,))
    return v5, v6, v9, v11


def p229(x1, x2, x5, N, M):
    v4 = np.sum(x2, axis=0)
    v6 = v4 / x5
    v7 = np.roll(x2, -1, axis=0)
    v8 = x1 - x1
    return v6, v7, v8


def p230(x1, u3, i4, N):
    v2 = x1[1::-1]
    u3 = u3[i4] - u3
    v5 = u3.sum(axis=-1)
    v6 = v5 // v2
    v7 = np.sum(over(v6[axis(2, 3, 4)] * u3[axis(2, 3, 4)], (N, N, 3, 2,)), axis=(2, 3))
    return v7, u3


def p231(x1, i2, N):
    v3 = x1[i2]
    v4 = v3[:, i2]
    v5 = np.asarray(np.count_nonzero(v3, axis=0, keepdims=True))[()]
    v6 = N * v4
    v7 = cast(v6, "f32")
    v8 = v5 & v5
    v9 = np.cumsum(v8, axis=0)
    return v7, v9


def p232(x2, x3, x7, N, M, K):
    v5 = np.transpose(x3, (0, 1))
    v6 = np.exp(v5 - np.max(v5, 1, keepdims=True)) / np.sum(np.exp(v5 - np.max(v5, 1, keepdims=True)), 1, keepdims=True)
    v8 = np.sum(over(x7[axis(N, 0, 2)] * x7[N - 1] - x7[axis(N, 0, 2)] * cast(axis(K, 1, 2), "i32"), (N, K,)), axis=(1,))
    v9 = np.sqrt(np.abs(v6) + 1)
    v10 = v9.reshape((K * N,))
    v11 = np.logical_and(x2, x2)
    v12 = v11.sum()
    v13 = v8[v8 % N]
    v14 = np.sum(over(x3[axis(K, 0, 2) % N, axis(K, 1, 2)], (K, K,)), axis=(1,))
    return v10, v12, v13, v14


def p233(x2, x3, i4, x8, x12, N, M, K):
    v5 = x3[i4]
    v6 = v5 * v5
    v9 = over(v6[axis(6, 0, 1) % 2, axis(6, 0, 1) % 3] + x8[axis(6, 0, 1)] * cast(axis(6, 0, 1), "f64"), (6,))
    v10 = cast(x2, "i32")
    v11 = np.where(x2, v10, v10)
    v13 = np.tensordot(v5, x12, axes=1)
    v14 = np.repeat(v13, 3, axis=1)
    v15 = v14 * v14
    v16 = np.sum(over(x3[K - 1 - axis(K, 0, 2)] - x3[axis(K, 0, 2)], (K, 4,)), axis=(1,))
    return v16, v11, v15, v9


def p234(x1, x2, N, M):
    v3 = np.sort(x2, axis=1)
    v4 = x1[-2:-1:2, 0]
    v5 = v3[:, :-2:-2]
    v6 = v5.ravel()
    v7 = v6 ** 3
    v8 = np.maximum.accumulate(v7, axis=0)
    return v4, v8


def p235(x1, x2, N, M):
    v3 = -x2
    v4 = np.exp(x1 - np.max(x1, 0, keepdims=True)) / np.sum(np.exp(x1 - np.max(x1, 0, keepdims=True)), 0, keepdims=True)
    v5 = v4 / 3
    v6 = v3 | v3
    v7 = x2.sum(axis=0)
    v8 = v5.sum()
    v9 = np.min(over(v6[axis(N, 1, 2) % M], (3, N,)), axis=(1,))
    v10 = np.abs(v5) + 1.5
    v11 = v8 / v10
    return v7, v9, v11


def p236(x3, i9, x10, K):
    v5 = np.concatenate([x3, x3], axis=-1)
    v6 = v5[-1:]
    v7 = np.round(v6)
    v8 = np.eye(2, 3, k=0)
    v11 = at(np.maximum, v8, i9, x10)
    return v7, v11


def p237(x1, x2, N, M):
    v3 = np.sort(x2, axis=0)
    v4 = np.var(x1, axis=0)
    v5 = v3 ^ v3
    v6 = np.maximum.accumulate(v5, axis=0)
    v7 = cast(v6, "i32")
    v8 = v7.sum(axis=0)
    v9 = np.max(over(v7[(axis(M, 2, 3) + 2) % M] * cast(axis(M, 2, 3), "i32"), (4, 3, M,)), axis=(1, 2))
    return v4, v8, v9


def p238(x1, x2, x5, N, M):
    v3 = np.outer(x1, x1)
    v4 = np.expm1(np.minimum(x2, 2))
    v6 = x5 * v4
    v7 = np.argmin(v3, axis=1)
    v8 = np.mean(v7, axis=0)
    v9 = 2 - x1
    return v6, v8, v9


def p239(x1, x2, N, M):
    v3 = np.abs(x2) + 1.5
    v4 = x2 / v3
    v5 = x1.T
    v6 = v4 * v4
    v7 = np.broadcast_to(v6, (2, N, M,))
    return v5, v7


def p240(x1, u4, x5, x7, x13, N):
    v2 = np.sum(x1, axis=-1)
    v3 = np.outer(x1, x1)
    u4 = u4 - x5
    v6 = np.sort(u4, axis=1)
    v8 = np.stack([x7, x1, x1], axis=0)
    v9 = x7.reshape((1, N,))
    w10 = v9
    w10 = repeat(lambda u, k, w=v8: u * 0.5 - w[k], w10, range(3))
    v11 = w10 @ x5
    v14 = np.einsum("i,j->i", v11, x13)
    return v2, v14, v6, v3, u4


def p241(x1, x2, N):
    v3 = np.searchsorted(np.sort(x1), x1, side="right")
    v4 = v3 <= v3
    v6 = (v3 + v3) * np.sum(v3 * v3)
    v7 = x2 > x2
    v8 = np.where(v4, x1, x1)
    v9 = v8.sum(axis=0)
    v10 = np.exp(v8 - np.max(v8, 0, keepdims=True)) / np.sum(np.exp(v8 - np.max(v8, 0, keepdims=True)), 0, keepdims=True)
    v11 = v10 - 0.25
    return v6, v7, v9, v11


def p242(x2, x4, i6, x7, N):
    v3 = np.sum(over(x2[axis(2, 0, 1)] * x2[axis(2, 0, 1) % 2], (2,)), axis=(0,))
    v5 = np.concatenate([x2, x4], axis=-1)
    v8 = at(np.maximum, v5, i6, x7)
    v9 = np.einsum("i,j->ij", v8, v8)
    v10 = np.broadcast_to(v9, (N, 3, 3,))
    return v3, v10


def p243(x1, i8, N):
    v4 = cast(x1, "f64")
    v5 = np.exp(v4 - np.max(v4, 0, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 0, keepdims=True)), 0, keepdims=True)
    v6 = x1[:-2:-1]
    v7 = np.prod(x1, axis=-1)
    v9 = v6[i8[axis(1, 0, 1)]]
    v10 = v9[v9 % 1]
    v11 = v9 >> 3
    return v5, v7, v10, v11


def p244(x1, x2, u3, x4, x5, i7, x12, N, M):
    u3 = np.broadcast_to(x4, (2, M,))
    v6 = np.cross(x5, x5)
    u3 = u3[i7]
    v9 = x1[1:] + x1[:-1]
    v10 = x2 / 3
    v11 = v10[None, :, :]
    v13 = np.cross(v6, x12)
    return v9, v11, v13, u3


def p245(x2, x7, M):
    v3 = np.stack([x2, x2], axis=-1)
    v4 = np.einsum("ij,ij->ji", v3, v3)
    v5 = np.arange(6, dtype="f8")
    v6 = np.sqrt(np.var(v5) + 1)
    v8 = np.cross(x7, x7)
    return v4, v6, v8


def p246(x1, x2, u5, x9, u13, N):
    v3 = x2 ** 2
    v4 = 1 - v3
    u5 = u5 + x1
    v6 = np.einsum("i,i,i->", u5, u5, u5)[()]
    v7 = np.linspace(-1, 2, 3)
    v8 = np.maximum(v7, v7)
    v10 = over(v4 * x9[axis(6, 0, 1)], (6,))
    v11 = np.roll(x1, 5, axis=0)
    v12 = np.argsort(v11, axis=0, kind="stable")
    u13 = u13 + v12
    v14 = x1 != 0
    return v6, v8, v10, v14, u5, u13


def p247(x1, x2, N, M):
    v4 = np.asarray(np.count_nonzero(x1, axis=-1))[()]
    v5 = np.rot90(x2, -1)
    v6 = np.max(x2, axis=1)
    v7 = np.round(v6)
    v8 = np.argsort(v7, axis=0, kind="stable")
    v9 = np.abs(x2) + 1.5
    v10 = v7 / v9
    return v4, v5, v8, v10


def p248(x1, x2, x3, x8, N, M):
    v4 = cast(x1, "f32")
    v5 = x3 // v4
    v6 = x2 % x2
    v7 = np.concatenate([x1, v6], axis=0)
    v9 = np.stack([x8, v7], axis=1)
    v10 = np.argmax(v5, axis=0, keepdims=True)
    v11 = np.take_along_axis(x1, v10, axis=0)
    v12 = np.sort(v6, axis=0)
    v13 = np.kron(v5, v5)
    v14 = np.rot90(v9, -1)
    return v13, v11, v14, v12


def p249(x1, x2, x6, x11, u14, N, M):
    v4 = over((axis(2, 0, 2) + 3 * axis(N, 1, 2)) % 4, (2, N,))
    v5 = x2 ** 2
    v7 = v4 @ x6
    v8 = np.ptp(v5, axis=-1)
    v9 = x1[2:3]
    v10 = np.outer(v7, v7)
    v13 = (v10 + x11) * np.sum(v10 * x11)
    u14 = u14 + 3
    v15 = np.flip(u14, axis=0)
    return v8, v9, v13, v15, u14


def p250(x1, u4, i5, x8, i13, x15, N, M):
    v3 = np.pad(x1, ((2, 1), (1, 2)), mode="constant")
    u4 = u4[i5]
    v6 = np.transpose(u4, (0, 1))
    v7 = v6.reshape((M * N,))
    v11 = x8 ^ x8
    v12 = v11 ^ v11
    v14 = v7[i13]
    v16 = np.stack([x8, x15], axis=2)
    return v16, v12, v3, v14, u4


def p251(x2, x3, x5, u7, M, K):
    v4 = cast(x3, "u8")
    v6 = np.concatenate([x2, x2, x5], axis=0)
    u7 = u7 + 2
    v8 = np.einsum("i->", v6)[()]
    v9 = np.transpose(v4, (0, 1))
    return v8, v9, u7


def p252(x1, x7, i12, N, M):
    v4 = np.arange(N, dtype="i4")
    w5 = x1
    w5 = w5 + 2
    v6 = w5 != w5
    v8 = np.logical_xor(v6, x7)
    v9 = np.cumprod(v4, axis=0)
    v10 = np.where(v8, v9, 0)
    v11 = np.linspace(-1, 2, M)
    v13 = v11[i12]
    return v10, v13


def p253(x3, x4, i5, x6, N, K):
    v7 = at(np.add, x3, i5, x6)
    v8 = cast(x4, "f32")
    v9 = x3 / v8
    v10 = np.einsum("i,i->i", v7, x3)
    v11 = v8 + N
    w12 = v10
    w12 = w12 + 2
    return v9, v11, w12


def p254(x2, x8, x12, M):
    w3 = x2
    w3 = w3 + 2 * x2
    v4 = np.sort(w3, axis=0)
    v5 = np.cumprod(v4, axis=0)
    v6 = np.linspace(-1, 2, 6)
    v7 = over(v6[axis(6, 1, 2)] * v6[(axis(6, 1, 2) + 1) % 6] - v6[6 - 1 - axis(6, 1, 2)] * v6[axis(6, 1, 2)], (4, 6,))
    v9 = over(x8[axis(1, 0, 1)], (1,))
    v10 = np.sqrt(np.var(v9, axis=0) + 1)
    v11 = np.abs(v10)
    w3 = w3 + x12
    return v5, v7, v11, w3


def p255(x2, i4, N, M):
    v5 = np.take(x2, i4, axis=0)
    v6 = v5[None, :]
    v7 = v6.sum(axis=-1)
    v8 = np.sort(v6, axis=0)
    v9 = np.concatenate([v8, v8], axis=-1)
    return v7, v9


def p256(x2, x3, x6, i8, x12):
    v4 = over(x3[axis(1, 0, 1) % 1] * x3[(axis(1, 0, 1) + 2) % 1] + x3[axis(1, 0, 1)] * x3[axis(1, 0, 1)], (1,))
    v5 = x2 / x2
    v7 = over(x6[axis(2, 0, 1)] * x6[axis(2, 0, 1)], (2,))
    v9 = np.take(v7, i8, axis=0)
    v10 = v9 @ v9
    w11 = v9
    w11 = w11 + x12
    return v4, v5, v10, w11


def p257(x1, x2, x9, N, M):
    v4 = ~x2
    v5 = np.einsum("i,j->ij", x1, x1)
    v7 = v5.sum(axis=1)
    v8 = v5.flatten()
    v10 = np.min(over(v7[axis(M, 1, 2) % N] + x9[0, axis(M, 1, 2)] * cast(axis(M, 1, 2), "f64"), (M, M,)), axis=(1,))
    v11 = np.concatenate([v4, v4], axis=0)
    v12 = 5 * v11
    v13 = v7.reshape((1, N,))
    return v12, v8, v10, v13


def p258(x1, i5, x6, u8, N):
    v3 = np.argmax(x1, axis=0)
    v4 = np.cumprod(x1, axis=0)
    v7 = at(np.minimum, v4, i5, x6)
    u8 = np.broadcast_to(v7, (N,))
    v9 = np.max(u8, axis=0, keepdims=True)
    v10 = np.pad(v7, ((1, 0),), mode="constant")
    return v3, v9, v10, u8


def p259(x1, x2, x4, i10, x12, x15, i18, N):
    v3 = x2 + 1
    v5 = over(v3 * x4[axis(N, 0, 1)], (N,))
    v6 = cast(v5, "f32")
    v8 = (x1 + v6) * np.sum(x1 * v6)
    v9 = 1 - v3
    v11 = segments(np.add, v8, i10, 6)
    v13 = np.stack([x12, v11], axis=-2)
    v14 = v13 @ x12
    v16 = over(x15[(axis(2, 0, 1) + 2) % 2] + x15[axis(2, 0, 1)] * x15[axis(2, 0, 1)], (2,))
    v17 = np.stack([x15, v16], axis=1)
    v19 = at(np.maximum, v6, i18, v8)
    return v9, v14, v17, v19


def p260(x1, x2, x7, N, M):
    v4 = np.stack([x2, x2, x2], axis=-2)
    v5 = cast(v4, "u64")
    v8 = np.min(over(x1[axis(M, 0, 2) % N] * x7[axis(M, 0, 2), axis(M, 0, 2)], (M, M,)), axis=(1,))
    v10 = np.sum(x1, axis=0)
    v11 = x2 + v4
    v13 = v11 @ x2
    return v10, v13, v8, v5


def p261(x1, x5, x7, N):
    v2 = np.broadcast_to(x1, (3, N,))
    v3 = np.cumsum(v2, axis=1)
    v4 = v2 @ x1
    v6 = np.concatenate([v4, x5], axis=0)
    v8 = v6 - x7
    v9 = x1 != 2
    v10 = np.cumsum(v8, axis=0)
    v11 = np.vecdot(v10, v10)
    return v3, v9, v11


def p262(x1, u6, x7, N):
    v2 = np.pad(x1, ((2, 1),), mode="constant", constant_values=3)
    v4 = v2[1:] + v2[:-1]
    v5 = N * v4
    u6 = np.roll(u6, 1, axis=0)
    u6 = u6 - v5
    v8 = np.abs(x7) + 1.5
    v9 = u6 / v8
    return v9, u6


def p263(x3, u7, i8, x11, M, K):
    v4 = np.min(x3, keepdims=True)
    v5 = np.arange(6, dtype="i4")
    v6 = np.minimum.accumulate(v5, axis=0)
    u7 = u7[i8]
    v9 = np.min(v6, axis=0)
    v10 = v9 <= v4
    v12 = over(x11[axis(M, 1, 2), axis(M, 0, 2)] * x11[axis(M, 1, 2), (axis(M, 0, 2) + 1) % M] - x11[(axis(M, 0, 2) + 2) % M, axis(M, 0, 2)], (M, M,))
    v13 = cast(v12, "f64")
    v14 = np.where(v10, v13, v13)
    return v14, u7


def p264(x1, i5, x7, x12, N):
    v3 = np.argmax(x1, axis=0, keepdims=True)
    w4 = v3
    w4 = w4[i5] - w4
    v6 = w4 == w4
    v8 = np.where(v6, x1, x7)
    v9 = np.full((4,), 3, DTYPES["f64"])
    v10 = np.searchsorted(np.sort(v8), v8, side="right")
    v11 = np.take(v10, w4, axis=0)
    v13 = np.stack([v11, x12], axis=-1)
    v14 = np.argmax(v9, axis=0)
    return v13, v14


def p265(x1, i5, x6, x12, N, M):
    v7 = at(np.add, x1, i5, x6)
    v11 = np.arange(M, dtype="f8")
    v13 = np.einsum("ij,ki->ij", x1, x12)
    v14 = np.stack([v13, x1, v13], axis=-1)
    v16 = np.sqrt(np.sum(v11 * v11, axis=0) + 1)
    v18 = v11[1:] + v11[:-1]
    return v16, v14, v18, v7


def p266(x1, x2, x6, i10, N, M):
    v4 = np.pad(x2, ((2, 2),), mode="reflect")
    v5 = v4 - v4
    v7 = x1 @ x6
    v8 = np.outer(v5, v5)
    v9 = v8 - v8
    v11 = v9[i10]
    v12 = np.stack([v5, v5, v4], axis=-2)
    v13 = v4 * 2.5 + 1
    return v7, v11, v13, v12


def p267(x2, x3, M):
    v4 = np.einsum("i,ij->ji", x2, x3)
    v5 = v4.sum(axis=0)
    v6 = np.max(x2, axis=0)
    v7 = np.rot90(x3, 1)
    v8 = v7 * x2
    v9 = np.searchsorted(np.sort(v5), v8, side="right")
    v10 = np.tile(v9, (2, 1))
    v11 = np.stack([v10, v10], axis=-2)
    v12 = v11.flatten()
    v13 = np.cumprod(v12, axis=0)
    return v6, v13


def p268(x2, i5, x8, x12, N, M):
    v3 = x2 - 2
    v4 = M * v3
    v6 = segments(np.add, x2, i5, N)
    v7 = np.argsort(v6, axis=0, kind="stable")
    v9 = np.sum(over(x8[axis(6, 0, 1)] * x8[axis(6, 0, 1)] + x8[axis(6, 0, 1)], (6,)), axis=(0,))
    v10 = np.abs(v3)
    v11 = np.einsum("i,i->", v7, v7)[()]
    v13 = np.einsum("i,ij->i", v4, x12)
    return v9, v10, v11, v13


def p269(x1, i8, N):
    v3 = np.swapaxes(x1, 1, 0)
    v4 = np.min(v3, axis=1, keepdims=True)
    v5 = np.argmax(x1, axis=0)
    v6 = 4 - v5
    v7 = np.einsum("i,i,i->", v6, v6, v6)[()]
    v9 = v6[i8]
    v10 = v5.sum(axis=0)
    return v4, v7, v9, v10


def p270(x2, i6, N, M):
    v3 = np.diff(x2, axis=1)
    v4 = v3 + 5
    v5 = np.cumsum(v4, axis=1)
    v7 = segments(np.add, v5, i6, 6)
    return v7


def p271(x2, N, M):
    v5 = (x2 + x2) * np.sum(x2 * x2)
    v6 = np.ones((1, N,), DTYPES["i32"])
    v7 = np.argsort(v6, axis=1, kind="stable")
    v8 = np.cumprod(v7, axis=0)
    v9 = v5[:, None]
    v10 = np.sqrt(np.sum(x2 * x2, axis=0) + 1)
    v11 = np.expm1(np.minimum(v10, 2))
    v12 = v8 - v8
    v13 = v12 << 3
    v14 = v12 + v13
    return v9, v11, v14


def p272(x1, x2, i3, x5, i8, x9, N, M):
    v4 = segments(np.add, x2, i3, M)
    v6 = np.stack([x5, v4, x5], axis=-1)
    v7 = np.concatenate([v6, v6], axis=0)
    v10 = at(np.add, v7, i8, x9)
    v11 = v10[v4]
    v12 = cast(v11, "u64")
    v13 = v12[:, ::2]
    v14 = v12.sum(axis=(0, -1), keepdims=True)
    v16 = (x1 + x1) * np.sum(x1 * x1)
    v17 = np.pad(v13, ((0, 2), (1, 0)), mode="constant", constant_values=2)
    return v14, v16, v17


def p273(x1, x3, i6, i8, u11, x13, N, M, K):
    v4 = x3 % 3
    v5 = np.maximum(x1, x1)
    v7 = v5[i6[axis(N, 0, 1)]]
    v9 = x3[i8[axis(3, 0, 2)], axis(K, 1, 2)]
    v10 = np.einsum("ij,ij,kj->ki", v9, v9, x3)
    u11 = u11 * v4
    v12 = x1 @ v7
    v14 = over(np.where((axis(6, 0, 1) + axis(6, 0, 1)) % 2 == 0, x13[axis(6, 0, 1)], 1), (6,))
    u11 = u11 + v12
    return v10, v14, u11


def p274(x2, x4, u6, x7, u9, i10, N):
    v3 = np.max(over(x2[axis(N, 0, 1) % N] * x2[N - 1 - axis(N, 0, 1)], (N,)), axis=(0,))
    v5 = v3 >= x4
    u6 = u6 + x7
    v8 = -u6
    u9 = u9[i10] - u9
    w11 = x2
    w11 = w11 + 1
    v12 = np.logical_xor(v8, v8)
    v13 = v12[None, :]
    v14 = np.einsum("i->", w11)[()]
    v15 = np.outer(w11, w11)
    return v5, v13, v14, v15, u6, u9


def p275(x1, x3, u7, N, K):
    v4 = x3 * x3
    v5 = x1[:, v4 % N]
    v6 = np.max(v5)
    u7 = u7 - v4
    v8 = np.max(u7, axis=(0, -1), keepdims=True)
    return v6, v8, u7


def p276(x1, x4, x6, i11, N, K):
    v5 = np.cross(x4, x4)
    v7 = x1 | x6
    v8 = np.arange(K, 0, -1, dtype="f4")
    v10 = np.var(v8)
    v13 = i11[:, None, :]
    v14 = np.diff(v13, axis=2)
    return v10, v5, v14, v7


def p277(x2, x3, x4, i8, x9, x11, N, M, K):
    v5 = np.sum(over(x4[axis(M, 1, 2), axis(N, 0, 2)] + x4[M - 1 - axis(M, 1, 2), N - 1 - axis(N, 0, 2)], (N, M,)), axis=(0, 1))
    v6 = over(np.where((axis(1, 1, 2) + axis(K, 0, 2)) % 2 == 0, x2[axis(1, 1, 2) % M] + x2[axis(1, 1, 2) % M] * cast(axis(1, 1, 2), "f64"), 1), (K, 1,))
    v7 = np.transpose(v6, (0, 1))
    v10 = at(np.maximum, x3, i8, x9)
    v12 = np.sum(over(x4[axis(4, 0, 1) % M, axis(4, 0, 1) % N] - x11[axis(4, 0, 1)], (4,)), axis=(0,))
    v13 = v6.T
    v14 = v13 @ v7
    return v5, v10, v12, v14


def p278(x1, x2, i9, N, M):
    v3 = np.argmax(x2, axis=0, keepdims=True)
    v4 = np.take_along_axis(x2, v3, axis=0)
    v5 = np.sum(v4, axis=0)
    v6 = np.max(x1, axis=1)
    v7 = ~v6
    v8 = np.sort(v7, axis=0)
    v10 = v6[i9]
    v11 = np.sum(v10)
    v12 = np.broadcast_to(v8, (M, N,))
    return v5, v11, v12


def p279(x1, x2, x6, i8, N, M):
    v4 = np.pad(x1, ((1, 1),), mode="edge")
    v5 = np.arange(N)
    v7 = v5 - x6
    v9 = x2[axis(M, 0, 2), i8[axis(3, 1, 2)]]
    return v4, v7, v9


def p280(x2, M):
    v3 = np.roll(x2, 3, axis=0)
    v4 = v3 @ v3
    v5 = v4 < v4
    v6 = ~v5
    v7 = np.where(v6, v4, x2)
    v8 = cast(v6, "i64")
    v9 = v7 * v8
    v10 = np.logical_or(v9, v9)
    return v10


def p281(x1, x2, N, M):
    v3 = np.argmax(x2, axis=0)
    v5 = x2[1:] + x2[:-1]
    v6 = ~v5
    v7 = np.linspace(-1, 2, 2)
    v8 = np.flip(x1)
    v9 = -v8
    return v3, v6, v7, v9


def p282(x3, x9, x15, K):
    v5 = x3 | x3
    v6 = np.repeat(v5, 3, axis=0)
    v7 = np.cumsum(v5, axis=0)
    v8 = np.concatenate([v7, v7], axis=-1)
    v10 = np.concatenate([v8, x9], axis=0)
    v11 = 1 - v10
    v12 = np.sort(v11, axis=0)
    v13 = 2 - v12
    v14 = -v13
    v16 = np.einsum("i,j->i", v7, x15)
    return v6, v14, v16


def p283(x1, x2, x5, i9, N, M):
    v4 = x1 != 0
    v6 = v4 & x5
    v7 = np.einsum("i,i->", x1, x1)[()]
    v8 = np.where(v6, x1, v7)
    v10 = at(np.minimum, x1, i9, v8)
    v11 = np.einsum("i->", v10)[()]
    v12 = v4 & v6
    v13 = np.stack([x2, x2], axis=-3)
    v14 = np.maximum(v11, v11)
    return v12, v13, v14


def p284(x1, N):
    v3 = np.argmin(x1, axis=0)
    w4 = v3
    w4 = w4 + v3
    v5 = np.exp2(np.clip(x1, -3, 3))
    return w4, v5


def p285(x1, x2, x3, N, M):
    v4 = np.stack([x1, x1], axis=0)
    v5 = over(x3, (6,))
    v6 = np.argmin(v4, axis=1, keepdims=True)
    v7 = np.take_along_axis(v4, v6, axis=1)
    v8 = v5 / 3
    v9 = x2 == x2
    return v7, v8, v9


def p286(x1, x2, x6, N, M):
    v3 = np.repeat(x1, 2, axis=0)
    v4 = np.abs(x1)
    v5 = np.stack([v4, v4, v4], axis=1)
    v7 = x2 @ x6
    v8 = v7 + 5
    return v3, v5, v8


def p287(x2, i4, x9, x17, M):
    v5 = x2[i4[axis(4, 0, 1)]]
    v7 = (v5 + v5) * np.sum(v5 * v5)
    v8 = np.arange(M, dtype="i4")
    v10 = at(np.maximum, v8, i4, x9)
    v11 = x9.sum(keepdims=True)
    v12 = v7 ** 2
    v13 = np.einsum("i,j->ij", v11, v11)
    v14 = np.max(v5, axis=-1)
    v15 = v13 @ v11
    v16 = np.max(v15, axis=0, keepdims=True)
    v18 = v16 @ x17
    return v10, v12, v14, v18


def p288(x1, x10, N):
    v3 = np.mean(x1, axis=0)
    v4 = np.kron(x1, x1)
    v5 = v3 + N
    v6 = np.ptp(v4, axis=-1, keepdims=True)
    v7 = v6.reshape((1, 1,))
    v8 = np.tril(v7, k=-1)
    v9 = v8 - 1
    v11 = x1 >= x10
    v12 = np.pad(x10, ((1, 2),), mode="wrap")
    return v5, v9, v11, v12


def p289(x1, x3, x4, N, K):
    v5 = x4 / 3
    v7 = x1[1:] + x1[:-1]
    v8 = v5 / v5
    v9 = np.max(v7)
    v10 = np.sign(v9)
    v11 = cast(x3, "i64")
    return v8, v10, v11


def p290(x1, x2, x5, x6, i10, N, M):
    v3 = x2[:, None]
    v4 = np.mean(v3, keepdims=True)
    v7 = np.cross(x5, x6)
    w8 = v7
    w8 = np.broadcast_to(v7, (N, 3,))
    v9 = np.argsort(x1, axis=0, kind="stable")
    v11 = segments(np.add, v9, i10, 3)
    return v4, w8, v11


def p291(x2, i3, x9, M):
    v4 = x2[i3]
    v5 = np.stack([v4, v4, v4], axis=0)
    v6 = v5.reshape((3, 2, 2,))
    v7 = np.transpose(v6, (1, 0, 2))
    v8 = np.zeros((M, 1,), DTYPES["i32"])
    v10 = np.cross(x9, x9)
    v11 = np.cumsum(v6, axis=1)
    v12 = np.log(v10 * v10 + 1)
    return v7, v8, v11, v12


def p292(x1, x2, x3, x10, N, M):
    v4 = np.outer(x2, x2)
    v5 = -x3
    v6 = v4 / v4
    v7 = v6 @ v6
    v8 = x1 ^ x1
    v9 = np.sum(v8, axis=0)
    v11 = x10 + v6
    v12 = np.einsum("ij,ij->", v11, v7)[()]
    v13 = np.var(x2, axis=0, keepdims=True)
    v14 = np.stack([v13, v13], axis=-1)
    return v5, v9, v12, v14


def p293(x1, u10, N):
    v2 = cast(x1, "u8")
    v3 = np.argmin(v2, axis=0)
    v4 = np.argmin(v2, axis=0, keepdims=True)
    v5 = np.take_along_axis(v2, v4, axis=0)
    v6 = np.argmax(v5, axis=0, keepdims=True)
    v7 = x1[v4]
    v8 = v7 * v7
    v9 = v6 + N
    u10 = u10 + 2
    v11 = np.cumsum(v8, axis=0)
    return v3, v9, v11, u10


def p294(x1, x2, x4, i11, N):
    v3 = np.abs(x2)
    v5 = x1 @ x4
    v6 = cast(v3, "f64")
    v7 = v5 - v6
    v8 = x4.reshape((4,))
    v9 = np.pad(v8, ((2, 1),), mode="constant")
    v10 = v3 // 3
    v12 = segments(np.add, v7, i11, 2)
    v13 = np.round(v10)
    v14 = np.sqrt(np.sum(v12 * v12, axis=0) + 1)
    v15 = v13 >= v13
    return v9, v14, v15


def p295(x1, x4, N):
    v5 = np.pad(x1, ((2, 2),), mode="symmetric")
    v6 = x4 > x4
    v7 = v5 ** 2
    v8 = np.sort(v7, axis=0)
    v9 = v8.sum(axis=0)
    v10 = np.argsort(v8, axis=0, kind="stable")
    v11 = v10 * 0.5
    v12 = np.diff(v11, axis=0)
    v13 = np.einsum("i,i->i", x1, x1)
    return v6, v9, v12, v13


def p296(x1, x2, x3, i8, N):
    v4 = np.max(over(x3[axis(2, 1, 2) % N, axis(2, 1, 2)] + x3[axis(N, 0, 2) % N, axis(2, 1, 2)], (N, 2,)), axis=(1,))
    v5 = np.repeat(x1, 2, axis=0)
    v6 = cast(v5, "f64")
    v7 = x2 < v6
    v9 = x3[v5 % N, i8]
    return v4, v7, v9


def p297(x1, N):
    v2 = x1 & x1
    v3 = np.sum(v2, axis=0)
    w5 = v2
    w5 = w5 & x1
    v6 = np.linspace(-1, 2, 3)
    v7 = v6.reshape((3, 1,))
    v8 = np.squeeze(v7, axis=1)
    v9 = np.transpose(v7, (0, 1))
    return v3, v8, v9, w5


def p298(x1, x2, i4, N, M):
    v5 = x1[i4]
    v6 = v5 | v5
    v7 = x2 - 1
    v8 = np.roll(v7, -2, axis=0)
    v9 = np.full((N,), 3, DTYPES["i32"])
    v10 = np.var(v9, axis=0)
    v11 = np.argmin(v9, axis=0)
    v12 = v11 | v11
    return v6, v8, v10, v12


def p299(x1, x2, N, M):
    v3 = cast(x1, "f64")
    v4 = np.exp(v3 - np.max(v3, 0, keepdims=True)) / np.sum(np.exp(v3 - np.max(v3, 0, keepdims=True)), 0, keepdims=True)
    v5 = np.any(x2)
    v6 = np.concatenate([v4, v4, v4], axis=0)
    v7 = v6.sum(axis=0)
    return v5, v7


def p300(x1, x3, N, K):
    v4 = np.ptp(x3, axis=(0, -1))
    v5 = v4 + x1
    v6 = np.einsum("i,i->", v5, v5)[()]
    v7 = x3.T
    return v6, v7


def p301(x1, x5, u7, i8, i9, N):
    v4 = x1 | x1
    v6 = np.concatenate([x5, v4, x5], axis=-1)
    u7 = u7 - v6
    v10 = u7[i8, i9]
    return v10, u7


def p302(x1, x2, u3, x8, x10, N, M):
    u3 = u3 + 2
    v4 = x2.sum(axis=1)
    v5 = np.concatenate([v4, v4], axis=0)
    v6 = np.roll(x1, 2, axis=0)
    v7 = np.transpose(u3, (0, 1))
    v9 = np.einsum("ij,jk->kji", v7, x8)
    v11 = np.einsum("ijk,ai,ai->ij", v9, x10, x10)
    u3 = u3 + 3
    v12 = np.concatenate([u3, u3], axis=1)
    v13 = np.abs(v12)
    v14 = np.minimum.accumulate(v13, axis=0)
    return v5, v6, v11, v14, u3


def p303(x2, x3, x8, x11, N, M):
    v4 = np.min(over(x3[(axis(1, 1, 2) + 1) % 1, axis(3, 0, 2)] * x3[axis(1, 1, 2), 3 - 1 - axis(3, 0, 2)] - x3[(axis(1, 1, 2) + 2) % 1, axis(3, 0, 2)] * x3[axis(1, 1, 2), axis(3, 0, 2)], (3, 1,)), axis=(1,))
    v5 = x2.T
    v7 = v4[1:] + v4[:-1]
    v9 = np.min(over(x8[N - 1] * cast(axis(6, 1, 2), "i32"), (N, 6,)), axis=(1,))
    v10 = np.pad(v9, ((1, 0),), mode="edge")
    v12 = np.sum(over(x11[axis(M, 0, 2), axis(M, 1, 2)] * cast(axis(M, 0, 2), "f64"), (M, M,)), axis=(1,))
    v13 = v12 * 0.5
    v14 = np.roll(v13, 3, axis=0)
    return v5, v7, v10, v14


def p304(x2, i5, x6, N, M):
    v3 = np.concatenate([x2, x2, x2], axis=0)
    v4 = np.min(v3, axis=0)
    v7 = at(np.add, v3, i5, x6)
    v8 = np.min(over(x6[(axis(N, 0, 2) + 1) % N] - x6[axis(3, 1, 2) % N] * x6[axis(N, 0, 2)], (N, 3,)), axis=(1,))
    v9 = np.sort(v8, axis=0)
    v10 = cast(v3, "f64")
    v11 = np.sqrt(np.sum(v10 * v10, axis=0) + 1)
    return v4, v7, v9, v11


def p305(x1, x2, N, M):
    v3 = cast(x1, "f32")
    v4 = x2 - v3
    v5 = v4 + v4
    v6 = cast(x1, "f32")
    v7 = v6 * v5
    v8 = np.flip(v7, axis=-1)
    v9 = v8 * v8
    w10 = v9
    w10 = repeat(lambda u, k, x=v9: u * 0.5 + k * x, w10, range(3))
    v11 = cast(v3, "i64")
    v12 = x1 & v11
    return w10, v12


def p306(x1, x4, i6, N):
    v3 = np.ptp(x1, axis=(0, -1))
    v5 = v3 - x4
    v7 = at(np.maximum, x1, i6, x1)
    v8 = np.einsum("ij->ij", v7)
    return v5, v8


def p307(x1, x2, x3, x5, x10, N, M):
    v4 = N * x3
    v6 = x1 @ x5
    v7 = np.min(v6, axis=1)
    v8 = M * x5
    v9 = np.einsum("ij,kj->ki", v8, x5)
    v11 = np.where(x2, x10, 0)
    v12 = np.repeat(v11, 2, axis=0)
    return v4, v7, v9, v12


def p308(x1, x3, u5, x6, N):
    v2 = np.einsum("i,j->i", x1, x1)
    v4 = v2 @ x3
    u5 = u5 + 3
    v7 = x6 + u5
    return v4, v7, u5


def p309(x1, x2, i5, x9, x17, N, M):
    v4 = np.sum(x2, axis=-1, keepdims=True)
    v6 = segments(np.add, v4, i5, 6)
    v8 = v6[1:] + v6[:-1]
    v12 = x1[1:-1]
    v13 = np.sort(x9, axis=0)
    v15 = (v8 + v8) * np.sum(v8 * v8)
    v16 = np.maximum(v4, v15)
    v18 = np.concatenate([v4, x17], axis=0)
    return v12, v16, v13, v18


def p310(x1, x2, i4, x5, i7, N, M):
    v3 = np.mean(x2, axis=-2, keepdims=True)
    v6 = at(np.add, v3, i4, x5)
    v8 = at(np.maximum, x5, i7, x2)
    v9 = segments(np.add, v8, i4, 1)
    v10 = np.ptp(v9, axis=1, keepdims=True)
    v11 = ~x1
    return v6, v10, v11


def p311(x1, i4, u10, x11, N, M):
    v3 = np.sort(x1, axis=0)
    v5 = segments(np.add, v3, i4, M)
    v6 = np.minimum(v5, v5)
    v7 = np.eye(1, 1, k=1)
    v8 = np.trace(v7)
    v9 = v5 ** 3
    u10 = u10 - v9
    v12 = v6 + x11
    v13 = v12 ** 2
    return v8, v13, u10


def p312(x2, x3, u4, x7, M, K):
    u4 = u4 * x3
    v5 = np.prod(u4, axis=0, keepdims=True)
    u4 = u4 * x3
    w6 = x2
    w6 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w6, range(2))
    v8 = np.logical_and(w6, x7)
    v9 = np.any(v8, axis=0)
    v10 = np.sort(v8, axis=0)
    w6 = w6 + 2 * x7
    v11 = cast(w6, "i64")
    v12 = v5 + v5
    return v9, v10, v11, v12, u4


def p313(x1, u5, x6, N):
    v4 = np.sum(over(x1[axis(3, 0, 2) % N], (3, 1,)), axis=(1,))
    u5 = u5 * x6
    v7 = u5 @ v4
    u5 = np.broadcast_to(v7, (3,))
    v8 = u5.sum(axis=0)
    u5 = np.roll(u5, 1, axis=0)
    return v8, u5


def p314(x2, x7, i9, N, M):
    v3 = np.sort(x2, axis=1)
    v4 = np.cumsum(v3, axis=1)
    v5 = np.sum(v4, axis=-1)
    v6 = np.max(v3, axis=0, keepdims=True)
    v8 = over(np.where((axis(N, 0, 2) + axis(M, 1, 2)) % 2 == 0, x7[(axis(M, 1, 2) + 2) % M, axis(N, 0, 2)] * cast(axis(M, 1, 2), "f64"), 1), (N, M,))
    v10 = v3[i9]
    v11 = np.argmax(v10, axis=0)
    return v5, v6, v8, v11


def p315(x1, x2, x5, i10, N, M):
    v3 = np.sum(over(x2[axis(M, 0, 2), axis(N, 1, 2) % 3] + x2[axis(M, 0, 2), axis(N, 1, 2) % 3], (M, N,)), axis=(1,))
    v4 = x1 > 1
    v6 = np.stack([x5, v3, v3], axis=-2)
    v7 = np.flip(v6, axis=1)
    v8 = np.stack([v4, v4], axis=0)
    v9 = np.flip(v8)
    v11 = segments(np.add, v7, i10, 2)
    v12 = 3 - v11
    return v9, v12


def p316(x1, x2, x7, x9, N):
    v3 = x1 - x2
    v4 = np.concatenate([v3, v3], axis=0)
    w5 = v3
    w5 = w5[::-1]
    v6 = np.searchsorted(np.sort(w5), w5, side="right")
    v8 = over(v6[0] * v6[axis(1, 0, 1) % N] + x7[axis(1, 0, 1)], (1,))
    v10 = np.concatenate([v8, x9], axis=0)
    v11 = np.cumsum(v10, axis=0)
    v12 = np.einsum("i,i->", v6, v6)[()]
    v13 = v8 <= 2
    return v4, v11, v12, v13


def p317(x2, M):
    v3 = np.argmax(x2, axis=0)
    v4 = np.einsum("i,i->", x2, x2)[()]
    v5 = v3 | v3
    v6 = x2[0:]
    v7 = v6 ** 2
    v8 = np.cumprod(v7, axis=0)
    v9 = v5 & v3
    v10 = v9 - v9
    v11 = np.sum(v7, axis=-1, keepdims=True)
    v12 = np.pad(v11, ((1, 2),), mode="edge")
    v13 = v12 * v12
    return v4, v8, v10, v13


def p318(x1, i4, N, M):
    v5 = segments(np.add, x1, i4, N)
    v6 = np.broadcast_to(v5, (M, N,))
    v7 = np.sort(v6, axis=1)
    v8 = v7 / 3
    v9 = over(axis(3, 0, 1) * axis(3, 0, 1) - 2, (3,))
    v10 = segments(np.add, x1, i4, N)
    v11 = v9 @ v9
    v12 = np.flip(v10)
    v13 = v10 >= 3
    return v8, v11, v12, v13


def p319(x1, x2, N, M):
    v4 = np.abs(x1)
    v5 = v4 @ v4
    v6 = np.arctan(x2)
    v7 = v6 / 3
    v8 = v5 | x1
    v9 = np.pad(v8, ((0, 0),), mode="wrap")
    v10 = v7 @ v7
    return v9, v10


def p320(x1, x2, u4, x5, i7, N, M):
    v3 = np.exp(-np.abs(x2))
    u4 = u4[::-1]
    v6 = np.stack([v3, x5, v3], axis=0)
    v8 = v6[:, i7]
    v9 = np.concatenate([x1, u4], axis=-1)
    v10 = np.clip(v8, 1, 3)
    v11 = np.roll(x2, (2, 1), axis=(0, 1))
    v12 = cast(v11, "f32")
    return v9, v10, v12, u4


def p321(x1, x2, x3, i4, N, M):
    v5 = x2[:, i4]
    v6 = -x3
    w7 = x1
    w7 = w7 - x1
    v8 = w7[i4]
    v9 = np.arange(N, dtype="f8")
    v11 = np.einsum("i,i->", v9, v9)[()]
    return v6, v11, v5, v8


def p322(x1, N):
    v3 = np.cumprod(x1, axis=0)
    v4 = v3[:-2, :3]
    v5 = v4[..., 0]
    v6 = np.asarray(np.count_nonzero(v5, keepdims=True))[()]
    v7 = np.roll(v6, -1, axis=0)
    return v7


def p323(x1, x8, N):
    v3 = np.sum(x1)
    v4 = np.sqrt(np.var(x1, axis=0) + 1)
    v5 = np.cumsum(v4, axis=0)
    v6 = np.sort(v5, axis=0)
    v7 = np.roll(v6, 3, axis=0)
    v9 = x8 - v3
    w10 = v7
    w10 = repeat(lambda u, k, x=v7: u * 0.5 + k * x, w10, range(3))
    return v9, w10


def p324(x1, x2, x5, N, M):
    v3 = np.einsum("i,i,i->i", x1, x1, x1)
    v4 = v3.sum(keepdims=True)
    v6 = np.einsum("i,i->i", v4, x5)
    v7 = np.max(x2, axis=-1)
    v8 = np.einsum("i,i->", v6, v6)[()]
    v9 = np.tile(v6, (3,))
    v10 = np.argmax(v9, axis=0)
    v11 = v7 * v7
    w12 = v9
    w12 = repeat(lambda u, k, w=v9: u * k + w[k], w12, range(2))
    return v8, v10, v11, w12


def p325(x1, x3, x8, x11, i14, N):
    v4 = np.full((3,), 3, DTYPES["i64"])
    v5 = np.arctan(x3)
    v6 = np.argmax(v4, axis=0, keepdims=True)
    v7 = np.take_along_axis(v4, v6, axis=0)
    v9 = np.logical_and(x1, x8)
    v10 = x8 >= x8
    v12 = x3 + x11
    v13 = v12 * x3
    v15 = v10[i14]
    v16 = v15[v7 % 2]
    return v5, v9, v13, v16


def p326(x2, i11, M):
    v4 = np.eye(2, 2, k=-1)
    v5 = np.kron(x2, x2)
    v6 = np.maximum(v5, v5)
    v7 = np.einsum("i,i->i", x2, x2)
    v8 = np.searchsorted(np.sort(v7), v7, side="left")
    w10 = v4
    w10 = repeat(lambda u, k, x=v4: u * 0.5 + k * x, w10, range(2))
    v12 = np.bincount(i11, minlength=4)
    return v6, w10, v12, v8


def p327(x2, M):
    v3 = x2 * x2
    v4 = np.sum(v3, axis=0, keepdims=True)
    v5 = v4 << 2
    v6 = v5[None, :]
    v7 = v5 + v6
    return v7


def p328(x1, x2, x6, u12, i13, N, M):
    v3 = np.diff(x1, axis=0)
    v4 = v3 ** 2
    v7 = x2 @ x6
    v8 = v7[:, -1]
    v9 = np.einsum("i->i", v8)
    v10 = np.searchsorted(np.sort(x1), v4, side="left")
    v11 = v7.ravel()
    u12 = u12[i13] - u12
    v14 = np.concatenate([u12, u12], axis=0)
    return v9, v14, v11, v10, u12


def p329(x1, x2, x3, N, M, K):
    v4 = x2.sum(axis=0)
    v5 = np.roll(x1, (3, 1), axis=(0, 1))
    v6 = np.transpose(v5, (1, 0))
    v7 = np.concatenate([v6, v6], axis=0)
    v8 = np.stack([v5, v5], axis=2)
    v9 = np.searchsorted(np.sort(x3), x3, side="right")
    v10 = v4[v9 % M]
    v11 = np.argmax(v6, axis=1, keepdims=True)
    v12 = np.take_along_axis(v6, v11, axis=1)
    v13 = np.argmax(v12, axis=0)
    return v7, v8, v10, v13


def p330(x2, x3, u10, x11, i12, x14, N, M, K):
    v4 = cast(x2, "f32")
    v5 = np.exp(v4 - np.max(v4, 0, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 0, keepdims=True)), 0, keepdims=True)
    v6 = cast(x3, "u8")
    v7 = np.sum(v6)
    v8 = v7 - 3
    v9 = cast(v8, "u16")
    u10 = u10 + x11
    v13 = u10[i12[axis(N, 0, 1)]]
    v15 = over(np.where((axis(K, 0, 1) + axis(K, 0, 1)) % 2 == 0, x14[(axis(K, 0, 1) + 1) % K] + x14[axis(K, 0, 1)] * x14[K - 1 - axis(K, 0, 1)], 1), (K,))
    v16 = v5 @ v5
    v17 = np.einsum("i,j,i->", v15, v15, v15)[()]
    return v9, v13, v16, v17, u10


def p331(x1, x3, N, K):
    v4 = x1 % 3
    v5 = np.rot90(x3, 1)
    v6 = 2 - v5
    v7 = np.roll(v6, 3, axis=1)
    v8 = cast(v6, "i8")
    v9 = v8 | v8
    v10 = np.mean(v7, axis=(0, -1))
    v11 = np.abs(v4) + 1.5
    v12 = v4 / v11
    return v9, v10, v12


def p332(x2, u3, u5, i7, N, M):
    u3 = np.roll(u3, 1, axis=0)
    v4 = x2 @ x2
    u5 = u5 + u3
    v6 = np.einsum("i->i", x2)
    v8 = v6[i7]
    v9 = np.concatenate([v8, v8, v8], axis=0)
    return v4, v9, u3, u5


def p333(x1, x2, N, M):
    v3 = np.min(x2, axis=0)
    v4 = np.min(over(x1[(axis(4, 1, 3) + 2) % 4, axis(N, 0, 3)], (N, 4, 2,)), axis=(1, 2))
    v5 = np.tril(x1, k=1)
    v6 = np.logical_and(v3, v3)
    v7 = v4[v5 % N]
    v8 = v4 + x1
    v9 = np.max(v8, axis=-2)
    return v6, v7, v9


def p334(x1, x3, N, M, K):
    v5 = np.zeros((3, 1,), DTYPES["f64"])
    v6 = np.sum(over(v5[axis(M, 0, 3) % 3, axis(1, 1, 3)] - x1[axis(N, 2, 3)], (M, 1, N,)), axis=(2,))
    v7 = v6.sum()
    v8 = over(axis(1, 0, 2) * 2 - axis(2, 1, 2), (1, 2,))
    v9 = x3[::3, 0]
    v10 = np.cumsum(x3, axis=1)
    v12 = np.sum(v8, keepdims=True)
    return v10, v12, v9, v7


def p335(x1, x2, i4, x7, i11, N):
    v6 = x2 + x2
    v8 = x1 < x7
    v9 = x2 == 3
    v10 = np.pad(v8, ((1, 2),), mode="edge")
    v12 = v10[i11]
    v13 = np.squeeze(i4, axis=0)
    v14 = np.flip(v12, axis=0)
    v15 = over(np.where((axis(N, 1, 2) + axis(N, 0, 2)) % 2 == 0, v6 * v6, 1), (N, N,))
    return v14, v15, v9, v13


def p336(x1, x3, x10, x12, N, K):
    v4 = np.concatenate([x3, x3], axis=0)
    v5 = v4 / v4
    v7 = x1[1:] + x1[:-1]
    v8 = v4.reshape((2, K,))
    v9 = x3 - 3
    v11 = np.sum(over(v7[axis(4, 1, 3) % (N - 1)] * x1[axis(4, 1, 3) % N] - x10[axis(6, 2, 3), axis(6, 2, 3) % 4], (6, 4, 6,)), axis=(2,))
    v13 = v11 <= x12
    return v5, v8, v9, v13


def p337(x1, x2, x3, i12, u14, N, M):
    v4 = x1 @ x1
    v5 = np.roll(x1, -2, axis=0)
    v6 = cast(x3, "i32")
    v7 = v5 % v6
    v8 = v7[v7 % N]
    v9 = v8 * 0.5
    v10 = v8 | v7
    v11 = x2[1:-1:2]
    v13 = at(np.minimum, v9, i12, v9)
    u14 = u14 - v13
    v15 = 2 - v11
    return v4, v10, v15, u14


def p338(x1, x2, i3, i4, x9, u11, N, M):
    v5 = x1[i3, i4]
    v6 = i4[:-1]
    v7 = v6 - v6
    v8 = np.argmin(v7, axis=0)
    v10 = np.kron(v6, x9)
    u11 = u11 + 3
    v12 = np.transpose(x2, (1, 0))
    w13 = v5
    w13 = repeat(lambda u, k, x=v5: u * 0.5 + k * x, w13, range(3))
    v14 = w13 * w13
    return v8, v10, v12, v14, u11


def p339(x1, u5, i6, i9, N, M):
    u5 = u5[i6]
    v7 = x1 < x1
    v8 = np.argsort(v7, axis=0, kind="stable")
    v10 = v8[i9[axis(M, 0, 1)]]
    v11 = np.transpose(u5, (1, 0))
    v12 = v10.sum(axis=-1, keepdims=True)
    return v11, v12, u5


def p340(x1, x3, x4, u6, N, K):
    v5 = x1 * x1
    u6 = u6 - x3
    v7 = np.argsort(u6, axis=0, kind="stable")
    v8 = np.einsum("i,j->j", x1, v5)
    v9 = np.tanh(x4)
    v10 = np.concatenate([v8, v8], axis=-1)
    return v7, v9, v10, u6


def p341(x1, x2, x5, x12, i14, N, M):
    w4 = x1
    w4 = np.broadcast_to(x1, (N,))
    v6 = np.max(over(x5[axis(4, 1, 2) % 6] - x5[6 - 1 - axis(6, 0, 2)], (6, 4,)), axis=(1,))
    v11 = np.sqrt(np.sum(x1 * x1, axis=0) + 1)
    v13 = over(x12[axis(M, 0, 1)] * x12[M - 1 - axis(M, 0, 1)] - x12[axis(M, 0, 1)], (M,))
    w4 = w4 + 2 * v11
    v15 = np.take(x2, i14, axis=0)
    w4 = w4 - v11
    return v13, v6, w4, v15


def p342(x2, i4, N, M):
    v3 = np.tril(x2, k=0)
    v5 = v3[i4[axis(N, 0, 2)], axis(M, 1, 2)]
    v6 = np.max(v3)
    v7 = np.mean(v5, keepdims=True)
    v8 = x2[:-1:2, 1]
    v9 = v6 / v8
    v10 = np.bincount(i4, minlength=6)
    v11 = np.sort(v10, axis=0)
    v12 = np.sum(v9, axis=0)
    return v7, v11, v12


def p343(x1, x2, x3, i5, x7, x11, N, M):
    v4 = np.stack([x3, x2], axis=-1)
    v6 = np.take(v4, i5, axis=1)
    v8 = over(x1[axis(2, 1, 2) % N, axis(1, 0, 2) % 3] * x7[(axis(2, 1, 2) + 1) % 2] + x7[2 - 1 - axis(2, 1, 2)], (1, 2,))
    v9 = x7 + v8
    v10 = np.sum(v4)
    v12 = v9 @ x11
    v13 = np.einsum("ij,ik->ik", v8, v12)
    return v6, v10, v13


def p344(x1, x2, x7, N, M):
    v5 = -x2
    v8 = over(x7[axis(2, 0, 2)] - x7[2 - 1 - axis(2, 0, 2)], (2, M,))
    v9 = x1 + 1
    v11 = x2 >> 3
    v13 = v5 // x2
    return v9, v13, v11, v8


def p345(x1, x2, i8, x9, N, M):
    v3 = np.stack([x1, x1], axis=1)
    v4 = v3 + v3
    v5 = np.max(x2, keepdims=True)
    v6 = v4 @ x1
    v7 = np.sort(v6, axis=1)
    v10 = at(np.maximum, v7, i8, x9)
    v11 = np.broadcast_to(v5, (M, M,))
    v12 = segments(np.add, v11, i8, N)
    v13 = v6[::-1, 0, 0:3]
    v14 = N * v12
    return v10, v13, v14


def p346(x1, x3, u6, i9, N, K):
    v4 = np.min(x3, axis=0)
    v5 = v4 - 4
    u6 = u6 + 1
    v7 = np.minimum(u6, u6)
    u6 = np.broadcast_to(v4, (K,))
    v8 = np.cumsum(v7, axis=0)
    u6 = u6[i9] - u6
    v10 = np.flip(u6, axis=0)
    v11 = np.argmin(x1, axis=0)
    v12 = np.min(v10, axis=0, keepdims=True)
    v13 = np.min(v12, axis=-1, keepdims=True)
    return v5, v8, v11, v13, u6


def p347(x1, x4, x9, i12, N, M, K):
    v5 = x1.sum(axis=-1, keepdims=True)
    v6 = v5 / 3
    v7 = x4 - v6
    v8 = cast(v7, "f32")
    v10 = np.where(x1, v8, x9)
    v11 = np.eye(1, M, k=1)
    v13 = segments(np.add, v10, i12, K)
    v14 = np.transpose(v11, (1, 0))
    return v13, v14


def p348(x1, x2, i6, N, M):
    v3 = np.argmin(x2, axis=0, keepdims=True)
    v4 = np.take_along_axis(x2, v3, axis=0)
    v5 = x1[v3 % N]
    v7 = v5[i6]
    return v4, v7


def p349(x1, N, M):
    v3 = x1 // x1
    v4 = np.min(v3, axis=0)
    v5 = np.cumsum(v3, axis=0)
    v6 = np.eye(3, M, k=0)
    v9 = np.argmin(v3, axis=0, keepdims=True)
    v10 = np.take_along_axis(x1, v9, axis=0)
    v11 = v10 ** 2
    return v5, v4, v11, v6


def p350(x2, x4, M):
    v5 = x2 @ x4
    v6 = np.roll(v5, 2, axis=0)
    v7 = v6 @ v6
    v8 = np.pad(v5, ((0, 0),), mode="edge")
    v9 = v8 @ v8
    v10 = np.roll(v8, 5, axis=0)
    v11 = np.pad(v10, ((1, 1),), mode="constant")
    v12 = np.ones((M,), DTYPES["f64"])
    v13 = np.stack([v12, v12, v12], axis=1)
    v14 = np.roll(v13, (-1, 1), axis=(0, 1))
    return v7, v9, v11, v14


def p351(x1, x2, x3, x7, N, M):
    v4 = np.concatenate([x2, x2], axis=1)
    v5 = np.argmin(v4, axis=0, keepdims=True)
    v6 = np.pad(v5, ((2, 0), (1, 0)), mode="constant", constant_values=2)
    v8 = np.einsum("ij,jk,ij->ijk", v6, x7, v6)
    v9 = np.argsort(x1, axis=0, kind="stable")
    v10 = x3 + x7
    v11 = v10[-2, :1]
    v12 = v11 == 3
    v13 = v12[:, None]
    return v8, v9, v13


def p352(x1, x10, u13, i14, N, M):
    v4 = np.mean(x1, axis=1)
    v5 = np.roll(v4, -1, axis=0)
    v6 = np.sqrt(np.var(v5) + 1)
    v7 = np.zeros((M,), DTYPES["f32"])
    v8 = 1 / (1 + v7 * v7)
    v9 = -v8
    v11 = np.max(over(x10[(axis(1, 0, 1) + 2) % 1] * x10[1 - 1 - axis(1, 0, 1)] - x10[(axis(1, 0, 1) + 1) % 1] * cast(axis(1, 0, 1), "f32"), (1,)), axis=(0,))
    u13 = u13[i14] - u13
    v15 = np.flip(u13, axis=0)
    v16 = np.pad(v15, ((0, 0),), mode="symmetric")
    return v11, v6, v9, v16, u13


def p353(x1, x2, x3, u6, N, M, K):
    v4 = x3[x1 % K]
    v5 = np.transpose(x2, (0, 1))
    u6 = u6 + x2
    v7 = v5 - v5
    u6 = u6 - v7
    v8 = np.sort(x3, axis=0)
    return v4, v8, u6


def p354(x1, x2, i4, N):
    v3 = x1 @ x2
    v5 = np.bincount(i4, minlength=N)
    v6 = segments(np.add, v5, i4, N)
    v7 = np.pad(v6, ((2, 0),), mode="constant", constant_values=1)
    v8 = np.outer(v7, v6)
    v9 = -v8
    v10 = np.argsort(x2, axis=0, kind="stable")
    v11 = np.maximum.accumulate(v10, axis=0)
    v12 = v3[i4[axis(N, 0, 1)]]
    return v9, v11, v12


def p355(x2, u3, N, M):
    u3 = u3 + x2
    v4 = u3 * 0.5
    u3 = u3[::-1]
    v5 = u3 == u3
    return v4, v5, u3


def p356(x1, x2, i4, u8, N, M):
    v3 = np.mean(x2, axis=0)
    v5 = x1[i4[axis(N, 0, 1)]]
    v6 = np.bincount(i4, minlength=N)
    v7 = v6[0]
    u8 = u8 + v7
    return v3, v5, u8


def p357(x1, x2, x4, u10, x14, N, M):
    v5 = x1.sum(axis=0)
    v7 = np.einsum("i,i->i", x1, x1)
    v8 = np.trunc(x4)
    v9 = np.stack([x2, x2], axis=0)
    u10 = u10 + v9
    v12 = u10.sum(axis=-2, keepdims=True)
    v13 = v8 != 3
    u10 = u10 + x14
    return v5, v13, v7, v12, u10


def p358(x1, N, K):
    v4 = x1 * x1
    v6 = np.zeros((N,), DTYPES["f32"])
    v7 = np.linspace(-1, 2, 3)
    v8 = np.mean(v6, axis=0)
    v9 = np.arange(4, dtype="f8")
    v10 = np.argsort(v9, axis=0, kind="stable")
    return v8, v4, v10, v7


def p359(x1, x2, i8, i10, x16, N, M):
    v4 = x2.sum(axis=0, keepdims=True)
    v5 = np.transpose(x1, (1, 0))
    v6 = np.broadcast_to(v5, (N, N, M,))
    v7 = np.arange(1, dtype="i4")
    v9 = v4[i8]
    v11 = v9[i10]
    v12 = np.sqrt(np.sum(v11 * v11, axis=0) + 1)
    v13 = x1 @ v6
    v14 = np.flip(v13, axis=1)
    v15 = np.asarray(np.count_nonzero(v14, axis=-3, keepdims=True))[()]
    v17 = v15 @ x16
    return v7, v12, v17


def p360(x1, x2, N):
    v3 = np.min(over(x2[axis(N, 0, 1) % N] * cast(axis(N, 0, 1), "f64") - x2[N - 1] * x2[N - 1 - axis(N, 0, 1)], (N,)), axis=(0,))
    v4 = np.sort(x1, axis=0)
    v5 = np.stack([v4, v4, v4], axis=-2)
    w6 = v5
    w6 = w6 + v5
    v7 = w6.reshape((3, 1, N,))
    v8 = np.pad(v7, ((1, 1), (2, 0), (1, 2)), mode="constant", constant_values=4)
    v9 = np.max(over(x2[N - 1 - axis(N, 0, 1)], (N,)), axis=(0,))
    w6 = w6 + 2
    return v8, v3, w6, v9


def p361(x1, u5, N):
    v2 = x1 * x1
    v3 = np.argsort(v2, axis=0, kind="stable")
    v4 = np.sum(v3, axis=0)
    u5 = u5 * v4
    return u5


def p362(x3, i11, N):
    v4 = np.sum(over(x3[axis(6, 1, 4)] * x3[(axis(6, 3, 4) + 2) % 6], (2, 6, N, 6,)), axis=(2, 3))
    v5 = np.argmin(x3, axis=0)
    v6 = np.max(x3, axis=-1)
    v7 = np.ceil(v6)
    v8 = v5 < v5
    v12 = segments(np.add, v4, i11, 1)
    v15 = np.linspace(-1, 2, 2)
    return v7, v15, v12, v8


def p363(x1, u5, N):
    v2 = np.var(x1, axis=0)
    v3 = x1.sum()
    v4 = np.prod(x1, axis=0)
    u5 = u5 - v3
    v6 = np.sqrt(np.sum(u5 * u5, axis=0) + 1)
    v7 = v6 * v6
    v8 = np.stack([u5, u5, x1], axis=0)
    return v2, v4, v7, v8, u5


def p364(x1, x2, i4, x6, N, M, K):
    v5 = x1[x2 % K, i4]
    v7 = over(np.where((axis(N, 0, 2) + axis(N, 0, 2)) % 2 == 0, x6[axis(N, 1, 2), axis(N, 0, 2)] * cast(axis(N, 0, 2), "i32") + x6[axis(N, 1, 2), (axis(N, 1, 2) + 1) % N] * cast(axis(N, 1, 2), "i32"), 1), (N, N,))
    v8 = np.sum(v7, axis=(0, -1))
    v9 = v7[:, :1:-1]
    v10 = v5[2:1:-1]
    v11 = v9 // v9
    return v8, v10, v11


def p365(x1, x2, N):
    v3 = x1 * x2
    v4 = np.tile(v3, (1, 2))
    v5 = x1.reshape((4 * N,))
    v6 = np.full((1, N,), 3, DTYPES["f64"])
    return v4, v5, v6


def p366(x3, u4, i5, u8, x9, N, M):
    u4 = u4[::-1]
    v6 = np.bincount(i5, minlength=3)
    v7 = np.var(v6, axis=0, keepdims=True)
    u8 = u8 + x9
    v10 = np.cos(x3)
    u8 = u8[::-1]
    return v7, v10, u4, u8


def p367(x1, i11, N, M):
    v4 = np.max(over(x1[axis(1, 0, 2) % 3, axis(1, 0, 2) % N] * x1[axis(1, 0, 2) % 3, axis(4, 1, 2) % N], (1, 4,)), axis=(1,))
    v5 = np.arange(N, dtype="i4")
    v6 = np.asarray(np.count_nonzero(v4))[()]
    v7 = np.sum(over(x1[0, axis(3, 0, 3) % N] * cast(axis(6, 1, 3), "i32") + x1[axis(3, 0, 3), axis(6, 1, 3) % N], (3, 6, 2,)), axis=(2,))
    v8 = np.cumprod(v7, axis=1)
    v9 = v8 << 2
    v10 = np.stack([v9, v9], axis=2)
    v12 = segments(np.add, v7, i11, M)
    v13 = 3 * v12
    return v5, v10, v13, v6


def p368(x1, x2, x4, i7, x11, i14, N, M):
    v5 = np.stack([x4, x2], axis=1)
    v6 = x1 @ x1
    v8 = v5[:, i7]
    v9 = np.max(v8, axis=1)
    v10 = np.minimum.accumulate(v9, axis=0)
    v12 = np.cross(x11, x11)
    v13 = v8 * 2.5 + 1
    v15 = v13[:, i14]
    v16 = np.einsum("ijjk->kj", v15)
    return v6, v10, v12, v16


def p369(x1, x2, x3, N, M, K):
    v4 = over(np.where((axis(K, 0, 1) + axis(K, 0, 1)) % 2 == 0, x2[axis(K, 0, 1) % M] * x1[N - 1], 1), (K,))
    v5 = np.sort(x3, axis=0)
    v6 = np.asarray(np.count_nonzero(v5, keepdims=True))[()]
    v7 = x3[0:-1]
    v8 = v7.sum()
    return v4, v6, v8


def p370(x1, x2, x3, i11, x13, N, M, K):
    v5 = x3 + x3
    v6 = np.einsum("i,i->", x1, x1)[()]
    v8 = x2.sum()
    v10 = x1 - v6
    v12 = segments(np.add, v5, i11, 3)
    v14 = x2 | x13
    return v10, v12, v14, v8


def p371(x1, x4, N):
    v3 = np.logical_xor(x1, x1)
    v5 = over(x4[axis(4, 0, 1)] - x4[axis(4, 0, 1)], (4,))
    v6 = v5 + 1
    v7 = np.cumsum(v6, axis=0)
    return v3, v7


def p372(x2, i10, x11, N, M):
    v4 = np.sort(x2, axis=1)
    v5 = np.einsum("ij,kj->k", v4, v4)
    v6 = v4 - v4
    v7 = x2.T
    v8 = np.vecdot(v5, v5)
    v9 = np.minimum(v8, v7)
    v12 = at(np.add, v6, i10, x11)
    return v9, v12


def p373(x1, x2, x5, N, M):
    v3 = np.min(x2)
    v4 = x2[:, None]
    v6 = np.sum(over(x5[axis(2, 1, 2)] * cast(axis(2, 1, 2), "f64") + x5[axis(2, 1, 2)], (N, 2,)), axis=(1,))
    v7 = 1.5 - 2 * v6
    v8 = v7[-2:]
    v9 = 1.5 - 2 * v8
    v10 = np.argmin(v9, axis=0, keepdims=True)
    v11 = np.take_along_axis(v9, v10, axis=0)
    v12 = np.stack([x1, x1, x1], axis=0)
    return v3, v4, v11, v12


def p374(x1, x2, N, M):
    v3 = np.argmax(x2, axis=0)
    v4 = ~v3
    v5 = np.cumsum(x1, axis=0)
    v6 = np.sum(x1, keepdims=True)
    v7 = np.diff(x2, axis=0)
    v8 = np.stack([v7, v7], axis=1)
    v9 = np.sum(v8, axis=-1)
    return v4, v5, v6, v9


def p375(x1, x3, x8, u12, N):
    v4 = np.einsum("i,ij->i", x1, x3)
    v5 = np.min(x3, axis=1, keepdims=True)
    v6 = v5 * v4
    v7 = np.ones((N, 6,), DTYPES["f32"])
    v9 = v7 @ x8
    v10 = np.swapaxes(v9, 1, 0)
    v11 = np.pad(v10, ((2, 0), (2, 2)), mode="wrap")
    u12 = np.broadcast_to(v5, (N, 1,))
    v13 = np.max(u12, axis=-1)
    v14 = np.maximum(v13, v6)
    v15 = np.pad(v11, ((1, 0), (1, 1)), mode="symmetric")
    return v14, v15, u12


def p376(x1, i4, u7, N, M):
    v3 = x1 - x1
    v5 = v3[i4]
    v6 = over(v5[axis(N, 0, 2)] + v5[(axis(N, 0, 2) + 2) % N], (N, M,))
    u7 = u7[i4]
    v8 = np.sum(u7, axis=-2)
    v9 = np.max(v6, axis=(0, -1))
    v10 = np.rot90(u7, 1)
    v11 = np.rot90(v10, 2)
    v12 = v11 @ x1
    u7 = u7 - v12
    v13 = u7 & v9
    return v8, v13, u7


def p377(x1, x2, x3, u10, x12, N, M):
    v4 = x3 * x3
    v5 = -v4
    v9 = np.triu(x1, k=-1)
    u10 = u10 + x2
    v11 = np.argsort(x1, axis=0, kind="stable")
    v13 = np.sum(over(x12[axis(4, 1, 2), axis(N, 0, 2)] + x12[axis(4, 1, 2) % 4, N - 1 - axis(N, 0, 2)] * cast(axis(4, 1, 2), "f32"), (N, 4,)), axis=(1,))
    v14 = np.searchsorted(np.sort(u10), v11, side="right")
    return v9, v13, v14, v5, u10


def p378(x2, x6, M):
    v3 = x2 >> 1
    v4 = v3 + M
    v5 = np.roll(v4, 2, axis=0)
    v7 = np.outer(v4, x6)
    return v5, v7


def p379(x1, x2, i5, N, M):
    v4 = np.cumsum(x1, axis=0)
    v6 = x2[i5]
    v7 = np.stack([v6, v6], axis=-3)
    v8 = np.argmax(v4, axis=0, keepdims=True)
    v9 = np.einsum("i,i,i->i", v4, v4, x1)
    return v7, v8, v9


def p380(x1, x2, i8, N, M):
    v3 = np.argmin(x1, axis=0, keepdims=True)
    v4 = np.argsort(x1, axis=0, kind="stable")
    v5 = np.maximum.accumulate(v4, axis=0)
    v6 = v5.sum(keepdims=True)
    v7 = x2[v6 % 1, v6 % M]
    v9 = v7[i8]
    v10 = at(np.add, v3, i8, v4)
    v11 = v10 % 2
    w12 = v5
    w12 = w12 * v11
    v13 = segments(np.add, w12, i8, 1)
    return v9, v13


def p381(x1, x2, x3, x7, N, M, K):
    v4 = np.pad(x2, ((1, 2), (1, 0)), mode="wrap")
    v5 = np.pad(v4, ((1, 2), (1, 1)), mode="constant")
    v6 = v5 % v5
    v8 = x3 @ x7
    v9 = x1[0]
    return v6, v8, v9


def p382(x1, x2, x8, N, M):
    v4 = np.vecdot(x1, x1)
    v5 = v4 & v4
    v6 = over(np.where((axis(N, 0, 2) + axis(N, 0, 2)) % 2 == 0, x1[axis(N, 0, 2)] * x1[N - 1 - axis(N, 0, 2)] + x1[axis(N, 0, 2)] * x1[axis(N, 0, 2)], 1), (N, M,))
    v7 = np.mean(v6, axis=-2)
    v9 = over(x8[axis(6, 0, 1)] - x8[axis(6, 0, 1)] * cast(axis(6, 0, 1), "f64"), (6,))
    v11 = x2[:, None]
    v12 = v11 * v11
    return v12, v5, v9, v7


def p383(x1, x5, N):
    v2 = np.mean(x1, axis=(0, -1))
    v3 = np.pad(x1, ((1, 2), (1, 0)), mode="constant")
    v4 = v3 <= v3
    v6 = v3 != x5
    v7 = np.einsum("ij->ji", x5)
    v9 = np.sqrt(np.sum(v7 * v7, axis=1) + 1)
    return v2, v4, v6, v9


def p384(x1, u3, N):
    u3 = u3 + x1
    v4 = u3.sum(axis=0)
    v5 = np.argmax(x1, axis=0)
    v6 = np.min(u3, axis=0)
    v7 = u3.sum(axis=0, keepdims=True)
    v8 = np.sqrt(np.abs(v5))
    return v4, v6, v7, v8, u3


def p385(x2, x4, M):
    v3 = np.cumprod(x2, axis=0)
    v5 = np.cross(x4, x4)
    v6 = v5.reshape((1, 3, 1,))
    v7 = v6.reshape((1, 1, 3, 1,))
    v9 = (v7 + v7) * np.sum(v7 * v7)
    v10 = x2 - 3
    return v3, v9, v10


def p386(x1, x2, x5, x8, N, M):
    v3 = np.roll(x1, 1, axis=0)
    v4 = np.max(v3, axis=-1)
    v6 = x2 @ x5
    v7 = np.sin(v6)
    v9 = v7 @ x8
    return v4, v9


def p387(x1, x2, x7, N, M):
    v3 = np.mean(x2, axis=-1)
    v4 = np.concatenate([x1, x1], axis=0)
    v5 = np.einsum("i,i,i->i", x2, x2, x2)
    v6 = np.cumsum(v5, axis=0)
    v8 = v4 == x7
    v9 = np.asarray(np.count_nonzero(v8, axis=0))[()]
    v10 = ~v9
    return v3, v6, v10


def p388(x2, x3, u9, M):
    v4 = np.roll(x2, 3, axis=0)
    v5 = cast(v4, "f64")
    v6 = np.abs(v5) + 1.5
    v7 = x3 / v6
    v8 = np.cumsum(v5, axis=0)
    u9 = u9 + v8
    v10 = np.argsort(x2, axis=1, kind="stable")
    v11 = v10.sum(axis=0)
    return v7, v11, u9


def p389(x1, x2, i3, x12, u14, x15, N, M):
    v4 = x1[i3]
    v5 = np.full((N,), 3, DTYPES["f32"])
    v6 = cast(x1, "f32")
    v7 = np.stack([v5, v6], axis=0)
    v8 = np.sort(x2, axis=0)
    v9 = v8 - 0.25
    v10 = np.cumsum(v4, axis=0)
    v11 = v10 > 3
    v13 = np.cross(x12, x12)
    u14 = u14 - x15
    u14 = u14[::-1]
    return v7, v9, v11, v13, u14


def p390(x1, x3, u10, N, M, K):
    v4 = x3 & x3
    v5 = x1.reshape((N, 1,))
    v6 = np.minimum.accumulate(v5, axis=0)
    v7 = v6 <= 2
    v8 = np.arange(M)
    v9 = np.einsum("i,i->", v8, v8)[()]
    u10 = u10 + v9
    v11 = 2 - u10
    v12 = np.min(u10, axis=0, keepdims=True)
    return v4, v7, v11, v12, u10


def p391(x1, x2, i5, x6, N, M):
    v4 = x1.T
    v7 = at(np.minimum, v4, i5, x6)
    v8 = np.roll(x2, -1, axis=0)
    v9 = np.transpose(v4, (0, 1))
    v10 = v9 @ x1
    v11 = np.ceil(v10)
    return v7, v8, v11


def p392(x1, N):
    v4 = np.sum(x1, axis=-2, keepdims=True)
    v5 = np.ptp(v4, axis=(0, -1), keepdims=True)
    w6 = v5
    w6 = w6 - v5
    v7 = w6 & w6
    v8 = np.concatenate([v7, v7, v7], axis=1)
    w6 = w6 + 1
    w6 = w6 + 2
    w6 = w6 - v7
    return v8, w6


def p393(x2, N, M):
    v4 = np.sqrt(np.sum(x2 * x2, axis=0) + 1)
    v5 = over(axis(2, 0, 2) * 2 - axis(N, 1, 2), (2, N,))
    v6 = v4 / v4
    v7 = np.cumsum(v5, axis=0)
    v8 = np.logical_xor(v7, v5)
    v9 = np.ptp(v7, axis=0, keepdims=True)
    return v6, v8, v9


def p394(x1, x2, x3, x7, x9, N, M):
    v4 = np.maximum(x2, x3)
    v5 = v4 + v4
    v6 = v5 + M
    v8 = x7 + x3
    v10 = v8 @ x9
    v11 = v10 ** 2
    v13 = x1[1:] + x1[:-1]
    v14 = np.cumprod(x3, axis=0)
    v16 = v6[1:] + v6[:-1]
    return v11, v13, v14, v16


def p395(x1, x2, x7, u9, x10, i11, N, M):
    v4 = np.min(x2)
    v5 = np.minimum(x2, x2)
    v6 = cast(v5, "u64")
    v8 = np.max(over(x7[axis(M, 0, 2)] * cast(axis(M, 0, 2), "f64") + x7[axis(M, 0, 2)], (M, 3,)), axis=(1,))
    u9 = u9 * x10
    v12 = v8[i11]
    v13 = np.max(v12, keepdims=True)
    v14 = np.roll(v13, 5, axis=0)
    v15 = np.min(x1, axis=-1)
    return v4, v6, v14, v15, u9


def p396(x1, x2, x4, N, M):
    v3 = x1.T
    v5 = over(x4[axis(M, 0, 1)] * x4[axis(M, 0, 1)], (M,))
    v6 = np.var(v5, axis=0)
    v7 = np.mean(x2)
    v9 = np.sqrt(np.sum(v5 * v5, axis=0) + 1)
    return v3, v6, v9, v7


def p397(x1, x2, u3, u4, N, M):
    u3 = u3 + x2
    u3 = u3 - x2
    u4 = u4 + u3
    v5 = u3 @ u4
    v6 = over(v5[M - 1, axis(2, 0, 1) % M] * cast(axis(2, 0, 1), "f64"), (2,))
    v7 = np.cumprod(x1, axis=0)
    v8 = u4 - 0.25
    v9 = np.prod(v7, axis=0)
    return v6, v8, v9, u3, u4


def p398(x2, x3, i6, x8, u10, M, K):
    v4 = -x3
    v5 = v4 ** 3
    v7 = v5[i6]
    v9 = v5 + x8
    u10 = np.roll(u10, 1, axis=0)
    v11 = v5 / v9
    v12 = ~x2
    v13 = v12 & x2
    return v7, v11, v13, u10


def p399(x1, x2, x9, N, M):
    v3 = x2[x2 % M]
    v4 = np.cumsum(x2, axis=0)
    v5 = np.tile(v3, (3,))
    v6 = np.roll(v5, 5, axis=0)
    v7 = np.roll(x2, 2, axis=0)
    v8 = np.pad(x1, ((2, 2),), mode="constant")
    v10 = v6 > x9
    return v4, v7, v8, v10


def p400(x1, u10, i11, N):
    v2 = x1 * 2.5 + 1
    v3 = np.einsum("ij->j", v2)
    v4 = np.min(over(v3[N - 1 - axis(N, 1, 3)] + v2[2 - 1 - axis(2, 0, 3), N - 1] * v3[N - 1], (2, N, 2,)), axis=(2,))
    v5 = N * v2
    v6 = np.pad(v5, ((1, 2), (0, 1)), mode="wrap")
    v7 = np.sqrt(np.sum(v6 * v6, axis=1) + 1)
    v9 = v2.ravel()
    u10 = u10[i11] - u10
    v12 = over(np.where((axis(4, 0, 2) + axis(4, 0, 2)) % 2 == 0, x1[axis(4, 0, 2) % 2, axis(4, 0, 2) % N], 1), (4, 1,))
    return v12, v7, v9, v4, u10


def p401(x1, x3, u10, x11, N, M, K):
    v4 = np.searchsorted(np.sort(x3), x3, side="left")
    v5 = -x1
    v6 = v5[-3::-1, 0:2:3]
    v8 = (v4 + v4) * np.sum(v4 * v4)
    v9 = np.squeeze(v6, axis=1)
    u10 = u10 + x11
    return v8, v9, u10


def p402(x1, x2, i4, N, M):
    v5 = x2[i4[axis(M, 0, 1)]]
    v6 = np.exp(v5 - np.max(v5, 0, keepdims=True)) / np.sum(np.exp(v5 - np.max(v5, 0, keepdims=True)), 0, keepdims=True)
    v7 = np.cumsum(v6, axis=0)
    v8 = np.min(x1, axis=-1, keepdims=True)
    w9 = v7
    w9 = w9 + 1
    v10 = segments(np.add, v8, i4, M)
    v11 = np.flip(v10, axis=0)
    v12 = np.roll(v11, 3, axis=1)
    return w9, v12


def p403(x1, x2, x6, u10, N, M):
    v3 = np.einsum("ij,ij->j", x1, x1)
    v4 = x1.T
    v5 = np.minimum(v4, v4)
    v7 = np.where(x2, x6, 0)
    v8 = cast(v7, "f32")
    v9 = np.exp(v8 - np.max(v8, 0, keepdims=True)) / np.sum(np.exp(v8 - np.max(v8, 0, keepdims=True)), 0, keepdims=True)
    u10 = np.broadcast_to(x6, (6, N,))
    v11 = -v3
    v12 = np.ptp(v11, axis=0)
    u10 = np.broadcast_to(v12, (6, N,))
    return v5, v9, u10


def p404(x1, x2, x3, x4, i6, x7, N, M, K):
    v5 = x4 * x4
    v8 = at(np.add, x3, i6, x7)
    v10 = x1.T
    v11 = N * v10
    v12 = np.tile(x2, (2,))
    return v5, v8, v12, v11


def p405(x1, x2, x5, x10, N, M):
    v3 = cast(x2, "f32")
    v4 = np.sort(x1, axis=0)
    v6 = x5 - v3
    v7 = np.eye(3, M, k=0)
    v8 = v7.reshape((M, 3,))
    w9 = v8
    w9 = np.broadcast_to(x10, (M, 3,))
    return v4, v6, w9


def p406(x2, x6, N, M):
    v3 = np.sum(x2, axis=-1)
    v4 = x2.sum(axis=0)
    v5 = np.ptp(x2, axis=-1)
    v7 = over(x6[axis(N, 0, 1)] - x6[axis(N, 0, 1)] * x6[axis(N, 0, 1)], (N,))
    v8 = np.einsum("i,j->ij", x6, v7)
    w9 = v8
    w9 = w9 * v7
    return v3, v4, v5, w9


def p407(x1, u12, N):
    v3 = np.einsum("i,i->i", x1, x1)
    v4 = v3 + v3
    v5 = v4 + x1
    v6 = np.einsum("i,j->ij", v5, v5)
    v7 = np.max(v6, axis=1)
    v8 = np.argmax(v5, axis=0, keepdims=True)
    v9 = v8 + v4
    v10 = np.sum(v9, axis=0, keepdims=True)
    v11 = v6.T
    u12 = np.broadcast_to(v11, (N, N,))
    return v7, v10, u12


def p408(x2, i8, M):
    v3 = x2 == 2
    v4 = np.flip(v3, axis=0)
    v5 = np.max(x2, axis=0, keepdims=True)
    v6 = cast(v5, "u16")
    v7 = np.eye(2, 1, k=-1)
    v9 = np.bincount(i8, minlength=6)
    v10 = np.argmax(v6, axis=0, keepdims=True)
    v11 = np.take_along_axis(v10, v10, axis=0)
    return v4, v7, v9, v11


def p409(x1, x2, u5, x12, N, M):
    v3 = np.arange(1, dtype="f8")
    v4 = x2 * x2
    u5 = u5 - x1
    v6 = v3 ** 2
    v7 = np.kron(v6, v6)
    v8 = -v7
    v9 = np.abs(v8) + 1.5
    v10 = v8 / v9
    v11 = u5 & u5
    u5 = u5 + x12
    v13 = np.pad(v10, ((1, 1),), mode="constant")
    return v4, v11, v13, u5


def p410(x1, x2, x7, i9, N, M):
    v4 = x1 % 3
    v5 = np.argmin(x2, axis=0)
    v6 = np.argsort(v5, axis=0, kind="stable")
    v8 = np.cross(x7, x7)
    v10 = v8[axis(N, 0, 2), i9[axis(6, 1, 2)]]
    return v4, v6, v10


def p411(x1, x8, N, M):
    v4 = x1 * x1
    v5 = np.exp(v4 - np.max(v4, 1, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 1, keepdims=True)), 1, keepdims=True)
    v6 = np.roll(v5, 1, axis=0)
    v7 = np.mean(v5, axis=1, keepdims=True)
    v9 = np.stack([v7, x8], axis=-1)
    v10 = v9 - 0.25
    v11 = np.max(v6, axis=-2)
    v12 = v11 * v11
    v13 = v5 + v12
    w14 = v13
    w14 = np.roll(w14, 1, axis=0)
    return v10, w14


def p412(x1, x3, u5, N, M):
    v4 = x1 + M
    u5 = u5 - x3
    v6 = np.var(u5, axis=(0, -1))
    v7 = np.clip(v6, 1, 3)
    v8 = x1 != 2
    return v4, v7, v8, u5


def p413(x1, x2, N, M):
    w3 = x2
    w3 = np.broadcast_to(x2, (M,))
    v4 = np.roll(x1, 2, axis=0)
    v5 = w3 != w3
    v6 = v5.sum(axis=-1)
    v7 = np.arcsinh(v4)
    return v6, v7


def p414(x1, x2, i6, N, M):
    v4 = np.searchsorted(np.sort(x2), x2, side="right")
    v5 = np.min(over(x2[axis(M, 0, 2)] * cast(axis(M, 0, 2), "f64"), (M, M,)), axis=(0, 1))
    v7 = at(np.add, x1, i6, x1)
    v8 = np.einsum("i,i->", v4, v4)[()]
    v9 = np.stack([v7, v7], axis=1)
    v10 = np.maximum.accumulate(v9, axis=0)
    v11 = np.pad(v10, ((1, 2), (0, 2)), mode="constant", constant_values=1)
    return v5, v8, v11


def p415(x1, u4, x6, N):
    v2 = np.cumprod(x1, axis=0)
    v3 = np.sqrt(np.var(x1, axis=-1) + 1)
    u4 = np.broadcast_to(v3, (N,))
    v5 = u4 - 2 * N
    v7 = over(x6[axis(2, 0, 1)] * x6[axis(2, 0, 1) % 2] - x6[2 - 1 - axis(2, 0, 1)] * x6[axis(2, 0, 1)], (2,))
    return v2, v5, v7, u4


def p416(x1, x2, x3, N, M):
    v4 = x2 ** 3
    v5 = np.roll(x1, -2, axis=0)
    v6 = x3 ** 3
    v7 = cast(v6, "f32")
    v8 = v7 * x2
    v9 = np.cumsum(v8, axis=0)
    v10 = np.kron(v8, v9)
    v11 = np.cumsum(v4, axis=0)
    return v5, v10, v11


def p417(x1, x2, x6, N, M):
    v3 = x2[-2::3]
    v4 = np.mean(v3)
    v5 = np.maximum(x1, x1)
    v7 = v5 > x6
    v8 = -v4
    v9 = np.argsort(v7, axis=0, kind="stable")
    v10 = v9[v9]
    v11 = v10 + 1
    v12 = v7[v10 % N]
    return v8, v11, v12


def p418(x1, x2, i4, i11, N, M):
    v5 = x1[i4[axis(4, 0, 1)]]
    v6 = np.flip(v5)
    v7 = v6 > 3
    v8 = cast(v7, "f64")
    v9 = np.where(v7, v8, 0)
    v10 = np.minimum.accumulate(v9, axis=0)
    v12 = np.take(v10, i11, axis=0)
    v13 = np.einsum("ij,ij,ij->ji", x2, x2, x2)
    v14 = np.roll(v13, 5, axis=0)
    return v12, v14


def p419(x1, x4, i7, u9, N):
    v2 = x1.reshape((3, N,))
    v3 = np.stack([x1, x1], axis=-1)
    v5 = over(x4[axis(N, 0, 1)] - x4[N - 1 - axis(N, 0, 1)] * x4[(axis(N, 0, 1) + 1) % N], (N,))
    v6 = v5[1, None]
    v8 = at(np.add, x4, i7, v5)
    u9 = u9[i7]
    return v2, v3, v6, v8, u9


def p420(x1, u3, u6, i7, N):
    v2 = np.argsort(x1, axis=0, kind="stable")
    u3 = u3 * v2
    u3 = u3 + v2
    v4 = np.argmin(u3, axis=0)
    v5 = np.pad(u3, ((1, 1),), mode="constant")
    u6 = u6 + v5
    u6 = u6[i7]
    v8 = cast(u3, "f32")
    v9 = np.sqrt(np.sum(v8 * v8, axis=0) + 1)
    v10 = v8[v5 % N]
    return v4, v9, v10, u3, u6


def p421(x1, x2, i8, N, M):
    v3 = np.tile(x2, (1, 2))
    v4 = np.einsum("i,j->", x1, x1)[()]
    v5 = np.pad(x2, ((1, 1), (0, 0)), mode="constant")
    v6 = v5 & v5
    v7 = v6 | v6
    v9 = segments(np.add, x1, i8, 2)
    return v4, v3, v7, v9


def p422(x1, x2, x7, N, M):
    v3 = np.prod(x1, axis=0, keepdims=True)
    w4 = x2
    w4 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w4, range(2))
    v5 = v3 ** 2
    w4 = np.broadcast_to(x2, (M, 4,))
    v6 = np.zeros((M,), DTYPES["i32"])
    v8 = over(np.where((axis(6, 0, 1) + axis(6, 0, 1)) % 2 == 0, x7[axis(6, 0, 1)] * x7[axis(6, 0, 1)] + x7[6 - 1 - axis(6, 0, 1)], 1), (6,))
    return v5, w4, v6, v8


def p423(x1, N):
    v2 = cast(x1, "f32")
    v3 = np.sqrt(np.sum(v2 * v2, axis=0) + 1)
    v4 = np.sqrt(np.abs(x1))
    v5 = np.abs(v3)
    v6 = v4.sum(axis=-1)
    v7 = np.pad(x1, ((2, 1),), mode="constant", constant_values=4)
    v8 = np.maximum.accumulate(v7, axis=0)
    return v5, v6, v8


def p424(x1, x3, u5, i6, N, K):
    w4 = x3
    w4 = w4 - x3
    u5 = u5[i6] - u5
    v7 = np.min(x1, axis=0)
    v8 = w4.sum(axis=0, keepdims=True)
    v9 = np.cumprod(v8, axis=0)
    return v7, v9, u5


def p425(x3, N):
    v4 = over(x3[(axis(N, 0, 1) + 2) % N] * cast(axis(N, 0, 1), "f64"), (N,))
    v5 = np.abs(v4) + 1.5
    v6 = x3 / v5
    v7 = np.cumsum(v6, axis=0)
    v8 = np.prod(v7, axis=0)
    return v8


def p426(x2, x3, M):
    v4 = np.cumprod(x2, axis=0)
    v5 = cast(x3, "f64")
    w6 = v4
    w6 = np.broadcast_to(v4, (M,))
    return v5, w6


def p427(x1, x2, x3, N, M):
    v4 = np.sin(x3)
    v5 = np.argmin(x2, axis=0)
    v6 = np.roll(v5, -1, axis=0)
    v7 = np.sum(x1, axis=0, keepdims=True)
    v8 = np.cumprod(v7, axis=0)
    return v4, v6, v8


def p428(x1, x2, x9, N, M):
    v3 = np.argmin(x2, axis=1)
    v4 = v3 ^ v3
    v5 = np.max(x1, axis=-1, keepdims=True)
    v6 = v5 @ v5
    v7 = np.cumsum(v4, axis=0)
    v8 = over(x2[axis(M, 1, 2) % N, axis(M, 1, 2)] * x2[axis(6, 0, 2) % N, axis(6, 0, 2) % M] + x2[axis(M, 1, 2) % N, axis(M, 1, 2)], (6, M,))
    v10 = x2 @ x9
    return v6, v7, v8, v10


def p429(x1, x2, i3, N, M):
    v4 = x1[i3]
    v5 = np.maximum(x2, x2)
    v6 = np.einsum("i,i->i", v5, v5)
    v7 = np.einsum("i,j->ij", x2, x2)
    v8 = v6 != 0
    v9 = np.einsum("ij,jk->i", v7, v7)
    v10 = v7 @ v5
    v11 = np.min(v10)
    return v4, v8, v9, v11


def p430(x2, N, M):
    v3 = np.cumsum(x2, axis=0)
    v4 = x2.T
    v5 = np.mean(v4, axis=(0, -1), keepdims=True)
    v6 = np.arange(N, 0, -1, dtype="f4")
    return v3, v5, v6


def p431(x1, x2, i4, N, M):
    v3 = x2 - 2
    v5 = x1[i4]
    v6 = cast(v3, "u32")
    v7 = v6[v5 % M]
    v8 = v6 + v6
    v9 = np.flip(v8)
    v10 = segments(np.add, v5, i4, N)
    v11 = np.argsort(v9, axis=0, kind="stable")
    return v7, v10, v11


def p432(x1, x2, u3, x4, i9, N, M):
    u3 = u3 + x2
    v5 = x2 ^ x4
    v6 = x1[:, 0]
    v7 = np.concatenate([v6, v6], axis=0)
    v8 = x4 + 1
    v10 = x2[axis(M, 0, 2), i9[axis(M, 1, 2)]]
    v11 = np.roll(v8, (2, 1), axis=(0, 1))
    v12 = np.roll(v5, 3, axis=0)
    return v7, v10, v11, v12, u3


def p433(x1, x3, x6, N, M):
    v4 = np.mean(x1, axis=-1)
    v5 = np.var(x1, axis=0, keepdims=True)
    v7 = np.min(over(x3 * x3 - x6[axis(M, 3, 4), axis(N, 0, 4)], (N, M, M, M,)), axis=(2, 3))
    v8 = v7 + N
    v9 = x6[:, 0]
    v10 = np.roll(v9, -2, axis=0)
    v11 = np.triu(v8, k=0)
    return v4, v5, v10, v11


def p434(x1, x2, i8, N, M):
    v3 = np.concatenate([x2, x2, x2], axis=0)
    v5 = x1[1:] + x1[:-1]
    v6 = np.argmin(x1, axis=0, keepdims=True)
    v7 = np.sign(x1)
    v9 = v5[i8]
    v10 = np.sort(v9, axis=0)
    v11 = np.flip(v10, axis=0)
    return v3, v6, v7, v11


def p435(x1, x2, x4, x7, N, M, K):
    v8 = over(x7[axis(K, 0, 1)] + x7[axis(K, 0, 1)], (K,))
    v9 = np.cumsum(x1, axis=0)
    v10 = np.einsum("i,i->i", x2, x2)
    v11 = x4 <= 2
    v12 = np.argsort(v10, axis=0, kind="stable")
    v13 = cast(v11, "f64")
    v14 = x1 >= v13
    return v8, v14, v12, v9


def p436(x1, x2, x3, u6, x9, N, M):
    v4 = x1[x2 % N]
    v5 = cast(v4, "i8")
    u6 = np.broadcast_to(v5, (M,))
    v7 = np.sign(x3)
    v8 = np.stack([x2, x2], axis=0)
    u6 = u6 + x9
    v10 = np.cumprod(u6, axis=0)
    v11 = np.argmax(v10, axis=0, keepdims=True)
    v12 = np.concatenate([v11, v11], axis=0)
    return v7, v8, v12, u6


def p437(x1, x2, i12, N, M):
    v3 = np.cos(x1)
    v4 = x2 >> 2
    v6 = np.exp(v3 - np.max(v3, 0, keepdims=True)) / np.sum(np.exp(v3 - np.max(v3, 0, keepdims=True)), 0, keepdims=True)
    v7 = np.sum(v6, axis=0)
    v8 = np.max(v6, axis=-1, keepdims=True)
    v13 = v8[i12]
    v14 = np.full((4, 2,), 3, DTYPES["i32"])
    return v14, v7, v4, v13


def p438(x1, x2, x3, u6, i8, N, M, K):
    v4 = np.mean(x2, axis=0)
    v5 = np.sum(x3, axis=-1, keepdims=True)
    u6 = u6 - v5
    v7 = u6[x2 % 1]
    v9 = segments(np.add, x1, i8, M)
    v10 = over(x2[axis(K, 0, 1) % M] + x2[axis(K, 0, 1) % M], (K,))
    return v4, v7, v9, v10, u6


def p439(x2, x5, x6, M):
    v3 = x2 // 5
    w4 = v3
    w4 = w4 * x5
    v7 = np.cross(x6, x6)
    return w4, v7


def p440(x1, x2, N, M):
    v4 = x1 << 3
    v5 = np.maximum(v4, v4)
    v6 = np.einsum("ij->ji", x2)
    v7 = v6 @ x2
    v8 = np.argmax(v7, axis=1, keepdims=True)
    return v5, v8


def p441(x1, i5, u9, N):
    v3 = np.sort(x1, axis=0)
    w4 = x1
    w4 = np.broadcast_to(v3, (1, N,))
    v6 = w4[i5]
    v7 = v6.reshape((1, 1, N,))
    v8 = v7 | v7
    u9 = u9[i5]
    return v8, u9


def p442(x1, x2, x3, N, M):
    v5 = (x2 + x3) * np.sum(x2 * x3)
    v6 = v5 * 2.5 + 1
    w7 = v6
    w7 = w7 + 1
    v8 = np.argmax(w7, axis=0, keepdims=True)
    v9 = np.take_along_axis(w7, v8, axis=0)
    v10 = np.ones((N,), DTYPES["f64"])
    v11 = np.cumprod(v9, axis=0)
    v12 = np.concatenate([x3, x2], axis=-1)
    v13 = np.cumprod(v12, axis=0)
    v14 = x1.sum()
    return v10, v11, v13, v14


def p443(x1, x7, N):
    v2 = x1 // x1
    v3 = np.flip(v2)
    v4 = x1 ** 3
    v5 = np.concatenate([v4, v4], axis=0)
    v6 = v3.sum()
    v8 = v5 @ x7
    return v6, v8


def p444(x1, x2, i3, u7, N, M):
    v4 = at(np.add, x1, i3, x1)
    v5 = x1 * v4
    v6 = np.ptp(x2, axis=-1)
    u7 = u7[i3] - u7
    return v5, v6, u7


def p445(x2, x7, u10, N, M):
    w4 = x2
    w4 = w4 - x2
    v5 = np.argmin(x2, axis=0, keepdims=True)
    v6 = ~v5
    v8 = over(w4[axis(N, 0, 1) % M, axis(N, 0, 1) % 3] * x7[axis(N, 0, 1)] - x7[axis(N, 0, 1) % N] * cast(axis(N, 0, 1), "i32"), (N,))
    v9 = v8 ** 2
    u10 = u10 + 2
    v11 = cast(v5, "f32")
    v13 = v8[1:] + v8[:-1]
    return v6, v9, v11, v13, u10


def p446(x1, x2, x3, x11, x13, N, M, K):
    v6 = np.var(x2, axis=0)
    v7 = x3[:-2:2]
    w8 = x1
    w8 = w8 * v6
    v10 = w8[1:] + w8[:-1]
    v12 = np.min(over(x11[axis(K, 0, 2)], (K, N,)), axis=(1,))
    v14 = np.cross(x13, x13)
    return v12, v10, v7, v14


def p447(x1, i5, x9, N):
    v2 = np.sum(x1, axis=0)
    v4 = x1[1:] + x1[:-1]
    v6 = segments(np.add, v4, i5, N)
    v7 = v2 ** 2
    v8 = np.mean(x1, axis=0)
    v10 = over(x9[axis(3, 0, 1)] - x9[axis(3, 0, 1)] * x9[axis(3, 0, 1)], (3,))
    v11 = np.sort(v10, axis=0)
    v12 = np.einsum("i->i", v11)
    v13 = np.sqrt(np.sum(v12 * v12, axis=0) + 1)
    v14 = np.repeat(v6, 2, axis=0)
    v15 = np.einsum("i,i->i", v14, v14)
    return v7, v8, v13, v15


def p448(x1, i8, x9, N):
    v2 = np.sum(over(x1[axis(N, 0, 2)] * x1[axis(N, 0, 2)] - x1[axis(N, 0, 2)] * x1[axis(N, 0, 2)], (N, 4,)), axis=(0, 1))
    v3 = np.vecdot(x1, x1)
    v5 = np.broadcast_to(x1, (6, N,))
    v10 = at(np.minimum, x1, i8, x9)
    v11 = np.tile(v5, (1, 2))
    return v10, v2, v3, v11


def p449(x1, x2, u6, N, M):
    v3 = np.cumsum(x2, axis=0)
    v4 = v3 < 3
    v5 = np.sort(x1, axis=0)
    u6 = np.broadcast_to(x1, (N,))
    return v4, v5, u6


def p450(x1, x2, N, M):
    v3 = np.einsum("ij,ij->ji", x1, x1)
    v4 = x2 & x2
    v5 = np.var(v3, axis=(0, -1))
    v6 = np.sort(v4, axis=0)
    v7 = v6 <= v6
    return v5, v7


def p451(x1, x2, u3, i5, x6, x13, N, M):
    u3 = u3 + x1
    v4 = u3 % 4
    v7 = at(np.add, v4, i5, x6)
    v8 = u3.sum(axis=0, keepdims=True)
    v9 = v8 // 5
    v10 = np.stack([v7, v7, v7], axis=0)
    v11 = x2 | x2
    v12 = v11 & v11
    v14 = np.concatenate([x13, v9, x13], axis=0)
    return v10, v12, v14, u3


def p452(x1, N):
    v3 = np.sort(x1, axis=0)
    v4 = np.sort(v3, axis=0)
    v5 = np.argmax(x1, axis=0)
    v6 = np.maximum(v5, v5)
    return v4, v6


def p453(x1, N):
    v3 = x1.sum(axis=0)
    v4 = x1.sum(axis=0, keepdims=True)
    v5 = np.einsum("i->i", v4)
    v6 = v5 - v3
    return v6


def p454(x1, x2, N, M):
    v3 = np.concatenate([x1, x1], axis=-1)
    v4 = v3 ^ v3
    v5 = np.roll(x2, -1, axis=0)
    v6 = v4[v4 % (2 * N)]
    return v5, v6


def p455(x1, i4, N):
    v2 = x1 + N
    w3 = v2
    w3 = w3 - x1
    v5 = np.bincount(i4, minlength=N)
    return w3, v5


def p456(x1, x2, x3, i4, N, M, K):
    v5 = x3[i4[axis(K, 0, 1)]]
    v6 = np.roll(v5, 2, axis=0)
    v7 = x2 * x2
    v8 = np.max(x1, axis=1)
    v9 = np.argmax(v8, axis=0, keepdims=True)
    v10 = v9 - v9
    return v6, v7, v10


def p457(x1, x2, x3, i6, N, M, K):
    v5 = x3 % 2
    v7 = segments(np.add, x2, i6, 4)
    v8 = cast(v7, "i32")
    v10 = np.all(x1)
    v14 = np.sqrt(np.var(v8, axis=-1) + 1)
    v17 = np.arange(N, 0, -1, dtype="f4")
    return v10, v5, v17, v14


def p458(x1, x2, x5, u8, u12, i13, N, M):
    v4 = np.any(x2, axis=-1)
    v6 = np.where(v4, x1, x5)
    v7 = np.pad(v6, ((0, 1), (0, 2)), mode="edge")
    u8 = u8 + 0.5 * v7
    v9 = np.any(x2, axis=0)
    v10 = np.argmin(u8, axis=0)
    v11 = np.diag(v6)
    u12 = u12[i13]
    v14 = np.searchsorted(np.sort(v11), u12, side="right")
    v15 = at(np.maximum, v14, i13, v14)
    v16 = np.einsum("i,i->", v11, u12)[()]
    return v9, v10, v15, v16, u8, u12


def p459(x1, x2, x5, x10, N, M):
    v3 = cast(x2, "f32")
    v4 = np.sqrt(np.sum(v3 * v3, axis=0) + 1)
    v6 = over(np.where((axis(1, 1, 2) + axis(1, 1, 2)) % 2 == 0, x5[axis(6, 0, 2), 1 - 1 - axis(1, 1, 2)] * cast(axis(6, 0, 2), "f64"), 1), (6, 1,))
    v7 = np.sum(x1, axis=-1)
    v9 = np.sum(x5)
    v11 = v6 @ x10
    return v7, v9, v11, v4


def p460(x2, i5, x8, N, M):
    w3 = x2
    w3 = w3 + 2
    v4 = np.linspace(-1, 2, N)
    v6 = segments(np.add, v4, i5, N)
    v7 = np.transpose(w3, (1, 0))
    v9 = np.sum(over(v6[axis(M, 0, 3) % N] * v4[axis(4, 1, 3) % N] - x8[0] * cast(axis(M, 2, 3), "f64"), (M, 4, M,)), axis=(2,))
    v10 = v9 + v9
    v11 = np.outer(x8, x8)
    v12 = np.roll(v4, 1, axis=0)
    return v7, v10, v11, v12


def p461(x1, x2, u5, u10, i11, N):
    v3 = over(x2[axis(3, 0, 1)] * x2[axis(3, 0, 1)] + x2[axis(3, 0, 1)] * (axis(3, 0, 1) + 1), (3,))
    v4 = np.einsum("i,i->i", v3, v3)
    u5 = u5 + v4
    v6 = np.sqrt(np.var(x1, axis=0, keepdims=True) + 1)
    v7 = v6 + v6
    v8 = np.argmin(u5, axis=0, keepdims=True)
    v9 = np.take_along_axis(u5, v8, axis=0)
    u10 = u10[i11]
    return v7, v9, u5, u10


def p462(x1, x2, x3, x10, N, M, K):
    v4 = np.min(over(x3[axis(K, 0, 3)] - x2[axis(N, 1, 3) % M, axis(K, 0, 3)] * cast(axis(K, 0, 3), "f32"), (K, N, 6,)), axis=(2,))
    v5 = np.roll(x1, 1, axis=0)
    v6 = np.cumprod(v5, axis=0)
    v7 = np.einsum("ij,i,ij->ij", v4, x3, v4)
    v8 = v7 - 2 * N
    v9 = v8[:, ::-2]
    v11 = v9 @ x10
    v12 = np.linspace(-1, 2, 6)
    return v6, v11, v12


def p463(x1, x2, x8, x9, N, M):
    v3 = np.cumsum(x1, axis=0)
    v4 = x1[x2 % N]
    v5 = np.max(x1, axis=-1)
    v6 = v5[None, :]
    w7 = v5
    w7 = w7 - x8
    v11 = (w7 + x9) * np.sum(w7 * x9)
    v12 = np.argmax(v11, axis=0)
    v13 = v6 > v6
    v14 = np.min(over(v12, (N, 4,)), axis=(1,))
    return v3, v4, v13, v14


def p464(x1, x2, N, M):
    v3 = np.pad(x1, ((0, 0),), mode="constant")
    v4 = np.searchsorted(np.sort(x1), x1, side="right")
    v5 = np.swapaxes(x2, 0, 1)
    v6 = np.vecdot(v5, v5)
    return v3, v4, v6


def p465(x2, i3, u5, i9, M):
    v4 = x2[i3]
    u5 = np.broadcast_to(v4, (M, M,))
    v6 = segments(np.add, u5, i3, 1)
    u5 = u5 - v4
    v7 = np.sum(u5, axis=-1)
    v8 = v4 ^ u5
    v10 = at(np.maximum, v7, i9, v7)
    v11 = np.searchsorted(np.sort(v10), v10, side="left")
    v12 = np.abs(v6)
    v13 = v12[v7, v4 % M]
    v14 = v13[:, i9]
    return v8, v11, v14, u5


def p466(x1, x2, x10, N, M):
    v3 = np.take(x2, x2 % M, axis=0)
    v4 = x1[:, None]
    v5 = ~v4
    v6 = v5 - v5
    v7 = np.einsum("ij,ij->i", v6, v6)
    v8 = np.cumsum(v5, axis=0)
    v9 = np.minimum(v6, v8)
    v11 = v8 | x10
    return v3, v7, v9, v11


def p467(x1, x2, i8, N, M):
    v3 = np.cumprod(x2, axis=0)
    v4 = v3.sum(axis=0, keepdims=True)
    v5 = np.cumsum(v4, axis=1)
    v6 = v5 % v5
    v7 = x1[-1, -3:-1]
    v9 = v6[:, i8]
    v10 = v9[:, :1:-1]
    v11 = np.minimum(v7, v7)
    v12 = np.ptp(v11)
    return v10, v12


def p468(x1, x2, u3, x4, N, M):
    u3 = u3 + 0.5 * x1
    v5 = x4 * u3
    v6 = np.outer(v5, x4)
    v7 = v6 / u3
    u3 = u3[::-1]
    v8 = np.flip(u3, axis=0)
    v9 = np.min(v8, axis=-1)
    v10 = np.concatenate([x2, v5], axis=-1)
    v11 = np.mean(v10, axis=0, keepdims=True)
    v12 = np.max(v11, axis=0)
    v13 = np.vecdot(v11, v11)
    return v7, v9, v12, v13, u3


def p469(x2, x3, N, M):
    v4 = x3 * 0.5
    v5 = over(axis(M, 0, 1) * axis(M, 0, 1) - 2, (M,))
    v6 = v5 << 3
    v7 = np.pad(v6, ((1, 0),), mode="edge")
    v8 = v7[:, None]
    v9 = np.argmax(x2, axis=0, keepdims=True)
    v10 = np.take_along_axis(x2, v9, axis=0)
    return v4, v8, v10


def p470(x1, x3, u6, x8, N, M, K):
    v4 = np.sqrt(np.sum(x3 * x3, axis=0) + 1)
    v5 = v4 ** 2
    u6 = u6 - v4
    v7 = np.mean(u6, axis=-1)
    v9 = np.tensordot(x1, x8, axes=1)
    v10 = x1 @ x8
    v11 = v10 // 3
    return v5, v7, v9, v11, u6


def p471(x1, x2, N, M):
    v3 = x2 + 4
    v4 = v3 + v3
    v5 = x1 & x1
    v6 = v4 - v4
    v7 = v6 * v6
    v8 = np.abs(v7)
    v9 = np.var(v5, axis=-1)
    v10 = np.ptp(v8, axis=0)
    v11 = np.eye(1, N, k=0)
    return v9, v10, v11


def p472(x1, N):
    v2 = x1 + x1
    v3 = np.roll(v2, (3, 1), axis=(0, 1))
    v4 = np.triu(x1, k=-1)
    v5 = np.abs(v4) + 1.5
    v6 = v3 / v5
    v7 = v6 / v6
    v8 = np.sort(v4, axis=0)
    return v7, v8


def p473(x1, x3, N, K):
    v4 = x1 - x1
    v5 = np.max(x3, axis=0, keepdims=True)
    v6 = v5 - v5
    v7 = np.prod(v6)
    return v4, v7


def p474(x1, x2, i3, x6, i14, N, M):
    v4 = np.take(x2, i3, axis=1)
    v5 = v4 * 2.5 + 1
    v7 = x1 != x6
    v8 = segments(np.add, v5, i3, 4)
    v9 = cast(x6, "f64")
    v10 = v8 / v9
    v11 = np.argsort(v7, axis=0, kind="stable")
    v13 = (v11 + v11) * np.sum(v11 * v11)
    v15 = v13[i14[axis(N, 0, 2)], axis(N, 1, 2)]
    v16 = np.einsum("ij,ij,ki->kji", v15, v15, v11)
    return v10, v16


def p475(x2, x3, x11, N, M):
    v4 = x3 - 2 * N
    v5 = ~x2
    v7 = np.sort(x2, axis=0)
    v8 = cast(v7, "i64")
    v9 = np.cumprod(v8, axis=0)
    v10 = x2 & v5
    v12 = np.min(over(x11[2 - 1 - axis(2, 0, 2), (axis(6, 1, 2) + 1) % 6] - x11[axis(2, 0, 2), axis(6, 1, 2)], (2, 6,)), axis=(1,))
    v13 = np.einsum("i,ij->ji", v12, x11)
    return v4, v13, v9, v10


def p476(x2, u10, i11, M):
    v4 = np.ceil(x2)
    v5 = np.sum(v4, axis=-1, keepdims=True)
    v6 = np.sqrt(np.var(v5, axis=0) + 1)
    v7 = 4 * v6
    v8 = np.cumsum(x2, axis=0)
    v9 = np.exp(v8 - np.max(v8, 0, keepdims=True)) / np.sum(np.exp(v8 - np.max(v8, 0, keepdims=True)), 0, keepdims=True)
    u10 = u10[i11]
    return v7, v9, u10


def p477(x1, x2, i4, u7, x8, N, M, K):
    v5 = x1[i4]
    v6 = np.sort(v5, axis=0)
    u7 = u7 + x8
    v9 = x2[1:]
    v10 = np.diff(u7, axis=0)
    return v6, v9, v10, u7


def p478(x1, x3, u5, N, M, K):
    u5 = u5 + x3
    v6 = np.sum(u5, axis=0)
    v7 = np.min(over(x1[axis(N, 0, 2)], (N, M,)), axis=(1,))
    v9 = np.argmin(v7, axis=0)
    v10 = np.diff(v7, axis=0)
    v11 = np.take(v10, u5 % (N - 1), axis=0)
    v12 = np.pad(v11, ((0, 1),), mode="constant")
    v13 = np.asarray(np.count_nonzero(x3, axis=-1))[()]
    return v12, v6, v13, v9, u5


def p479(x1, x2, x3, x8, N, M, K):
    v4 = np.max(x2, axis=-1)
    v5 = x3[:, None]
    v6 = np.outer(x1, x1)
    v7 = v5 * v5
    v9 = v7 ^ x8
    v10 = np.argmax(v9, axis=1, keepdims=True)
    v11 = x8.sum(axis=1)
    v12 = v11[:, None]
    v13 = np.argmin(v12, axis=0, keepdims=True)
    v14 = np.take_along_axis(v10, v13, axis=0)
    v15 = np.transpose(v14, (0, 1))
    return v4, v6, v15


def p480(x1, x3, x5, N):
    v4 = np.stack([x3, x1, x1], axis=0)
    v6 = v4 + x5
    v7 = np.argsort(v6, axis=0, kind="stable")
    v8 = np.transpose(v7, (2, 1, 0))
    v9 = over(axis(6, 0, 1) * axis(6, 0, 1) - 2, (6,))
    return v8, v9


def p481(x3, x6, K):
    v5 = np.minimum.accumulate(x3, axis=0)
    v7 = np.cross(x6, x6)
    v8 = np.sum(x3, axis=0)
    v9 = v8 ** 3
    return v5, v7, v9


def p482(x1, x3, x5, x13, N, M, K):
    v4 = np.pad(x3, ((1, 2),), mode="edge")
    v6 = np.concatenate([v4, v4, x5], axis=0)
    v7 = x1 ** 2
    v8 = np.stack([x1, v7], axis=0)
    v9 = np.sqrt(np.var(v6, axis=-1) + 1)
    v10 = np.pad(v8, ((2, 2), (1, 1)), mode="constant", constant_values=2)
    w11 = v10
    w11 = w11 - v10
    v12 = ~v7
    v14 = over(x13[0], (M,))
    v15 = v12 <= 3
    return v9, w11, v14, v15


def p483(x1, x2, x3, N, M):
    v4 = x3 ** 2
    v5 = x2.T
    v6 = np.floor(x1)
    v8 = x1[1:] + x1[:-1]
    return v4, v5, v6, v8


def p484(x3, i6, K):
    w4 = x3
    w4 = w4[::-1]
    v5 = np.argmin(w4, axis=0, keepdims=True)
    w4 = w4 + v5
    w4 = w4 + 2
    w4 = w4[i6]
    return w4


def p485(x2, x3, u12, x13, M):
    v4 = x2.reshape((1, 1, M,))
    v7 = np.transpose(v4, (0, 2, 1))
    v8 = np.stack([x2, x2, x2], axis=-1)
    u12 = np.broadcast_to(x13, (1, 2, M,))
    v14 = x3 - 2 * M
    v15 = np.argmax(u12, axis=0)
    return v15, v8, v7, v14, u12


def p486(x1, x2, N, M):
    v3 = np.concatenate([x2, x2], axis=-1)
    v4 = v3 >= v3
    v5 = x1 - 5
    v6 = np.swapaxes(x1, 1, 0)
    w7 = v5
    w7 = w7 - v5
    return v4, v6, w7


def p487(x1, x2, x3, u4, i7, N, M):
    u4 = u4[::-1]
    v5 = np.sign(u4)
    v6 = np.sort(v5, axis=0)
    u4 = u4[i7] - u4
    v8 = u4 @ x1
    v9 = x2[:, None]
    v10 = 1 / (1 + x3 * x3)
    return v6, v8, v9, v10, u4


def p488(x2, M):
    v3 = np.diff(x2, axis=0)
    w4 = v3
    w4 = np.broadcast_to(v3, (M - 1,))
    v5 = np.argmin(w4, axis=0, keepdims=True)
    v6 = np.take_along_axis(w4, v5, axis=0)
    v7 = np.einsum("i,i->i", v6, v6)
    v8 = np.argmax(v7, axis=0, keepdims=True)
    v9 = np.take_along_axis(v8, v8, axis=0)
    return v9


def p489(x2, x3, u5, x8, x13, N, M):
    v4 = x3 ** 3
    u5 = u5 + v4
    v9 = np.sum(over(x8[axis(N, 0, 2) % 4], (N, 4,)), axis=(0, 1))
    v10 = np.stack([x8, x8], axis=1)
    v11 = np.sort(v10, axis=0)
    v14 = over(np.where((axis(M, 1, 2) + axis(M, 0, 2)) % 2 == 0, x13[axis(M, 1, 2), axis(M, 0, 2)] + x13[axis(M, 1, 2), (axis(M, 0, 2) + 2) % M], 1), (M, M,))
    v15 = np.abs(x2)
    v16 = np.rot90(v14, 2)
    v17 = u5[v11 % M]
    return v9, v16, v17, v15, u5


def p490(x1, x2, u7, i9, N, M):
    v4 = np.arange(1, dtype="f8")
    v5 = np.sum(x2, axis=0)
    v6 = v5 % 3
    u7 = u7 + v6
    v8 = u7.sum(axis=0)
    v10 = segments(np.add, v4, i9, N)
    v11 = np.sum(x1, axis=-1, keepdims=True)
    v12 = x2.sum(axis=-1)
    return v8, v10, v11, v12, u7


def p491(x1, N):
    v3 = np.tile(x1, (2,))
    v4 = v3 ^ v3
    v5 = np.var(v4, axis=-1, keepdims=True)
    v6 = v3 ^ v4
    v7 = np.pad(v6, ((0, 2),), mode="constant", constant_values=3)
    w8 = v7
    w8 = w8 + v7
    return v5, w8


def p492(x1, x2, x3, x4, i9, x10, N, M):
    v5 = x2 * x4
    v6 = v5 != x3
    v7 = np.sort(v6, axis=0)
    v8 = v7.sum(axis=0)
    v11 = at(np.minimum, v5, i9, x10)
    v12 = np.max(x1, axis=0, keepdims=True)
    v13 = np.argsort(v12, axis=0, kind="stable")
    v14 = np.var(v13)
    v15 = np.sort(v11, axis=0)
    return v8, v14, v15


def p493(x2, x3, x4, x6, N, M, K):
    v5 = np.concatenate([x3, x4], axis=-2)
    v7 = x2 @ x6
    v9 = v7[1:] + v7[:-1]
    v10 = over(v7[axis(N, 0, 2)] - v7[axis(N, 0, 2)] * x6[axis(N, 0, 2) % M, axis(N, 0, 2)], (N, K,))
    v11 = np.transpose(v5, (1, 0))
    return v9, v10, v11


def p494(x1, x2, N, M):
    v4 = x1 / x1
    v5 = np.take(v4, x2 % N, axis=0)
    w6 = v5
    w6 = w6 + 2
    v7 = np.arcsinh(w6)
    v8 = np.argmax(x2, axis=0)
    v9 = v8 - 5
    v10 = v9.sum(keepdims=True)
    return v7, v10


def p495(x2, x3, x6, N, M):
    v4 = cast(x2, "i64")
    v5 = x3 * v4
    v7 = np.sum(over(v5[0, axis(1, 1, 2) % N] * (axis(2, 0, 2) + 1) - x6[axis(2, 0, 2)], (2, 1,)), axis=(1,))
    v8 = np.roll(v7, 1, axis=0)
    v9 = v5[:, x6]
    v10 = np.sign(x2)
    v11 = cast(v10, "i64")
    v12 = np.logical_xor(x3, v11)
    v13 = M * v11
    v14 = np.any(v12, keepdims=True)
    v15 = np.squeeze(v14, axis=0)
    return v8, v9, v13, v15


def p496(x1, x2, u5, N, M):
    v4 = x1 ^ x1
    u5 = u5 + x2
    v6 = np.stack([u5, u5], axis=-3)
    v7 = np.stack([u5, u5], axis=2)
    return v4, v6, v7, u5


def p497(x1, x2, N, M):
    v3 = x2[x2 % M]
    v4 = np.broadcast_to(v3, (M, M,))
    v5 = np.argmin(x1, axis=1, keepdims=True)
    v6 = np.take_along_axis(x1, v5, axis=1)
    return v4, v6


def p498(x1, x5, N):
    v3 = np.repeat(x1, 2, axis=0)
    v4 = x1.sum(axis=0, keepdims=True)
    v6 = np.einsum("i,ij->i", v4, x5)
    v7 = np.vecdot(v6, v6)
    v8 = np.tile(v3, (3,))
    return v7, v8


def p499(x1, x2, i5, N, M):
    v3 = x1.sum(axis=0)
    v4 = np.searchsorted(np.sort(x2), x2, side="left")
    v6 = v4[i5[axis(1, 0, 1)]]
    v7 = cast(v6, "i8")
    v8 = v7.sum(axis=-1)
    v9 = np.min(v4, axis=0, keepdims=True)
    v10 = np.outer(v9, v9)
    v11 = np.tril(v10, k=-1)
    v12 = v11 & v6
    v13 = np.sort(v12, axis=0)
    v14 = v8 < 3
    return v3, v13, v14


def p500(x1, i3, N):
    v2 = np.roll(x1, 2, axis=0)
    v4 = segments(np.add, v2, i3, 4)
    v5 = np.min(over(x1[N - 1 - axis(N, 1, 3)] * v2[axis(N, 1, 3)] + v2[0], (6, N, N,)), axis=(1, 2))
    v6 = np.maximum.accumulate(v5, axis=0)
    return v4, v6


def p501(x2, u3, N, M):
    u3 = u3 - x2
    v4 = u3 // 4
    v5 = np.max(u3, axis=-2)
    v6 = np.pad(v4, ((1, 1), (1, 1)), mode="symmetric")
    return v5, v6, u3


def p502(x1, x2, N, M):
    v4 = np.pad(x2, ((2, 0),), mode="constant", constant_values=2)
    v5 = np.pad(v4, ((1, 0),), mode="constant")
    v6 = v5 * v5
    v7 = v6 @ v6
    v8 = v7 | v7
    v10 = v6[1:] + v6[:-1]
    v12 = v10[1:] + v10[:-1]
    v13 = np.cumsum(x1, axis=0)
    return v8, v12, v13


def p503(x1, x2, x9, N, M):
    v4 = np.roll(x2, 2, axis=0)
    v5 = np.linspace(-1, 2, 6)
    v6 = np.argmax(v4, axis=0)
    v7 = x1.sum(axis=0, keepdims=True)
    v10 = np.sum(over(x9[axis(M, 1, 2), axis(3, 0, 2)], (3, M,)), axis=(0, 1))
    return v10, v6, v5, v7


def p504(x1, x2, x5, i7, x8, N, M):
    v3 = np.einsum("i,i,i->", x1, x1, x1)[()]
    v4 = np.minimum(x2, x2)
    v6 = np.max(over(x5[axis(M, 2, 3), axis(M, 1, 3)] + x5[axis(M, 1, 3), axis(M, 0, 3)] * cast(axis(M, 1, 3), "f64"), (M, M, M,)), axis=(2,))
    v9 = at(np.minimum, x1, i7, x8)
    v10 = v9[None, :]
    v11 = np.sort(v4, axis=0)
    v12 = v11[-1]
    return v3, v6, v10, v12


def p505(x2, u4, x7, u10, i11, M):
    v3 = np.einsum("ij,ij->ij", x2, x2)
    u4 = u4 - v3
    u4 = np.broadcast_to(x2, (6, M,))
    v5 = x2[0, :]
    v6 = np.logical_xor(u4, v5)
    v8 = v5 + x7
    u10 = u10[i11] - u10
    v12 = np.argsort(u10, axis=0, kind="stable")
    v13 = x2 != 0
    v14 = cast(x2, "bool")
    v15 = np.stack([v13, v14], axis=0)
    return v8, v6, v12, v15, u4, u10


def p506(x2, x4, x9, x11, N, M):
    v6 = x4 ** 2
    v7 = np.einsum("i,i->i", x2, x2)
    v8 = np.ptp(v6, axis=-1)
    v10 = np.kron(x2, x9)
    v12 = over(np.where((axis(3, 1, 2) + axis(4, 0, 2)) % 2 == 0, x11[axis(3, 1, 2)], 1), (4, 3,))
    v13 = cast(v12, "f32")
    return v8, v10, v7, v13


def p507(x1, x2, x6, N, M):
    v4 = np.sort(x2, axis=0)
    w5 = x1
    w5 = w5 + 3
    v7 = np.sum(over(x6[axis(M, 0, 1) % M] * cast(axis(M, 0, 1), "i32"), (M,)), axis=(0,))
    v8 = v7 + v7
    return v4, w5, v8


def p508(x1, x2, i5, i9, x10, N, M):
    v4 = np.prod(x2, axis=0)
    v6 = x1[i5]
    v7 = x1[i5]
    v8 = np.einsum("i,i->i", v4, v4)
    v11 = at(np.maximum, v7, i9, x10)
    v12 = np.stack([v11, v11], axis=2)
    v13 = v8[1:]
    return v6, v12, v13


def p509(x1, x12, N, M, K):
    v7 = np.arange(M, 0, -1, dtype="f4")
    v8 = np.searchsorted(np.sort(v7), v7, side="right")
    v9 = np.asarray(np.count_nonzero(v8, keepdims=True))[()]
    v13 = over(x12[axis(N, 0, 2) % N, axis(K, 1, 2)], (N, K,))
    v14 = x1 // 4
    v15 = np.sqrt(np.abs(x1))
    return v15, v9, v13, v14


def p510(x1, x2, N):
    v3 = np.concatenate([x1, x1], axis=-2)
    v4 = x2 > x2
    v5 = cast(v4, "f64")
    v6 = x2 - v5
    v7 = np.pad(v3, ((1, 2), (0, 1)), mode="reflect")
    v8 = v6 % 2
    return v7, v8


def p511(x1, x2, i4, N, M):
    v3 = x1.flatten()
    v5 = v3[i4]
    v6 = cast(v5, "i32")
    v7 = x2 + v6
    v8 = np.flip(v7, axis=0)
    v9 = v8[None, :]
    v10 = np.minimum(v9, v9)
    return v10


def p512(x2, i7, i8, M, K):
    v4 = np.sum(x2, axis=-1)
    v5 = np.abs(v4)
    v6 = np.eye(K, 6, k=1)
    v9 = v6[i7, i8]
    return v5, v9


def p513(x2, u11, x12, i15, N, M):
    v6 = x2[1:] + x2[:-1]
    v7 = np.roll(v6, 2, axis=0)
    v8 = np.roll(v7, 3, axis=0)
    v10 = (v8 + v8) * np.sum(v8 * v8)
    u11 = u11 - x12
    v13 = np.broadcast_to(x12, (M, M - 1,))
    v14 = np.full((N, M,), 3, DTYPES["f32"])
    v16 = u11[i15]
    return v14, v13, v10, v16, u11


def p514(x1, x4, x12, u14, N, M):
    v3 = np.eye(1, M, k=0)
    v5 = np.stack([x4, x1], axis=1)
    v6 = np.einsum("ij,ik->i", v5, v5)
    v7 = np.ones((4,), DTYPES["i32"])
    v8 = np.logical_and(v3, v3)
    v9 = x1 - 2
    v10 = 4 * v9
    v11 = np.var(v8, axis=1, keepdims=True)
    v13 = np.concatenate([x12, v11], axis=0)
    u14 = u14 * v7
    return v6, v10, v13, u14


def p515(x1, x4, N):
    v2 = np.min(x1, axis=(0, -1), keepdims=True)
    v3 = np.triu(v2, k=0)
    v5 = v2 @ x4
    v6 = np.eye(6, N, k=-1)
    v7 = x4 ** 2
    return v3, v5, v6, v7


def p516(x2, x6, i8, N, M):
    v3 = cast(x2, "f64")
    v4 = np.where(x2, v3, v3)
    v5 = np.sqrt(np.sum(v4 * v4, axis=0) + 1)
    v7 = over(np.where((axis(2, 0, 1) + axis(2, 0, 1)) % 2 == 0, x6[axis(2, 0, 1)] + x6[axis(2, 0, 1)], 1), (2,))
    v9 = segments(np.add, v7, i8, N)
    return v5, v9


def p517(x1, x2, u6, i7, x14, N, M):
    v4 = np.mean(x1, axis=0)
    v5 = over(v4 * cast(axis(3, 1, 2), "f64"), (4, 3,))
    u6 = u6 - v5
    v8 = x2[i7]
    v9 = np.triu(u6, k=0)
    v10 = np.arange(N, dtype="i4")
    u6 = np.roll(u6, 1, axis=0)
    v15 = u6 @ x14
    return v15, v10, v9, v8, u6


def p518(x1, x2, N, M):
    v3 = x2[1:-1]
    v4 = x2 == x2
    v5 = np.concatenate([v4, v4], axis=0)
    v6 = np.sort(v5, axis=0)
    v7 = x1 * x1
    v8 = np.cumsum(v4, axis=0)
    v9 = np.kron(x2, v3)
    v10 = 1 - v7
    return v6, v8, v9, v10


def p519(x1, i8, N):
    v2 = np.mean(x1, axis=0)
    v3 = np.arange(6, dtype="i4")
    v4 = v3 ** 2
    v5 = v4.sum(axis=0, keepdims=True)
    v6 = np.prod(v5)
    v7 = np.sqrt(np.var(v5, axis=0, keepdims=True) + 1)
    v9 = segments(np.add, v7, i8, N)
    v10 = v3 * 0.5
    v11 = v9 - v2
    return v6, v10, v11
