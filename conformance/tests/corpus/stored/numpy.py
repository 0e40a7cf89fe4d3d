def p0(x2, u3, i5, x7, x14, M):
    u3 = u3[::-1]
    v4 = np.searchsorted(np.sort(u3), x2, side="right")
    v6 = at(np.add, v4, i5, v4)
    v9 = (v6 + x7) * np.sum(v6 * x7)
    v10 = at(np.add, v9, i5, v9)
    v11 = np.max(v10, keepdims=True)
    v12 = v11 == v6
    v13 = np.linspace(-1, 2, M)
    u3 = np.broadcast_to(x14, (M,))
    return v12, v13, u3


def p1(x1, x3, x7, i9, u12, N):
    v4 = x3 * 0.5
    v5 = x1 % x1
    w6 = x3
    w6 = repeat(lambda u, k, x=x3: u * 0.5 + k * x, w6, range(3))
    v8 = np.sum(over(x7[axis(N, 0, 2), axis(N, 1, 2)] * cast(axis(N, 0, 2), "f32") - x7[(axis(N, 1, 2) + 1) % N, axis(N, 1, 2)] * x7[axis(N, 0, 2), N - 1 - axis(N, 1, 2)], (N, N,)), axis=(1,))
    v10 = segments(np.add, v8, i9, N)
    v11 = np.maximum.accumulate(v10, axis=0)
    u12 = u12 + v11
    v13 = u12 == u12
    return v4, v5, w6, v13, u12


def p2(x3, x5, u7, i9, x10, N):
    v4 = np.linalg.inv(x3 / (np.abs(np.max(x3)) + 1) + 2 * np.eye(2))
    v6 = v4 @ x5
    u7 = repeat(lambda u, k, w=x3: u * 0.5 - w[k], u7, range(4))
    v8 = np.linalg.inv(u7 / (np.abs(np.max(u7)) + 1) + 2 * np.eye(2))
    v11 = at(np.add, v8, i9, x10)
    return v6, v11, u7


def p3(x1, u3, i4, x8, i14, N, M):
    u3 = u3[i4] - u3
    u3 = assigned(u3, np.s_[1:-1], u3[:-2] - u3[2:])
    v5 = np.arange(6)
    v6 = np.arange(2, dtype="i4")
    v9 = x1 @ x8
    v10 = np.roll(v6, -1, axis=0)
    v11 = v9.reshape((3, 2,))
    v12 = u3[i4[axis(M, 0, 1)]]
    v15 = at(np.add, v11, i14, v11)
    return v12, v5, v10, v15, u3


def p4(x1, x2, x10, N, M):
    w3 = x2
    w3 = np.broadcast_to(x2, (M,))
    v5 = x1[1:] + x1[:-1]
    v6 = np.einsum("i,j->ji", v5, v5)
    v7 = np.abs(v6)
    v8 = v7 + v7
    w9 = v8
    w9 = np.broadcast_to(x10, (N - 1, N - 1,))
    v11 = np.argmax(w9, axis=0, keepdims=True)
    v12 = np.take_along_axis(v6, v11, axis=0)
    return w3, v12


def p5(x1, x2, u6, N, M):
    v4 = x1.sum(axis=-1)
    v5 = np.var(x2, keepdims=True)
    u6 = u6 - v5
    v7 = u6 * u6
    v8 = np.cumprod(v7, axis=0)
    return v4, v8, u6


def p6(x1, x2, x5, N):
    v3 = np.sort(x1, axis=0)
    v4 = np.sum(over(v3[0] + v3[axis(N, 2, 3)] * cast(axis(6, 0, 3), "f32"), (6, 4, N,)), axis=(1, 2))
    v6 = np.einsum("i,i,i->", v4, v4, x5)[()]
    v7 = np.cumprod(x5, axis=0)
    v9 = v4 * v4
    v10 = v9[:, None]
    v11 = x2 - 5
    return v6, v11, v10, v7


def p7(x2, x3, i6, u8, x11, M, K):
    v4 = x3 * x3
    v5 = v4 % v4
    v7 = v4[i6]
    u8 = assigned(u8, np.s_[:], 0)
    v9 = x2.flatten()
    v10 = cast(v9, "f64")
    v12 = over(np.where((axis(K, 1, 2) + axis(3, 0, 2)) % 2 == 0, x11[axis(K, 1, 2), axis(3, 0, 2)], 1), (3, K,))
    v13 = np.einsum("ij,ji->i", x11, v12)
    return v10, v7, v5, v13, u8


def p8(x1, x2, x8, x9, N, M):
    v3 = cast(x2, "u32")
    v4 = np.sort(v3, axis=0)
    v5 = x1.sum(keepdims=True)
    v6 = 3 * v5
    v7 = np.pad(v6, ((1, 0),), mode="constant", constant_values=2)
    v10 = np.linalg.solve(x8 / (np.abs(np.max(x8)) + 1) + 3 * np.eye(3), x9)
    v11 = np.einsum("ij,ij->ji", v10, v10)
    v12 = x9 @ v11
    v13 = np.einsum("ij,ka->j", x9, v12)
    v14 = np.exp2(np.clip(v13, -3, 3))
    return v4, v7, v14


def p9(x1, x2, i5, x14, N, M, K):
    v6 = x1[i5[axis(M, 0, 1)]]
    v7 = x2.T
    v8 = cast(v7, "f64")
    v9 = np.sqrt(np.sum(v8 * v8, axis=1) + 1)
    v10 = v9[:-1]
    v11 = v6[:, None]
    v12 = np.abs(v8)
    v13 = x1[i5]
    v15 = np.einsum("i,ji,ji->j", v13, x14, x14)
    v16 = np.abs(v12)
    return v10, v11, v15, v16


def p10(x1, i4, N):
    v5 = x1[i4]
    v6 = over(axis(N, 0, 2) * 2 - axis(N, 1, 2), (N, N,))
    v7 = v6[axis(N, 0, 2), i4[axis(N, 1, 2)]]
    v9 = np.einsum("ij,ij->j", v7, v7)
    v10 = np.min(v9, axis=0)
    v11 = v6[i4, i4]
    v13 = v9.sum(axis=0)
    return v11, v13, v5, v10


def p11(x2, i6, u10, N, M):
    v3 = np.concatenate([x2, x2], axis=-1)
    v4 = np.zeros((N, 6,), DTYPES["i64"])
    v5 = np.swapaxes(v4, 0, 1)
    v7 = segments(np.add, v5, i6, 1)
    v8 = np.einsum("ij,ik->kj", x2, v3)
    v9 = over(v5[axis(M, 0, 2) % 6, axis(N, 1, 2)] + v8[axis(M, 0, 2) % (2 * M), axis(M, 0, 2)] * (axis(N, 1, 2) + 1), (M, N,))
    u10 = u10 * v7
    return v9, u10


def p12(x1, x2, x13, N, M, K):
    v7 = np.flip(x2, axis=-2)
    w9 = x1
    w9 = assigned(w9, np.s_[:], True)
    v10 = np.eye(K, M, k=1)
    v11 = np.sin(v7)
    v12 = np.sum(v11, axis=0, keepdims=True)
    v14 = over(x13[axis(1, 0, 1) % 1] * cast(axis(1, 0, 1), "f32"), (1,))
    return v10, w9, v14, v12


def p13(x1, x2, u12, N, M):
    v3 = np.cumsum(x2, axis=0)
    v4 = np.roll(v3, -1, axis=0)
    v5 = v4.sum(axis=0, keepdims=True)
    w6 = v5
    w6 = w6 + 0.5 * v5
    v7 = np.roll(w6, -1, axis=0)
    v8 = v7 @ v7
    v9 = np.vecdot(v7, v7)
    v10 = np.ceil(x2)
    v11 = np.stack([x1, x1], axis=1)
    u12 = u12 - w6
    return v8, v9, v10, v11, u12


def p14(x1, x2, x3, u8, x9, N, M, K):
    v4 = np.cumsum(x2, axis=0)
    v5 = np.maximum(x2, x2)
    v6 = np.sin(x3)
    v7 = np.roll(x2, 2, axis=0)
    u8 = assigned(u8, np.s_[0::-2], x9)
    v11 = v6.sum(axis=0, keepdims=True)
    v13 = x1.T
    v15 = v4 < v5
    return v7, v11, v13, v15, u8


def p15(x1, x2, x3, x5, x12, N, M):
    v4 = x3 * x1
    v6 = np.concatenate([v4, x5, v4], axis=0)
    v7 = np.sin(x1)
    v8 = np.pad(v6, ((0, 2),), mode="constant")
    v9 = np.triu(x2, k=0)
    v10 = np.concatenate([v9, v9], axis=-2)
    v11 = v10.sum(axis=-2)
    v13 = np.concatenate([x12, v8, v11], axis=-1)
    v14 = np.abs(v13)
    v15 = np.full((M,), 3, DTYPES["f64"])
    return v7, v14, v15


def p16(x1, x2, i6, N, M):
    v3 = x2 ** 2
    v4 = np.concatenate([v3, x2, x1], axis=0)
    v5 = np.ptp(v4)
    v7 = v4[i6]
    v8 = np.sum(v3, axis=0)
    return v5, v7, v8


def p17(x2, x4, i11, N, M):
    v3 = np.flip(x2, axis=-1)
    v5 = x4 * v3
    v6 = np.flip(v3, axis=-1)
    v7 = np.log(v6 * v6 + 1)
    v8 = np.sum(v7, axis=0)
    v10 = (v5 + v7) * np.sum(v5 * v7)
    v12 = v10[i11]
    v13 = np.zeros((N,), DTYPES["i64"])
    v14 = v3.sum(axis=-1, keepdims=True)
    return v8, v12, v13, v14


def p18(x2, u4, i6, M):
    v3 = over(x2[M - 1 - axis(M, 0, 2)], (M, 5,))
    u4 = u4 - v3
    v5 = u4.sum(axis=0)
    u4 = u4[i6] - u4
    v7 = np.sin(u4)
    v8 = np.min(v7, axis=1)
    v9 = cast(v8, "f32")
    v10 = v9[i6[axis(M, 0, 1)]]
    v11 = np.broadcast_to(v9, (5, M,))
    return v5, v10, v11, u4


def p19(x2, x5, i12, x13, M):
    v4 = np.concatenate([x2, x2], axis=0)
    v7 = np.sum(x5, axis=(0, -1), keepdims=True)
    v8 = v7.sum(axis=1)
    v9 = v4 - 0.25
    v10 = x5[None, :, :]
    v11 = np.asarray(np.count_nonzero(x2, axis=0))[()]
    v14 = at(np.maximum, v9, i12, x13)
    return v8, v11, v10, v14


def p20(x2, x3, x4, i5, x7, x12, M, K):
    v6 = x2[i5]
    v8 = np.linalg.inv(x7 / (np.abs(np.max(x7)) + 1) + 3 * np.eye(3))
    v9 = ~x3
    v10 = v8.T
    v11 = cast(v10, "f32")
    v13 = x4 / x12
    v14 = v9 | x3
    v16 = (v11 + v11) * np.sum(v11 * v11)
    return v16, v6, v14, v13


def p21(x1, N):
    w2 = x1
    w2 = np.roll(w2, 1, axis=0)
    v3 = w2 - w2
    v4 = np.roll(x1, 5, axis=0)
    return v3, v4


def p22(x1, x2, i6, x9, x10, N, M):
    v3 = np.kron(x2, x2)
    v4 = cast(v3, "f64")
    v5 = np.exp(v4 - np.max(v4, 0, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 0, keepdims=True)), 0, keepdims=True)
    v7 = v5[i6]
    v8 = x1 ** 2
    v11 = np.linalg.solve(x9 / (np.abs(np.max(x9)) + 1) + 3 * np.eye(3), x10)
    return v7, v8, v11


def p23(x2, x7, N, M):
    v3 = x2 * x2
    v4 = np.prod(v3, axis=(0, -1))
    v5 = np.roll(v3, -1, axis=1)
    v6 = np.flip(v5, axis=1)
    v8 = x7 * v6
    return v4, v8


def p24(x1, x2, x6, N):
    v3 = x1 * x2
    v4 = np.einsum("i->", x1)[()]
    v5 = v4 - v4
    v7 = np.einsum("i,ij->ji", x1, x6)
    return v3, v5, v7


def p25(x1, N):
    v3 = np.max(x1, axis=1, keepdims=True)
    v4 = v3.sum(axis=(0, -1))
    v5 = np.abs(v4)
    v6 = np.ptp(v3, axis=-2)
    v7 = np.swapaxes(x1, 0, 1)
    v8 = v7 % v4
    return v5, v6, v8


def p26(x2, M):
    v3 = np.flip(x2, axis=0)
    v4 = np.mean(v3, axis=0)
    v5 = np.abs(v3)
    v6 = np.sin(v4)
    v7 = v5.T
    v8 = over(v7[axis(6, 0, 1) % M, axis(6, 0, 1)] + v7[axis(6, 0, 1) % M, 6 - 1 - axis(6, 0, 1)], (6,))
    v9 = np.cumsum(v7, axis=0)
    return v6, v8, v9


def p27(x1, x2, x3, x4, x6, x11, u13, N, M):
    v5 = x1 @ x4
    v7 = over(x3 + x6[axis(6, 0, 1)], (6,))
    v9 = (v5 + v5) * np.sum(v5 * v5)
    v10 = M * x2
    v12 = np.stack([x11, v7], axis=1)
    u13 = assigned(u13, np.s_[1:-1], u13[:-2] - u13[2:])
    return v9, v10, v12, u13


def p28(x1, x2, N, M):
    v4 = x2 >= 2
    v5 = np.sqrt(np.var(x1, axis=-1, keepdims=True) + 1)
    v6 = np.einsum("ij,kj->i", v5, v5)
    v7 = np.eye(M, 4, k=0)
    return v4, v6, v7


def p29(x2, x3, x4, x8, u11, i12, N, M, K):
    v5 = np.abs(x4)
    w6 = x3
    w6 = w6 - x3
    v7 = np.argmin(x2, axis=0)
    v9 = np.vecdot(w6, x8)
    v10 = np.flip(v9)
    u11 = u11[i12] - u11
    v13 = np.cumsum(u11, axis=1)
    return v5, v7, v10, v13, u11


def p30(x1, i8, N):
    v3 = cast(x1, "i16")
    v4 = x1.sum()
    v6 = np.sum(x1, axis=0)
    v9 = np.bincount(i8, minlength=3)
    w10 = v6
    w10 = repeat(lambda u, k, x=v6: u * 0.5 + k * x, w10, range(2))
    v14 = np.sum(v3, axis=0, keepdims=True)
    return w10, v9, v14, v4


def p31(x1, x2, x4, x9, N, M):
    v5 = x4 // x4
    v6 = np.mean(x2, axis=-1)
    v7 = np.any(x2, axis=0, keepdims=True)
    v10 = np.stack([x9, x1, x9], axis=0)
    return v10, v6, v7, v5


def p32(x1, x2, x3, x6, u8, N, M):
    v4 = np.cross(x3, x3)
    v5 = np.roll(x1, -2, axis=1)
    v7 = np.cross(x6, x6)
    u8 = np.broadcast_to(x2, (M,))
    v10 = np.minimum.accumulate(v4, axis=1)
    v11 = np.maximum.accumulate(v7, axis=0)
    v12 = x6 * v11
    v13 = np.eye(2, 1, k=0)
    v14 = v13.reshape((2,))
    return v10, v12, v5, v14, u8


def p33(x1, x2, x6, x10, N, M):
    v4 = np.concatenate([x2, x2], axis=1)
    w5 = x1
    w5 = assigned(w5, np.s_[2::3], x6)
    v7 = np.repeat(w5, 2, axis=0)
    v8 = np.concatenate([v7, v7], axis=0)
    v9 = np.concatenate([v8, v8, v8], axis=0)
    v11 = np.linalg.solve(x10 / (np.abs(np.max(x10)) + 1) + 2 * np.eye(2), x10)
    v12 = np.cumsum(v11, axis=0)
    return v4, v9, v12


def p34(x2, i5, M):
    v4 = over(x2[0, (axis(M, 0, 2) + 1) % M] * x2[axis(2, 1, 2) % 6, M - 1 - axis(M, 0, 2)], (M, 2,))
    v6 = v4[:, i5]
    w7 = v6
    w7 = w7 * v6
    return w7


def p35(x1, x2, x6, u8, N, M):
    v4 = np.sum(x2, axis=0, keepdims=True)
    v5 = np.full((N,), 3, DTYPES["f32"])
    v7 = np.stack([x6, x1, v5], axis=0)
    u8 = np.broadcast_to(v7, (3, N,))
    v9 = np.searchsorted(np.sort(x1), u8, side="left")
    v10 = v9 - v4
    v11 = over((axis(N, 0, 2) + 3 * axis(5, 1, 2)) % 4, (N, 5,))
    return v10, v11, u8


def p36(x3):
    v4 = np.linalg.det(x3 / (np.abs(np.max(x3)) + 1) + 2 * np.eye(2))
    v5 = np.cumsum(v4, axis=0)
    v6 = np.flip(v5)
    v7 = v6.sum(axis=0)
    return v7


def p37(x1, N):
    v3 = np.searchsorted(np.sort(x1), x1, side="right")
    v4 = np.min(v3, keepdims=True)
    v5 = v4[:, None]
    v6 = np.flip(v4, axis=0)
    v7 = np.searchsorted(np.sort(v6), v6, side="left")
    v8 = cast(v7, "u8")
    v9 = cast(v8, "f32")
    v10 = np.sqrt(np.sum(v9 * v9, axis=0) + 1)
    v11 = np.tril(v5, k=-1)
    v12 = np.einsum("ii->i", v11)
    return v10, v12


def p38(x1, x2, x3, x5, x9, x11, u14, N, M, K):
    v4 = x3 - x3
    v6 = v4 @ x5
    v7 = v6[:, None]
    v8 = v4[:, :3:3]
    v10 = x2 @ x9
    v12 = v10 @ x11
    v13 = np.abs(x1)
    u14 = u14 + v13
    return v7, v8, v12, u14


def p39(x1, x2, N, M):
    w3 = x2
    w3 = w3 + 2
    v4 = -w3
    v5 = v4[v4 % M]
    w3 = w3 + 1
    v6 = np.sum(v5, axis=0, keepdims=True)
    v7 = x1.sum(axis=-1)
    return w3, v6, v7


def p40(x1, x2, i6, i10, N, M):
    w3 = x1
    w3 = assigned(w3, np.s_[:], x1)
    v4 = np.max(x2, axis=-1)
    v5 = w3.sum(axis=0)
    w3 = w3[i6] - w3
    v7 = w3 < 2
    v8 = np.concatenate([v7, v7], axis=-1)
    v9 = cast(v8, "i16")
    v11 = v9[i10]
    return v4, v5, v11


def p41(x1, N):
    v4 = np.max(x1, axis=-1, keepdims=True)
    v5 = np.flip(v4)
    v6 = v4[None, :]
    v7 = v6 << 1
    v8 = x1.sum(axis=0)
    return v5, v7, v8


def p42(x1, x2, x6, N, M):
    v3 = x2 @ x2
    v4 = x1[x2 % N]
    v5 = np.sort(v4, axis=0)
    v7 = np.einsum("i,j,i->j", x2, x6, x6)
    v8 = np.min(v5, axis=0)
    return v3, v7, v8


def p43(x1, x4, u6, N):
    v5 = x4 + x4
    u6 = u6 * x1
    v7 = u6 @ u6
    v8 = np.tanh(v5)
    return v7, v8, u6


def p44(x1, x2, u3, x6, x10, N, M):
    u3 = u3 + x1
    v4 = x2 | x2
    w5 = v4
    w5 = w5 | x6
    v7 = np.linspace(-1, 2, 6)
    v8 = u3 >> 3
    v9 = v8.sum(axis=0)
    v11 = np.where(w5, x10, x10)
    v12 = np.sum(w5, axis=-1, keepdims=True)
    return v7, v9, v11, v12, u3


def p45(x1, x2, N, M):
    v3 = x2 << 2
    w4 = x1
    w4 = repeat(lambda u, k, x=x1: u * 0.5 + k * x, w4, range(3))
    v5 = np.einsum("i,i->", w4, w4)[()]
    return v3, v5


def p46(x2, i5, x14, M):
    v4 = x2[:, None]
    v6 = v4[i5]
    v7 = np.max(v6, axis=1)
    w8 = v7
    w8 = w8[i5] - w8
    v9 = np.swapaxes(v4, 0, 1)
    v10 = np.maximum(v9, v9)
    v11 = np.einsum("ij,ik,ij->jk", v10, v10, v10)
    v12 = np.sort(v11, axis=1)
    v13 = np.einsum("ij->", v10)[()]
    v15 = np.linalg.inv(x14 / (np.abs(np.max(x14)) + 1) + 4 * np.eye(4))
    return w8, v12, v13, v15


def p47(x2, x7, M):
    w3 = x2
    w3 = w3 + x2
    w3 = assigned(w3, np.s_[:], 1)
    v4 = np.cumsum(w3, axis=0)
    v5 = np.arange(2, dtype="i4")
    w3 = w3 + 2
    v6 = np.roll(v4, 5, axis=0)
    v8 = over(x7[M - 1 - axis(M, 0, 2), axis(6, 1, 2)], (M, 6,))
    return v5, w3, v6, v8


def p48(x1, x4, x6, u8, N):
    v3 = np.asarray(np.count_nonzero(x1, axis=1, keepdims=True))[()]
    v5 = np.linalg.inv(x4 / (np.abs(np.max(x4)) + 1) + 3 * np.eye(3))
    v7 = v5 @ x6
    u8 = u8 + v3
    v9 = np.squeeze(u8, axis=1)
    return v7, v9, u8


def p49(x1, x3, x6, u8, x9, N, M):
    v4 = np.arange(M)
    w5 = v4
    w5 = assigned(w5, np.s_[:], x6)
    v7 = np.kron(x1, w5)
    u8 = assigned(u8, np.s_[1:], x9)
    v10 = np.mean(v7, axis=0)
    v11 = -v10
    v12 = v11 / x3
    return v12, u8


def p50(x1, x2, N, M):
    v4 = np.min(x1, axis=0, keepdims=True)
    w5 = x2
    w5 = assigned(w5, np.s_[:, -2], True)
    v6 = np.concatenate([w5, w5], axis=0)
    v7 = np.rot90(v6, -1)
    v8 = np.einsum("i,i->", v4, v4)[()]
    w5 = w5[::-1]
    v9 = np.argmax(v4, axis=0, keepdims=True)
    v10 = np.flip(v9, axis=-1)
    return v7, v8, w5, v10


def p51(x1, x5, N, M):
    v3 = np.sqrt(np.sum(x1 * x1, axis=0) + 1)
    v4 = cast(v3, "f32")
    v6 = np.linalg.inv(x5 / (np.abs(np.max(x5)) + 1) + 4 * np.eye(4))
    w7 = x1
    w7 = assigned(w7, np.s_[1:-1], w7[:-2] + w7[2:])
    v8 = np.exp(v6 - np.max(v6, 2, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 2, keepdims=True)), 2, keepdims=True)
    v9 = np.min(v8, axis=-1, keepdims=True)
    v10 = np.sort(x1, axis=0)
    v11 = cast(v10, "f32")
    return v4, w7, v9, v11


def p52(x2, u4, x5, x7, x9, N, M):
    v3 = np.sum(x2)
    u4 = u4[::-1]
    v6 = np.stack([x5, x2], axis=-3)
    v8 = np.linalg.inv(x7 / (np.abs(np.max(x7)) + 1) + 3 * np.eye(3))
    v10 = np.tensordot(v8, x9, axes=1)
    v11 = np.full((N, N,), 3, DTYPES["f64"])
    v13 = np.tril(v11, k=0)
    return v3, v6, v13, v10, u4


def p53(x1, N):
    v2 = np.flip(x1, axis=0)
    v3 = np.minimum(x1, v2)
    v4 = 2 - v3
    v6 = (v3 + v4) * np.sum(v3 * v4)
    return v6


def p54(x1, x2, x3, x5, i7, N, M):
    v4 = np.full((N, 2,), 3, DTYPES["f64"])
    v6 = np.outer(x1, x5)
    v8 = x2[i7]
    v9 = x3 + v8
    v10 = np.argmin(v9, axis=2, keepdims=True)
    return v4, v6, v10


def p55(x1, N):
    v2 = np.logical_or(x1, x1)
    v3 = x1 ** 2
    v4 = x1 - 3
    v5 = v4[0:1]
    v6 = np.maximum.accumulate(v5, axis=0)
    v7 = v2[None, :]
    v8 = np.sqrt(np.var(v7, axis=(0, -1)) + 1)
    v9 = np.searchsorted(np.sort(v3), v6, side="left")
    return v8, v9


def p56(x2, x3, M, K):
    v4 = np.argmax(x3, axis=0, keepdims=True)
    v5 = np.take_along_axis(x3, v4, axis=0)
    w6 = x2
    w6 = assigned(w6, np.s_[1:-1], w6[:-2] - w6[2:])
    v7 = np.sort(w6, axis=0)
    return v5, v7


def p57(x3, M):
    v4 = np.sum(over(x3[axis(M, 0, 2), axis(M, 1, 2)] * x3[axis(M, 0, 2), M - 1 - axis(M, 0, 2)], (M, M,)), axis=(1,))
    v5 = np.minimum.accumulate(v4, axis=0)
    w6 = v5
    w6 = np.broadcast_to(v5, (M,))
    return w6


def p58(x2, i3, x6, i8, M):
    v4 = segments(np.add, x2, i3, 6)
    v5 = np.maximum(v4, v4)
    v7 = over(np.where((axis(M, 1, 2) + axis(2, 0, 2)) % 2 == 0, x6[axis(M, 1, 2) % 2] * cast(axis(2, 0, 2), "f64") + x6[axis(2, 0, 2)], 1), (2, M,))
    v9 = segments(np.add, v7, i8, 2)
    v10 = v9.T
    return v5, v10


def p59(x1, x2, u4, i7, N, M):
    u4 = u4 + x1
    v5 = np.triu(u4, k=0)
    v6 = np.sort(x2, axis=0)
    v8 = v5[:, i7]
    v9 = np.pad(v6, ((0, 2),), mode="edge")
    return v8, v9, u4


def p60(x1, x2, x3, N, M):
    v4 = x2[2::-2]
    v5 = x2 * x2
    v6 = v5[x1 % M]
    v7 = np.abs(x3)
    return v4, v6, v7


def p61(x2, x4, u11, N, M):
    v5 = np.tensordot(x2, x4, axes=1)
    v6 = np.eye(6, 2, k=0)
    v7 = v6.reshape((12,))
    v8 = np.min(x4, axis=1, keepdims=True)
    v9 = np.max(v5, axis=0)
    v10 = x4 - v8
    u11 = assigned(u11, np.s_[1:-1], u11[:-2] - u11[2:])
    v12 = np.searchsorted(np.sort(v9), u11, side="left")
    v13 = np.stack([v12, v12, v12], axis=0)
    v15 = v9[1:] + v9[:-1]
    u11 = u11 + 3
    return v7, v10, v13, v15, u11


def p62(x1, x2, x3, i6, u8, x9, x13, N, M):
    v4 = np.clip(x3, 1, 3)
    v5 = x2 @ x2
    v7 = x1[i6]
    u8 = np.broadcast_to(x9, (4,))
    v10 = np.argsort(v7, axis=0, kind="stable")
    v11 = np.roll(v10, 3, axis=0)
    v12 = np.outer(v10, v10)
    v14 = np.max(over(x13[axis(1, 2, 4) % 1, axis(4, 1, 4)] - x13[axis(1, 2, 4), axis(4, 1, 4) % 4], (2, 4, 1, N,)), axis=(2, 3))
    v15 = v11[v14]
    v16 = v15[:, :, None]
    return v4, v5, v12, v16, u8


def p63(x2, i3, u5, M):
    v4 = x2[axis(2, 0, 2), i3[axis(M, 1, 2)]]
    u5 = assigned(u5, np.s_[:, :], u5[:, :] * v4)
    v6 = np.ptp(u5)
    v7 = v4[:, -1]
    v8 = np.argmin(v7, axis=0)
    v9 = v8 // 2
    return v6, v9, u5


def p64(x2, x3, x8, M, K):
    v4 = x3[None, :]
    v5 = np.einsum("i,j->ij", x2, x2)
    v6 = np.cumsum(x3, axis=0)
    v7 = np.argmin(v6, axis=0)
    v9 = np.linalg.inv(x8 / (np.abs(np.max(x8)) + 1) + 3 * np.eye(3))
    v10 = np.einsum("ijk,ikj->jk", v9, v9)
    v11 = np.einsum("ij,ji->i", v10, v10)
    return v4, v5, v7, v11


def p65(x1, i10, x11, x13, N, M):
    v5 = np.concatenate([x1, x1], axis=-2)
    v6 = np.maximum.accumulate(v5, axis=1)
    v7 = np.eye(M, 4, k=0)
    w8 = v7
    w8 = repeat(lambda u, k, x=v7: u * 0.5 + k * x, w8, range(3))
    v9 = v6.ravel()
    v12 = at(np.maximum, v9, i10, x11)
    w8 = w8 - x13
    return v12, w8


def p66(x1, u4, i5, N):
    v2 = x1 + x1
    w3 = v2
    w3 = w3[::-1]
    u4 = u4[i5] - u4
    v6 = cast(u4, "f32")
    v7 = np.exp(v6 - np.max(v6, 1, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 1, keepdims=True)), 1, keepdims=True)
    return w3, v7, u4


def p67(x1, x2, N, M):
    v3 = np.broadcast_to(x2, (N, M,))
    v4 = 3 * x1
    v5 = np.sort(x2, axis=0)
    v6 = v4 > v4
    v7 = np.einsum("i,ji->j", v5, v3)
    w8 = v6
    w8 = w8 ^ v6
    return v7, w8


def p68(x1, x2, x3, i5, i8, N, M, K):
    v6 = x1[i5[axis(M, 0, 2)], axis(1, 1, 2)]
    v7 = np.ptp(x3, axis=-2)
    v9 = segments(np.add, v7, i8, N)
    v10 = np.sum(x2, axis=0)
    v11 = segments(np.add, v9, i8, N)
    return v6, v10, v11


def p69(x1, x2, N, M):
    v3 = np.pad(x2, ((1, 1),), mode="reflect")
    v4 = np.searchsorted(np.sort(v3), v3, side="left")
    v5 = x1.T
    v6 = np.ptp(x2, keepdims=True)
    v7 = cast(v5, "f32")
    v8 = np.transpose(v7, (0, 1))
    v9 = np.flip(v8, axis=-2)
    return v4, v6, v9


def p70(x1, x2, N, M):
    v3 = np.roll(x2, 2, axis=0)
    v4 = x1 < x1
    v7 = v4.sum(axis=-1, keepdims=True)
    v8 = np.exp(x1 - np.max(x1, 0, keepdims=True)) / np.sum(np.exp(x1 - np.max(x1, 0, keepdims=True)), 0, keepdims=True)
    v9 = np.sum(over(v8[axis(N, 0, 2) % N] * cast(axis(N, 0, 2), "f64"), (N, N,)), axis=(1,))
    v10 = np.cumsum(v3, axis=0)
    v11 = v10 != 1
    v12 = np.einsum("i,j->ij", v8, v9)
    v13 = np.broadcast_to(v10, (3, M,))
    return v12, v7, v13, v11


def p71(x1, x2, x3, u6, x7, x9, N, M):
    v4 = np.cross(x3, x3)
    v5 = np.abs(v4)
    u6 = u6 + x2
    v8 = np.max(over(x7[axis(2, 0, 1)] * cast(axis(2, 0, 1), "f64") - x7[axis(2, 0, 1) % 2] * x7[axis(2, 0, 1)], (2,)), axis=(0,))
    v10 = x1 @ x9
    v11 = np.zeros((4,), DTYPES["i64"])
    v12 = np.exp(v10 - np.max(v10, 1, keepdims=True)) / np.sum(np.exp(v10 - np.max(v10, 1, keepdims=True)), 1, keepdims=True)
    return v5, v8, v11, v12, u6


def p72(x1, x2, u4, i8, N, M):
    v3 = np.sum(x1, axis=-1)
    u4 = np.broadcast_to(x2, (M, 5,))
    v5 = np.argsort(u4, axis=1, kind="stable")
    v6 = v5[:, v5]
    v7 = np.sum(v6)
    u4 = u4[i8]
    return v3, v7, u4


def p73(x1, x2, i3, i5, N, M):
    v4 = x2[i3]
    v6 = at(np.add, x1, i5, x1)
    v7 = v4.sum(axis=0)
    v8 = v7 ** 2
    return v6, v8


def p74(x1, u3, i4, N):
    u3 = u3[i4]
    v5 = cast(u3, "f64")
    v6 = np.sqrt(np.sum(v5 * v5, axis=0) + 1)
    v8 = x1[1:] + x1[:-1]
    return v6, v8, u3


def p75(x1, N):
    v3 = x1[x1 % 5]
    v4 = np.flip(v3, axis=-1)
    v5 = v4 ^ v4
    v6 = v3 ^ v5
    return v6


def p76(x1, x3, u7, N):
    v4 = np.max(over(x3[axis(N, 0, 1)] + x3[N - 1 - axis(N, 0, 1)] * cast(axis(N, 0, 1), "f64"), (N,)), axis=(0,))
    v5 = v4 / v4
    v6 = np.flip(x1, axis=-1)
    u7 = assigned(u7, v6, u7[v6] + 2)
    v8 = cast(u7, "i32")
    v9 = v8 @ v8
    v10 = np.any(v6)
    v11 = np.stack([x1, v6], axis=-2)
    return v5, v9, v10, v11, u7


def p77(x1, x2, N, M):
    v3 = x2.sum(axis=0)
    v4 = np.argmax(x2, axis=0)
    v5 = np.einsum("ij->j", x1)
    v6 = np.asarray(np.count_nonzero(v5, axis=-1))[()]
    return v3, v4, v6


def p78(x1, x2, u3, x7, i10, N, M):
    u3 = np.broadcast_to(x2, (M,))
    v4 = np.outer(u3, u3)
    v5 = np.argmax(v4, axis=0, keepdims=True)
    v6 = np.argmin(x2, axis=0, keepdims=True)
    v8 = over(x1[axis(6, 0, 1) % M, axis(6, 0, 1) % N] - x7[axis(6, 0, 1)] * x7[axis(6, 0, 1)], (6,))
    w9 = v5
    w9 = w9 + x2
    v11 = segments(np.add, v8, i10, 3)
    return v6, w9, v11, u3


def p79(x1, x2, x3, x4, x8, u15, N, M):
    v5 = x3 / x4
    v6 = x3 <= 0
    v7 = x2[0::3]
    v9 = x3 / x8
    v10 = x2[-1]
    v11 = v7 @ v7
    v12 = cast(x8, "f64")
    v13 = np.where(v6, v11, v12)
    v14 = v13 * 0.5
    u15 = assigned(u15, np.s_[:], v10)
    v16 = x1[:3:-1, :]
    return v5, v9, v14, v16, u15


def p80(x1, x2, u5, N):
    v3 = cast(x1, "f64")
    v4 = x2 != v3
    u5 = u5 + x1
    v6 = np.max(u5, axis=-1)
    v7 = np.any(v4, axis=-1, keepdims=True)
    v8 = cast(v7, "i64")
    v9 = np.where(v7, v8, v8)
    v10 = np.all(v7)
    return v6, v9, v10, u5


def p81(x3, x9, N, M, K):
    v4 = np.abs(x3) + 1.5
    v5 = x3 / v4
    v8 = np.linspace(-1, 2, M)
    v11 = over(v5[axis(N, 0, 1) % K, axis(N, 0, 1)] - v5[axis(N, 0, 1) % K, axis(N, 0, 1)] * v5[axis(N, 0, 1) % K, axis(N, 0, 1)], (N,))
    v12 = np.min(v8, axis=0)
    v13 = np.einsum("ij->ji", x3)
    v15 = np.flip(x9, axis=0)
    return v13, v15, v11, v12


def p82(x1, x2, x7, N, M):
    v3 = np.sort(x2, axis=0)
    v4 = np.sum(x1, axis=-1)
    v5 = cast(v3, "f32")
    v6 = v5 - v4
    v8 = np.concatenate([v6, v6, x7], axis=0)
    v9 = np.max(v3, axis=0)
    v10 = v8 / v8
    return v9, v10


def p83(x1, u13, N):
    v2 = x1 == x1
    v6 = np.pad(v2, ((0, 1), (0, 0)), mode="reflect")
    v7 = v6.reshape((3 * N + 3,))
    v8 = np.arange(3)
    v9 = v8[v8 % 3]
    v10 = np.sort(v7, axis=0)
    v11 = v6.reshape((1, N + 1, 3,))
    v12 = v9 != v9
    u13 = np.broadcast_to(v9, (3,))
    v14 = np.sort(v7, axis=0)
    return v12, v11, v14, v10, u13


def p84(x1, x2, x3, u5, x13, N, M):
    v4 = np.searchsorted(np.sort(x1), x1, side="right")
    u5 = np.flip(u5)
    v6 = np.flip(u5, axis=0)
    v7 = np.flip(v4, axis=0)
    v8 = v7 + 4
    v9 = v7 * x3
    v10 = np.min(v9, axis=-1)
    v11 = v10 >= v4
    v12 = np.tril(x2, k=0)
    v14 = np.einsum("ij,ij,kj->ij", v12, v12, x13)
    return v6, v8, v11, v14, u5


def p85(x2, u4, x5, x6, M):
    v3 = cast(x2, "bool")
    u4 = u4 - x2
    v7 = np.where(v3, x5, x6)
    v8 = np.argmin(v7, axis=0)
    v9 = np.any(v3, axis=-1)
    return v8, v9, u4


def p86(x1, x2, x3, i11, N, M):
    v4 = np.argsort(x1, axis=0, kind="stable")
    v5 = np.argmax(v4, axis=1)
    v6 = np.tile(x2, (2,))
    v7 = cast(x3, "f64")
    v8 = x2 * v7
    v9 = v8 < 1
    w10 = v9
    w10 = w10[i11]
    w12 = w10
    w12 = w12 | w10
    v13 = np.transpose(v4, (1, 0))
    return v5, v6, w12, v13


def p87(x1, x2, i3, x4, x6, N, M):
    v5 = at(np.add, x2, i3, x4)
    v7 = np.abs(x6) + 1.5
    v8 = x1 / v7
    v9 = np.einsum("ij,ij->ji", v8, v8)
    return v5, v9


def p88(x1, x2, x3, x5, u10, i11, N, M):
    v4 = x3 - 4
    v6 = x1 * x5
    v7 = np.diff(x2, axis=0)
    v8 = np.squeeze(v6, axis=0)
    v9 = v8[:, None]
    u10 = u10 - v9
    v12 = np.bincount(i11, minlength=M)
    return v4, v7, v12, u10


def p89(x2, i7, x10, x13, u15, M, K):
    v4 = np.outer(x2, x2)
    v5 = np.argmax(v4, axis=1, keepdims=True)
    v6 = v5.sum(axis=1)
    v8 = v6[i7[axis(3, 0, 1)]]
    v9 = np.einsum("i,i->i", v8, v8)
    v11 = over(np.where((axis(1, 0, 2) + axis(1, 0, 2)) % 2 == 0, x10[axis(K, 1, 2) % 1] + x10[axis(1, 0, 2)] * cast(axis(1, 0, 2), "f64"), 1), (1, K,))
    v12 = v11 - 0.25
    v14 = v5 & x13
    u15 = u15 + v14
    v16 = np.stack([u15, u15], axis=2)
    return v9, v12, v16, u15


def p90(x1, x2, x3, i6, N, M):
    v4 = np.cbrt(np.abs(x3) + 1)
    w5 = x2
    w5 = w5[i6] - w5
    v7 = cast(x1, "f64")
    v8 = np.sum(x2, keepdims=True)
    return v4, w5, v7, v8


def p91(x2, x3, u5, N, M):
    w4 = x2
    w4 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w4, range(3))
    u5 = u5 - w4
    v6 = u5.T
    v7 = np.pad(x2, ((1, 2), (1, 2)), mode="edge")
    v8 = np.concatenate([v7, v7], axis=1)
    v9 = np.rot90(v8, 3)
    v10 = np.eye(M, N, k=0)
    u5 = assigned(u5, np.s_[:, :], w4)
    v11 = np.max(over(x3 + x3, (2,)), axis=(0,))
    return v11, v10, v9, v6, u5


def p92(x1, i5, N):
    v3 = x1.flatten()
    v4 = np.broadcast_to(v3, (3, 6 * N,))
    v6 = v4[i5]
    v7 = np.flip(v6, axis=1)
    w8 = v6
    w8 = repeat(lambda u, k, w=v7: u * 0.5 - w[k], w8, range(4))
    w8 = assigned(w8, np.s_[1:-1], w8[:-2] + w8[2:])
    w9 = w8
    w9 = repeat(lambda u, k, x=w8: u * 0.5 + k * x, w9, range(3))
    return w9


def p93(x1, x12, N):
    v4 = np.vecdot(x1, x1)
    v5 = np.exp(v4 - np.max(v4, 0, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 0, keepdims=True)), 0, keepdims=True)
    v7 = np.einsum("i,i,j->", v4, v5, v5)[()]
    v8 = np.einsum("ij,i->", x1, v5)[()]
    v9 = np.argmax(x1, axis=0, keepdims=True)
    v10 = np.take_along_axis(x1, v9, axis=0)
    w11 = v10
    w11 = repeat(lambda u, k, w=v5: u * 0.5 - w[k], w11, range(3))
    v13 = v9 @ x12
    return v7, v8, w11, v13


def p94(x3, i6, x9, u11):
    v4 = np.linalg.solve(x3 / (np.abs(np.max(x3)) + 1) + 2 * np.eye(2), x3)
    v7 = np.bincount(i6, minlength=6)
    v8 = np.cumprod(v4, axis=1)
    v10 = np.linalg.solve(x9 / (np.abs(np.max(x9)) + 1) + 2 * np.eye(2), x9)
    u11 = np.broadcast_to(v10, (2, 2,))
    v12 = u11 + u11
    v13 = np.argmax(x9, axis=0, keepdims=True)
    return v8, v13, v12, v7, u11


def p95(x1, N):
    v4 = ~x1
    v5 = np.sqrt(np.abs(x1))
    v6 = 4 * v5
    v7 = v6 / v6
    v8 = np.mean(v7, axis=0)
    v9 = np.cumprod(v4, axis=0)
    v10 = v9 + v9
    return v8, v10


def p96(x1, x2, i5, N, M):
    v3 = over(np.where((axis(3, 0, 2) + axis(3, 0, 2)) % 2 == 0, x1[axis(3, 0, 2) % 1, axis(N, 1, 2)] * cast(axis(N, 1, 2), "f64") - x1[axis(N, 1, 2) % 1, axis(3, 0, 2) % N] * cast(axis(3, 0, 2), "f64"), 1), (3, N,))
    v4 = v3.T
    v6 = np.take(x2, i5, axis=0)
    w7 = x1
    w7 = w7 - x1
    v8 = w7 - 2 * M
    v9 = np.sqrt(np.sum(v4 * v4, axis=0) + 1)
    v10 = np.pad(v9, ((1, 2),), mode="edge")
    v11 = np.sqrt(np.sum(v10 * v10, axis=0) + 1)
    v12 = v11 + w7
    return v6, v8, v12


def p97(x1, x2, N, M):
    v3 = np.argsort(x2, axis=0, kind="stable")
    v4 = np.min(x1, axis=0)
    v5 = np.argmin(v3, axis=0)
    v6 = v5 < v4
    v7 = over(np.where((axis(N, 0, 1) + axis(N, 0, 1)) % 2 == 0, x1[axis(N, 0, 1) % N] - x1[axis(N, 0, 1)] * x1[axis(N, 0, 1)], 1), (N,))
    v8 = cast(v6, "i64")
    v9 = v7 + v8
    v10 = v9 >> 1
    return v10


def p98(x1, x2, i5, x6, x9, u11, N, M):
    v4 = np.einsum("i,i->", x2, x2)[()]
    v7 = at(np.minimum, x1, i5, x6)
    v8 = np.arange(M, 0, -1, dtype="f4")
    v10 = np.concatenate([v8, x9, v8], axis=0)
    u11 = u11 + v10
    v12 = v4 >= x2
    return v7, v12, u11


def p99(x1, i2, x3, i6, N):
    v4 = at(np.add, x1, i2, x3)
    v5 = np.einsum("i->", x1)[()]
    v7 = segments(np.add, v4, i6, 2)
    v8 = np.einsum("i,i->", v7, v7)[()]
    v9 = np.stack([x3, v7], axis=1)
    v10 = np.outer(v4, x3)
    v11 = np.cumprod(v9, axis=1)
    return v5, v8, v10, v11


def p100(x2, x4, x6, u9, i11, N, M):
    v5 = x2 | x4
    v7 = np.cross(x6, x6)
    v8 = np.expm1(np.minimum(v7, 2))
    u9 = np.broadcast_to(v8, (2, 3,))
    v10 = np.outer(x2, v5)
    v12 = v10[:, i11]
    v13 = np.einsum("ij,ik->ji", v12, v12)
    v14 = np.roll(x6, -1, axis=1)
    return v13, v14, u9


def p101(x3, N, K):
    v4 = np.flip(x3, axis=0)
    v5 = np.sort(v4, axis=1)
    v6 = np.sort(x3, axis=0)
    w7 = v6
    w7 = w7 - v5
    return w7


def p102(x1, u8, N):
    v3 = np.arange(5, 0, -1, dtype="f4")
    v4 = over(v3[axis(5, 0, 1)] + v3[axis(5, 0, 1)] * cast(axis(5, 0, 1), "f32"), (5,))
    v5 = v4 >= v3
    v6 = np.round(x1)
    v7 = np.pad(v6, ((0, 2),), mode="constant", constant_values=1)
    u8 = assigned(u8, np.s_[-2], u8[-2] - 3)
    return v5, v7, u8


def p103(x2, x3, x6, x11, N, M, K):
    v5 = np.sort(x2, axis=0)
    v7 = np.minimum(x3, x6)
    v12 = np.sum(over(x11[axis(N, 0, 2) % N, axis(N, 1, 2)] * (axis(N, 0, 2) + 1) + x11[axis(N, 0, 2), axis(N, 0, 2)], (N, N,)), axis=(1,))
    v13 = x2[None, :]
    v14 = np.minimum.accumulate(v13, axis=0)
    return v5, v12, v7, v14


def p104(x3, i6, N):
    v4 = x3 / 3
    v5 = np.min(over(v4 * v4, (N, 4, N,)), axis=(2,))
    v7 = v5[axis(N, 0, 2), i6[axis(3, 1, 2)]]
    v8 = np.pad(v5, ((0, 2), (1, 2)), mode="symmetric")
    return v7, v8


def p105(x1, i4, x5, N):
    v2 = x1 >= 3
    v3 = x1 % 5
    v6 = at(np.minimum, x1, i4, x5)
    v7 = v2 | v2
    v8 = np.eye(N, N, k=-1)
    v9 = np.abs(v8) + 1.5
    v10 = v8 / v9
    v11 = np.transpose(v10, (0, 1))
    return v3, v6, v7, v11


def p106(x1, x2, x3, N, M):
    v4 = x3 - 2 * M
    v5 = np.cumsum(x2, axis=0)
    v6 = np.min(x1)
    v7 = v6 / v6
    return v4, v5, v7


def p107(x2, u5, x6, M):
    v3 = np.sin(x2)
    v4 = v3.sum(axis=0, keepdims=True)
    u5 = u5 + x6
    v7 = np.outer(u5, u5)
    return v4, v7, u5


def p108(x1, x2, x3, u5, i7, x8, i10, N, M, K):
    v4 = K * x3
    u5 = u5 - v4
    v6 = x2[:, None, :]
    v9 = at(np.minimum, x1, i7, x8)
    u5 = u5[i10]
    v11 = np.roll(v6, -1, axis=0)
    v12 = np.stack([u5, u5], axis=0)
    v13 = v4 * v12
    v14 = v13 / 3
    u5 = u5[i10]
    return v9, v11, v14, u5


def p109(x1, x2, x6, i12, N, M):
    v3 = np.sqrt(np.sum(x1 * x1, axis=1) + 1)
    v4 = v3 @ v3
    v5 = np.var(x2, axis=-1, keepdims=True)
    v7 = x1 @ x6
    v8 = np.pad(v5, ((0, 1),), mode="constant", constant_values=2)
    v9 = np.ptp(v8, axis=-1)
    v10 = np.floor(v7)
    v11 = np.sqrt(np.var(v5) + 1)
    v13 = v10[i12]
    return v4, v9, v11, v13


def p110(x1, x2, N, M, K):
    v4 = np.zeros((K,), DTYPES["f64"])
    v5 = v4 > v4
    v6 = x2[:, :, None]
    v7 = np.cumprod(x1, axis=1)
    v8 = v7 + 1
    return v5, v6, v8


def p111(x1, x2, x3, x5, x6, u13, N, M, K):
    v7 = np.cross(x5, x6)
    v8 = np.vecdot(x1, x1)
    v9 = over(np.where((axis(4, 0, 2) + axis(4, 0, 2)) % 2 == 0, x5[axis(4, 0, 2) % M, axis(3, 1, 2)] + x5[axis(4, 0, 2) % M, axis(3, 1, 2)], 1), (4, 3,))
    v10 = x2 / 3
    v11 = over(x3[axis(K, 0, 1), axis(K, 0, 1) % N] * cast(axis(K, 0, 1), "f32") + x3[axis(K, 0, 1) % K, axis(K, 0, 1) % N], (K,))
    v12 = np.einsum("i,i->i", v11, v11)
    u13 = np.broadcast_to(v10, (M,))
    return v7, v8, v9, v12, u13


def p112(x1, x2, i6, u11, N, M):
    v3 = np.min(x2, axis=0)
    v4 = v3 * 2.5 + 1
    w5 = x1
    w5 = w5[i6] - w5
    v7 = w5 - w5
    v8 = v7 << 1
    v9 = np.max(v8)
    v10 = v9 ** 2
    u11 = assigned(u11, np.s_[0], u11[0] + v10)
    v12 = np.sort(u11, axis=0)
    v13 = v4 * v4
    return v12, v13, u11


def p113(x1, x2, N, M):
    v4 = x2.sum(axis=(0, -1))
    v5 = v4 >= v4
    v6 = np.sqrt(np.var(x2, axis=-2) + 1)
    v7 = x1 ** 2
    v8 = np.pad(v7, ((0, 2),), mode="constant")
    v9 = np.roll(v6, -1, axis=0)
    v10 = np.min(over(x2[axis(M, 1, 4), axis(6, 0, 4) % N], (6, M, 4, M,)), axis=(2, 3))
    v11 = v10.reshape((6 * M,))
    v12 = np.roll(v8, 5, axis=0)
    v13 = cast(v5, "u16")
    v14 = v12 < v13
    return v9, v11, v14


def p114(x1, x7, N):
    v3 = np.min(x1, axis=0)
    v4 = np.cumsum(x1, axis=0)
    v5 = np.logical_or(v3, v4)
    v6 = np.flip(v5, axis=0)
    v8 = over(np.where((axis(5, 1, 2) + axis(3, 0, 2)) % 2 == 0, x7[axis(3, 0, 2) % 5, (axis(3, 0, 2) + 1) % 3], 1), (3, 5,))
    v9 = np.mean(v8, axis=0)
    return v6, v9


def p115(x1, u3, x11, N):
    v2 = x1.sum(axis=-1, keepdims=True)
    u3 = assigned(u3, np.s_[:], u3[:] * 2)
    v4 = np.mean(v2, axis=-1)
    v5 = v4 - 2 * N
    v6 = over(x1[axis(N, 0, 1)] * x1[(axis(N, 0, 1) + 1) % N] + x1[axis(N, 0, 1)], (N,))
    u3 = u3 + 3
    v7 = np.roll(x1, 1, axis=0)
    v10 = np.argmin(u3, axis=0, keepdims=True)
    v12 = np.logical_or(v7, x11)
    return v5, v10, v6, v12, u3


def p116(x2, x5, M):
    v4 = np.pad(x2, ((0, 0),), mode="edge")
    v6 = np.cross(x5, x5)
    v7 = np.argsort(x5, axis=0, kind="stable")
    v8 = np.argsort(v4, axis=0, kind="stable")
    v9 = v8 <= 2
    return v6, v7, v9


def p117(x1, x2, x3, i5, u7, N, M):
    v4 = np.concatenate([x3, x2], axis=0)
    v6 = segments(np.add, x1, i5, 4)
    u7 = np.broadcast_to(v6, (4, M,))
    v8 = np.cumsum(x1, axis=1)
    v9 = 4 * v8
    w10 = v6
    w10 = repeat(lambda u, k, x=v6: u * 0.5 + k * x, w10, range(2))
    v11 = np.argmin(v6, axis=1)
    v12 = np.diff(v11, axis=0)
    v13 = np.searchsorted(np.sort(v12), v11, side="right")
    return v4, v9, w10, v13, u7


def p118(x1, x2, x6, u12, i13, N, M):
    v3 = np.cumsum(x2, axis=0)
    v4 = np.sum(v3, axis=-1)
    v5 = np.repeat(v3, 2, axis=0)
    v7 = x1 - x6
    v8 = v5 - v5
    v9 = np.sum(v3, axis=0)
    v10 = v9 - v9
    v11 = np.pad(v8, ((1, 2),), mode="constant", constant_values=1)
    u12 = u12[i13] - u12
    return v4, v7, v10, v11, u12


def p119(x1, x2, u7, x8, i11, x12, x14, N, M):
    v3 = np.log(x1 * x1 + 1)
    v5 = (v3 + v3) * np.sum(v3 * v3)
    v6 = np.cumsum(v5, axis=0)
    u7 = assigned(u7, np.s_[1], x8)
    v9 = x8 == u7
    u7 = assigned(u7, v9, 2)
    v10 = x2.sum(axis=0)
    v13 = at(np.add, u7, i11, x12)
    v15 = np.logical_and(v10, x14)
    return v6, v13, v15, u7


def p120(x1, x2, x3, u5, N, M):
    v4 = -x3
    u5 = u5 - x2
    v6 = np.argmax(u5, axis=0)
    v7 = np.prod(x1)
    v9 = x3 == 0
    u5 = assigned(u5, np.s_[1:-1], u5[:-2] + u5[2:])
    v11 = np.trunc(v4)
    return v9, v6, v7, v11, u5


def p121(x2, M):
    v3 = np.stack([x2, x2], axis=1)
    v4 = np.stack([v3, v3], axis=-1)
    v5 = np.sqrt(np.var(v4) + 1)
    v6 = np.tril(v4, k=-1)
    return v5, v6


def p122(x2, u3, x4, N, M):
    u3 = np.broadcast_to(x4, (N,))
    v5 = np.sqrt(np.var(x2, axis=-1) + 1)
    u3 = assigned(u3, np.s_[:], 0)
    v6 = np.diff(x2, axis=0)
    v7 = np.mean(v6, axis=0)
    return v5, v7, u3


def p123():
    v4 = over(axis(2, 0, 2) * axis(3, 1, 2) + 1, (2, 3,))
    v5 = v4[:, -1]
    v6 = np.transpose(v4, (1, 0))
    v7 = v6 * v5
    v8 = np.transpose(v6, (0, 1))
    v9 = np.argsort(v8, axis=1, kind="stable")
    v10 = np.outer(v5, v5)
    v11 = np.outer(v5, v5)
    return v9, v11, v7, v10


def p124(x1, x2, i4, i5, N, M):
    v6 = x2[i4, i5]
    v7 = np.pad(v6, ((2, 1),), mode="edge")
    v8 = np.argmin(v7, axis=0, keepdims=True)
    v9 = np.pad(v8, ((1, 0),), mode="constant")
    v10 = np.sort(x1, axis=0)
    return v9, v10


def p125(x1, x3, u8, x9, N, K):
    v4 = np.einsum("i,i->i", x1, x1)
    v5 = np.sum(x3, axis=0)
    v6 = np.mean(v4, axis=0)
    v7 = v4 * v4
    u8 = assigned(u8, np.s_[-3:2], x9)
    v10 = np.argmin(u8, axis=0, keepdims=True)
    return v5, v6, v7, v10, u8


def p126(x1, u4, N):
    v2 = x1 ** 3
    v3 = v2 @ v2
    u4 = u4 + x1
    v5 = np.max(u4, axis=-1, keepdims=True)
    v6 = v5 @ v5
    return v3, v6, u4


def p127(x1, x2, N, M):
    v4 = np.sum(x2, axis=(0, -1), keepdims=True)
    v5 = x1 - 2 * N
    v6 = v5 @ v5
    v7 = x2 * 2.5 + 1
    w8 = v7
    w8 = w8 - v6
    v9 = np.einsum("i,ji->i", x1, w8)
    return v4, v9


def p128(x1, x3, i5, N):
    v2 = np.arcsinh(x1)
    v4 = np.outer(v2, x3)
    v6 = segments(np.add, v4, i5, 2)
    v7 = np.eye(N, N, k=-1)
    v8 = np.cumsum(v6, axis=1)
    v9 = np.mean(v8, keepdims=True)
    v10 = np.roll(v9, 2, axis=0)
    v11 = v7 * v10
    v12 = v11[:, -1]
    v14 = (v12 + v12) * np.sum(v12 * v12)
    v15 = np.pad(v9, ((1, 0), (0, 1)), mode="constant")
    return v14, v15


def p129(x1, x3, u10, N):
    v4 = cast(x3, "i32")
    v5 = x1.sum(keepdims=True)
    v6 = v5 > 2
    v7 = np.tensordot(v5, v5, axes=1)
    v8 = np.sum(v6, axis=0)
    v9 = v8 == v5
    u10 = u10 + 3
    v11 = v5 << 2
    return v4, v7, v9, v11, u10


def p130(x3, K):
    v5 = np.max(x3, axis=0)
    v6 = np.min(x3, axis=-1)
    v7 = v6 != v6
    v8 = 1 - v5
    return v7, v8


def p131(x1, x2, x3, x8, N, M, K):
    v4 = x1.T
    v5 = v4[None, :, :]
    v6 = np.cumsum(v5, axis=0)
    v7 = np.argmin(v6, axis=1)
    v9 = x2 @ x8
    v10 = x3 * x3
    return v7, v9, v10


def p132(x1, x2, i6, u8, N, M):
    v4 = np.sum(x2, axis=0)
    v5 = v4 // 4
    v7 = np.take(x2, i6, axis=0)
    u8 = u8 * v7
    v9 = np.cumprod(u8, axis=0)
    v10 = x1 >> 3
    return v5, v9, v10, u8


def p133(x1, u6, N):
    v2 = np.flip(x1, axis=-1)
    v3 = v2 == v2
    v4 = v2 * v2
    v5 = np.roll(v3, 3, axis=0)
    u6 = u6 + v4
    v7 = u6[-1]
    u6 = assigned(u6, np.s_[1:-1], u6[:-2] + u6[2:])
    return v5, v7, u6


def p134(x1, x2, x3, u7, x8, N, M, K):
    v4 = x3 & x3
    v5 = over(x2[axis(N, 1, 2) % M, axis(K, 0, 2)] - x2[axis(K, 0, 2) % M, axis(K, 0, 2)] * cast(axis(N, 1, 2), "f64"), (K, N,))
    w6 = x1
    w6 = repeat(lambda u, k, x=x1: u * 0.5 + k * x, w6, range(3))
    u7 = u7 + x1
    v9 = np.einsum("ij,i,i->i", v5, x8, x8)
    v10 = np.pad(v9, ((0, 1),), mode="edge")
    v11 = v4.sum(axis=0)
    v12 = np.sqrt(np.sum(v10 * v10, axis=0) + 1)
    return w6, v11, v12, u7


def p135(x3, u5, x6, x7, M):
    v4 = np.min(over(x3[3 - 1 - axis(3, 2, 3)] * x3[(axis(3, 2, 3) + 2) % 3] - x3[axis(3, 2, 3)], (1, M, 3,)), axis=(1, 2))
    u5 = u5 * x6
    v8 = np.stack([u5, x7], axis=-1)
    v9 = np.argsort(v8, axis=1, kind="stable")
    return v4, v9, u5


def p136(x1, x2, x6, x7, i12, x13, N, M):
    v3 = x1 + x1
    v4 = v3[::-2]
    v5 = v4 == 1
    v8 = np.where(x2, x6, x7)
    v9 = np.full((M, 2,), 3, DTYPES["i32"])
    v10 = np.roll(v3, -1, axis=0)
    v11 = np.transpose(v9, (0, 1))
    v14 = at(np.add, v11, i12, x13)
    v15 = np.max(v14, axis=-2, keepdims=True)
    return v5, v8, v10, v15


def p137(x1, x3, x4, i6, x8, N):
    w2 = x1
    w2 = w2 - x3
    v5 = np.sum(over(x4[5 - 1 - axis(5, 1, 3)] * x4[0] + x4[axis(5, 1, 3)], (N, 5, 5,)), axis=(1, 2))
    w2 = w2 - x3
    v7 = v5[i6]
    v9 = over(x8[2 - 1 - axis(2, 1, 2)] + x8[(axis(2, 1, 2) + 2) % 2] * (axis(2, 1, 2) + 1), (N, 2,))
    v10 = 3 * v7
    v11 = np.var(v9, keepdims=True)
    v12 = np.cumprod(v11, axis=1)
    return w2, v10, v12


def p138(x1, x2, x3, i8, u10, N, M):
    v4 = x3 ^ x3
    v5 = np.tril(x1, k=0)
    v6 = np.flip(x2)
    v7 = v5.reshape((M * N,))
    v9 = segments(np.add, v6, i8, M)
    u10 = u10[i8] - u10
    v11 = np.cumsum(v7, axis=0)
    v12 = v7 ^ v11
    u10 = u10 - v9
    v13 = np.argmin(v12, axis=0)
    v14 = 1 * v4
    return v13, v14, u10


def p139(x1, x2, x3, x9, u10, N, M, K):
    v5 = x1[0]
    v6 = np.maximum(v5, v5)
    v7 = ~v6
    w8 = x3
    w8 = np.broadcast_to(x9, (K,))
    u10 = u10 - w8
    v11 = v5 ** 2
    w12 = x2
    w12 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w12, range(3))
    return v7, v11, w12, u10


def p140(x1, u5, i6, x7, i12, N):
    v2 = np.vecdot(x1, x1)
    v3 = cast(x1, "f32")
    v4 = np.exp(v3 - np.max(v3, 0, keepdims=True)) / np.sum(np.exp(v3 - np.max(v3, 0, keepdims=True)), 0, keepdims=True)
    u5 = assigned(u5, np.s_[:], v4)
    v8 = at(np.add, u5, i6, x7)
    v9 = np.stack([v8, v8], axis=0)
    v10 = v9 ** 3
    v11 = np.repeat(v4, 2, axis=0)
    u5 = u5 * v8
    v13 = segments(np.add, u5, i12, 5)
    return v2, v10, v11, v13, u5


def p141(x1, x2, i3, u9, N, M):
    v4 = np.bincount(i3, minlength=N)
    v5 = np.prod(x2, axis=-1, keepdims=True)
    v6 = np.einsum("ij,ij->j", x1, x1)
    v7 = v4 & v5
    v8 = np.sort(v7, axis=0)
    u9 = u9 * v8
    u9 = assigned(u9, np.s_[:], u9[:] * 0)
    return v6, u9


def p142(x2, i5, x9, x10, M):
    v3 = x2.sum(keepdims=True)
    v4 = np.sum(over(x2[axis(M, 1, 2)] * cast(axis(M, 1, 2), "f64") - x2[axis(M, 0, 2)] * x2[axis(M, 0, 2)], (M, M,)), axis=(1,))
    v6 = segments(np.add, v4, i5, 6)
    v7 = 1 - v6
    v8 = np.min(v3, axis=0)
    v11 = np.linalg.solve(x9 / (np.abs(np.max(x9)) + 1) + 4 * np.eye(4), x10)
    v12 = np.tril(v11, k=-1)
    v13 = np.pad(v12, ((2, 1), (0, 2)), mode="constant", constant_values=4)
    return v7, v8, v13


def p143(x1, x2, x3, i6, u9, N, M):
    v4 = np.stack([x3, x2], axis=2)
    v5 = np.flip(x1)
    v7 = np.bincount(i6, minlength=M)
    v8 = np.sin(v7)
    u9 = np.broadcast_to(v8, (M,))
    v10 = u9.sum(axis=-1)
    return v4, v5, v10, u9


def p144(x1, u7, x8, N):
    v3 = np.minimum(x1, x1)
    v6 = np.argsort(v3, axis=0, kind="stable")
    u7 = assigned(u7, np.s_[-1], u7[-1] + x8)
    v10 = np.argmin(u7, axis=0)
    v11 = np.max(v6, axis=-1, keepdims=True)
    v12 = np.vecdot(v11, v11)
    v13 = np.sqrt(np.var(v11) + 1)
    v15 = v11 @ v11
    return v10, v12, v13, v15, u7


def p145(x1, x2, N):
    v3 = x2 == 0
    v5 = (x1 + x1) * np.sum(x1 * x1)
    v6 = np.stack([v5, x1], axis=-3)
    v7 = np.sum(v6)
    v8 = np.sum(v6)
    v9 = x2 >= 0
    v10 = np.max(v6, axis=-3)
    v11 = v3 & v9
    return v7, v8, v10, v11


def p146(x1, x3, N):
    v2 = x1 ** 2
    v4 = np.linalg.solve(x3 / (np.abs(np.max(x3)) + 1) + 2 * np.eye(2), x3)
    v5 = x3 @ x3
    w6 = v5
    w6 = repeat(lambda u, k, x=v5: u * 0.5 + k * x, w6, range(2))
    return v2, v4, w6


def p147(x1, x2, N, M):
    v3 = cast(x2, "f64")
    v4 = np.where(x2, v3, v3)
    v5 = np.exp(v4 - np.max(v4, 0, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 0, keepdims=True)), 0, keepdims=True)
    v6 = np.full((3,), 3, DTYPES["f32"])
    v7 = np.sum(v6, axis=0, keepdims=True)
    v8 = x1.T
    v9 = np.roll(v8, -2, axis=0)
    return v5, v7, v9


def p148(x1, u4, x5, N):
    v3 = np.broadcast_to(x1, (6, N,))
    u4 = u4 - v3
    v6 = np.sum(over(x5[axis(6, 1, 2), axis(N, 0, 2)] * cast(axis(6, 1, 2), "f32"), (N, 6,)), axis=(1,))
    v7 = np.cumprod(x1, axis=0)
    v8 = np.logical_and(v7, v7)
    v9 = np.sum(v8, keepdims=True)
    return v6, v9, u4


def p149(x1, x3, i6, N, K):
    v4 = x1 / x1
    v5 = cast(v4, "f32")
    v7 = v5[i6]
    v8 = np.maximum.accumulate(v7, axis=0)
    v9 = np.asarray(np.count_nonzero(x3, keepdims=True))[()]
    v10 = v9 * v9
    v11 = np.pad(v10, ((1, 0),), mode="constant")
    return v8, v11


def p150(x1, x2, N, M):
    v3 = np.diff(x1, axis=0)
    v4 = cast(v3, "f32")
    v5 = np.exp(v4 - np.max(v4, 0, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 0, keepdims=True)), 0, keepdims=True)
    v6 = v5 + v5
    v7 = np.roll(v6, 2, axis=0)
    v8 = x2[::3, 2::2]
    v9 = v7 @ v7
    return v8, v9


def p151(x1, x2, x4, u6, N, M):
    v3 = np.searchsorted(np.sort(x2), x2, side="left")
    v5 = np.sum(over(x4[axis(2, 0, 1)] * x4[axis(2, 0, 1)] + x4[axis(2, 0, 1)] * x4[axis(2, 0, 1)], (2,)), axis=(0,))
    u6 = assigned(u6, np.s_[:2], v5)
    v7 = u6.reshape((2, 1,))
    v8 = v7.reshape((1, 2, 1,))
    v9 = v7[:, v3 % 1]
    v10 = np.searchsorted(np.sort(x1), x1, side="left")
    v11 = v9 - 0.25
    v12 = np.concatenate([v11, v11], axis=1)
    w13 = v12
    w13 = repeat(lambda u, k, x=v12: u * 0.5 + k * x, w13, range(2))
    return v8, v10, w13, u6


def p152(x1, x2, x3, x6, N, M, K):
    v5 = x2 * x2
    v7 = over(x6[K - 1 - axis(K, 0, 2), axis(N, 1, 2)] * cast(axis(K, 0, 2), "f32") + x6[axis(K, 0, 2), axis(K, 0, 2) % N] * x6[axis(K, 0, 2), axis(N, 1, 2)], (K, N,))
    v8 = v5 ** 3
    v9 = v8 * v8
    v10 = x3 / 3
    v11 = v10.sum(axis=0, keepdims=True)
    v13 = x1[1:] + x1[:-1]
    return v7, v9, v11, v13


def p153(x1, x2, N):
    v3 = cast(x2, "u64")
    v4 = np.cumprod(x1, axis=0)
    v5 = 1.5 - 2 * v4
    v6 = 1.5 - 2 * v5
    v8 = v4[1:] + v4[:-1]
    v9 = np.argmax(x1, axis=0, keepdims=True)
    v10 = np.searchsorted(np.sort(v9), v9, side="right")
    v11 = np.einsum("i,i->i", v6, v5)
    v12 = v11 @ v11
    v13 = ~v10
    v14 = np.einsum("i,i->", v13, v9)[()]
    return v3, v8, v12, v14


def p154(x1, i3, N):
    v2 = np.roll(x1, (5, 1), axis=(0, 1))
    v4 = v2[axis(N, 0, 2), i3[axis(N, 1, 2)]]
    v5 = v4 / 3
    v6 = np.max(v5, axis=-2, keepdims=True)
    return v6


def p155(x1, x2, x3, i11, i14, x15, N, M, K):
    v4 = x2[:, x2 % 3]
    v5 = x1 == x1
    v6 = np.stack([v5, v5, v5], axis=-2)
    v7 = x2.reshape((3 * M,))
    v8 = v7[v7 % (3 * M)]
    v9 = np.cumprod(v8, axis=0)
    v10 = np.round(x3)
    v12 = v6[axis(3, 0, 2), i11[axis(6, 1, 2)]]
    v16 = at(np.add, v10, i14, x15)
    return v4, v16, v9, v12


def p156(x1, x2, x6, u8, i9, N, M):
    v3 = x2[:, None, :]
    v4 = x1 @ x1
    v5 = np.cumsum(v3, axis=0)
    v7 = np.sum(over(x6[axis(6, 0, 2)] * cast(axis(N, 1, 2), "f64") - x6[axis(6, 0, 2)], (6, N,)), axis=(1,))
    u8 = u8[i9]
    v10 = v5 ^ v5
    v11 = np.min(v10, axis=2)
    return v4, v7, v11, u8


def p157(x1, x2, x3, i7, N, M):
    v4 = np.abs(x3)
    v5 = x2 | x2
    w6 = v5
    w6 = w6[i7] - w6
    v8 = np.concatenate([x1, x1], axis=0)
    v9 = v8 + v8
    v10 = v9 - v9
    v11 = np.cumsum(w6, axis=0)
    v13 = np.roll(i7, 3, axis=0)
    return v4, v11, v10, v13


def p158(x1, x3, x4, u7, N):
    v5 = np.einsum("i,ij,ij->ji", x1, x4, x4)
    v6 = np.roll(v5, -1, axis=0)
    u7 = np.broadcast_to(v6, (3, N,))
    v8 = x3 - x3
    u7 = assigned(u7, np.s_[1::3, :], u7[1::3, :] * x1)
    v9 = np.transpose(u7, (0, 1))
    v10 = cast(v9, "f32")
    return v8, v10, u7


def p159(x1, x3, x4, u7, N):
    v5 = np.linalg.solve(x3 / (np.abs(np.max(x3)) + 1) + 2 * np.eye(2), x4)
    v6 = np.cumsum(v5, axis=0)
    u7 = u7.T
    v8 = np.exp(x1 - np.max(x1, 0, keepdims=True)) / np.sum(np.exp(x1 - np.max(x1, 0, keepdims=True)), 0, keepdims=True)
    v9 = np.tensordot(u7, v5, axes=1)
    v10 = np.concatenate([v9, v9], axis=-1)
    return v6, v8, v10, u7


def p160(x4, u8, N):
    v3 = np.arange(N, 0, -1, dtype="f4")
    v6 = (v3 + x4) * np.sum(v3 * x4)
    v7 = v6 + 4
    u8 = u8 + v3
    v9 = np.mean(v7, axis=0, keepdims=True)
    return v9, u8


def p161(x1, x2, u5, x7, N, M):
    u5 = u5 + x1
    v6 = np.pad(u5, ((2, 1),), mode="symmetric")
    v8 = x2 // x7
    v9 = v6[v8 % (N + 3)]
    v10 = x7 ** 2
    v11 = np.einsum("i,j->", v10, v10)[()]
    u5 = u5 + 1
    v12 = np.einsum("i,i->", v10, v8)[()]
    v13 = np.tile(u5, (2,))
    return v11, v9, v13, v12, u5


def p162(x1, x2, x3, x12, N, M):
    v4 = x3 / 3
    v5 = cast(x2, "f64")
    v6 = np.exp(v5 - np.max(v5, 0, keepdims=True)) / np.sum(np.exp(v5 - np.max(v5, 0, keepdims=True)), 0, keepdims=True)
    v7 = x1.sum()
    v8 = np.exp(v6 - np.max(v6, 0, keepdims=True)) / np.sum(np.exp(v6 - np.max(v6, 0, keepdims=True)), 0, keepdims=True)
    v9 = np.flip(v8)
    v10 = v9[:-2:-2]
    v11 = v10 + v6
    v13 = v11 / x12
    return v4, v7, v13


def p163(u3, i4, i11, N):
    u3 = np.flip(u3)
    v5 = segments(np.add, u3, i4, 1)
    v6 = cast(v5, "f32")
    v7 = np.sqrt(np.sum(v6 * v6, axis=0) + 1)
    v8 = np.searchsorted(np.sort(v6), v6, side="left")
    v9 = np.argmin(v8, axis=0)
    v10 = v9 == 1
    u3 = u3[i11] - u3
    v12 = v7 / v7
    return v10, v12, u3


def p164(x2, u6, x7, x9, x11, M):
    w3 = x2
    w3 = w3 - x2
    v4 = np.stack([w3, w3], axis=0)
    v5 = np.exp(v4 - np.max(v4, 1, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 1, keepdims=True)), 1, keepdims=True)
    u6 = assigned(u6, np.s_[-1, 1:2], x7)
    v8 = np.cumsum(u6, axis=1)
    u6 = assigned(u6, np.s_[::2, -2], u6[::2, -2] - x9)
    v10 = np.transpose(v8, (1, 0))
    v12 = np.linalg.det(x11 / (np.abs(np.max(x11)) + 1) + 2 * np.eye(2))
    v13 = v12 + 3
    return v5, v10, v13, u6


def p165(x2, x3, M):
    v4 = np.concatenate([x2, x2, x2], axis=-2)
    v5 = x3 * x3
    v6 = np.pad(v4, ((0, 0), (2, 1)), mode="wrap")
    v7 = v6 ** 2
    return v5, v7


def p166(x2, N, M):
    v3 = np.min(x2, axis=-1)
    v4 = np.triu(x2, k=1)
    v5 = np.flip(v4, axis=-1)
    v6 = np.max(v5, axis=1, keepdims=True)
    return v3, v6


def p167(x1, x2, N, M):
    v3 = np.transpose(x2, (0, 1))
    v4 = np.cumsum(v3, axis=0)
    v5 = np.einsum("ij->ij", x1)
    v6 = np.max(v5, axis=-2)
    return v4, v6


def p168(x3, u6, x7, u8, K):
    v5 = x3 & x3
    u6 = u6 * x7
    u8 = assigned(u8, np.s_[:], u8[:] - u6)
    v9 = np.flip(u8)
    return v5, v9, u6, u8


def p169(x1, x2, x3, i8, N, M):
    v4 = 1.5 - 2 * x3
    v5 = x2[None, :]
    v6 = x1 @ x1
    v7 = np.maximum(v6, v6)
    v9 = v7[:, i8]
    return v4, v5, v9


def p170(x1, x2, x8, N, M):
    v4 = (x2 + x2) * np.sum(x2 * x2)
    w5 = x1
    w5 = w5[::-1]
    v6 = v4[:, None]
    v7 = np.roll(v6, -2, axis=0)
    v9 = over(x8[axis(N, 0, 1)] + x8[axis(N, 0, 1)], (N,))
    v10 = np.flip(v9, axis=0)
    v11 = np.rot90(v7, 1)
    return w5, v10, v11


def p171(x2, x3, u7, M, K):
    v4 = x3 // x3
    v5 = np.cumprod(v4, axis=0)
    v6 = np.mean(x2, axis=0)
    u7 = u7 + v5
    u7 = assigned(u7, np.s_[1:-1], u7[:-2] - u7[2:])
    v8 = np.flip(u7)
    return v6, v8, u7


def p172(x1, x2, x5, x9, N, M):
    w4 = x1
    w4 = repeat(lambda u, k, x=x1: u * 0.5 + k * x, w4, range(3))
    v6 = np.concatenate([x5, x2], axis=1)
    v7 = np.broadcast_to(v6, (N, M, N + 2,))
    v8 = np.sqrt(np.abs(w4) + 1)
    v10 = np.linalg.det(x9 / (np.abs(np.max(x9)) + 1) + 3 * np.eye(3))
    v11 = np.sum(w4, axis=-1)
    v12 = v11 * v11
    return v7, v8, v10, v12


def p173(x1, x2, x5, i8, i15, N, M):
    v3 = x2 + x2
    v4 = np.einsum("i->i", x1)
    v6 = x2 ^ x5
    v11 = np.take(v4, i8, axis=0)
    v12 = np.sort(v11, axis=0)
    v13 = -v12
    v14 = np.bincount(i8, minlength=N)
    v16 = v13[i15[axis(M, 0, 1)]]
    return v14, v16, v3, v6


def p174(x1, x2, i6, x8, N, M):
    v3 = 3 * x1
    v4 = x1 <= v3
    v5 = ~x2
    v7 = segments(np.add, v3, i6, 2)
    v9 = np.einsum("i,i,ij->j", v7, v7, x8)
    w10 = v9
    w10 = repeat(lambda u, k, x=v9: u * 0.5 + k * x, w10, range(3))
    return v4, v5, w10


def p175(x1, x2, i3, x4, i10, N, M):
    v5 = at(np.maximum, x2, i3, x4)
    v6 = np.cumprod(x4, axis=0)
    v7 = np.outer(v6, x4)
    v8 = np.sort(x1, axis=0)
    v9 = np.zeros((N,), DTYPES["i64"])
    v11 = v9[i10]
    v12 = np.diag(v7)
    return v5, v8, v11, v12


def p176(x2, x3, x4, i6, N, M):
    v5 = np.stack([x2, x4, x2], axis=1)
    v7 = v5[:, i6]
    v8 = np.abs(x3) + 1.5
    v9 = x3 / v8
    return v7, v9


def p177(x1, x2, x7, x10, N, M):
    v3 = x2 == x2
    v4 = v3[1:, :]
    v5 = x1 - x1
    v6 = np.einsum("i,j->ij", v5, v5)
    v8 = v6 + x7
    v9 = v8.T
    v11 = cast(v4, "f64")
    v12 = np.where(v4, x10, v11)
    v13 = np.linspace(-1, 2, 2)
    return v9, v12, v13


def p178(x1, N):
    v3 = np.sum(x1, axis=0)
    v4 = np.flip(x1, axis=-1)
    v5 = x1 - 5
    v6 = np.stack([v4, v4], axis=1)
    return v3, v5, v6


def p179(x1, x2, u7, N, M):
    v3 = x2 + x2
    v4 = np.mean(v3, axis=0, keepdims=True)
    v6 = np.prod(x1, axis=0, keepdims=True)
    u7 = u7[::-1]
    v8 = np.sum(over(x1[axis(N, 0, 2)], (N, 3,)), axis=(1,))
    v9 = np.roll(x2, -2, axis=0)
    return v8, v6, v9, v4, u7


def p180(x1, x2, u4, x7, x9, N, M):
    v3 = np.sqrt(np.var(x1, axis=-1) + 1)
    u4 = u4[::-1]
    v5 = u4 // 4
    v6 = np.roll(v5, 1, axis=1)
    u4 = np.broadcast_to(x7, (M, 4,))
    v8 = np.minimum.accumulate(x2, axis=1)
    v10 = v8 / x9
    return v3, v6, v10, u4


def p181(x2, x9, x11, N, M):
    v3 = np.asarray(np.count_nonzero(x2, axis=0, keepdims=True))[()]
    v4 = cast(v3, "f64")
    v6 = np.trunc(v4)
    v7 = np.asarray(np.count_nonzero(v6, axis=0))[()]
    v8 = x2.reshape((1, M,))
    v10 = np.linalg.det(x9 / (np.abs(np.max(x9)) + 1) + 4 * np.eye(4))
    v12 = v10 @ x11
    v13 = np.sort(x9, axis=2)
    return v7, v13, v8, v12


def p182(x1, x2, N, M):
    v3 = np.mean(x2, axis=0)
    v4 = np.ones((1,), DTYPES["f64"])
    v5 = np.pad(x1, ((2, 0),), mode="constant")
    v6 = np.maximum(v5, v5)
    v7 = v6 * v6
    v8 = cast(v3, "f32")
    return v4, v7, v8


def p183(x1, i3, N):
    w2 = x1
    w2 = w2[i3] - w2
    w2 = w2 * x1
    v4 = np.sort(w2, axis=0)
    v5 = np.flip(i3, axis=0)
    v6 = v5[:, None]
    v7 = 3 * i3
    v8 = v7 | v4
    v9 = v7 + v5
    return v6, v8, v9


def p184(x1, x2, x4, N, M):
    v5 = x4 > x4
    v6 = np.exp(x2 - np.max(x2, 0, keepdims=True)) / np.sum(np.exp(x2 - np.max(x2, 0, keepdims=True)), 0, keepdims=True)
    v7 = np.argmin(x1, axis=1, keepdims=True)
    v8 = np.take_along_axis(x1, v7, axis=1)
    v9 = v8[0:, :1]
    v10 = np.argmin(v8, axis=0, keepdims=True)
    v11 = v9 >= v9
    return v5, v6, v10, v11


def p185(x1, x2, i4, x5, N, M):
    w3 = x2
    w3 = w3 * x2
    v6 = at(np.minimum, x1, i4, x5)
    v7 = np.logical_xor(v6, x1)
    return w3, v7


def p186(x1, x2, u3, x7, N, M):
    u3 = assigned(u3, np.s_[:], x1)
    w4 = x2
    w4 = w4 & x2
    v5 = np.sort(x1, axis=0)
    v6 = np.mean(v5, axis=-1)
    w4 = np.broadcast_to(x7, (M,))
    v8 = np.cumprod(v5, axis=0)
    return v6, w4, v8, u3


def p187(x3, x4, u6, x7, x9, N):
    v5 = np.cross(x3, x4)
    u6 = assigned(u6, np.s_[:, ::3], u6[:, ::3] + x7)
    v8 = np.linspace(-1, 2, 3)
    v10 = u6 @ x9
    v11 = np.max(v5)
    u6 = u6 + v11
    v12 = np.ones((N, N,), DTYPES["f64"])
    v13 = v12 % 2
    v14 = np.sum(v13, axis=-2)
    u6 = np.broadcast_to(x7, (N, 3,))
    v15 = np.sort(u6, axis=1)
    return v8, v10, v14, v15, u6


def p188(x1, x2, x3, N, M):
    v4 = np.where(x2, x3, x3)
    v5 = x1 % 2
    v6 = np.cumprod(v5, axis=0)
    v7 = v6[-1, :]
    v8 = np.log1p(np.abs(v4))
    v9 = np.floor(v4)
    v10 = v9 % v9
    return v7, v8, v10


def p189(x2, x3, x11, i13, N, M):
    v4 = np.linalg.det(x3 / (np.abs(np.max(x3)) + 1) + 3 * np.eye(3))
    v5 = x3 ** 3
    v6 = 3 * x2
    v8 = v6[1:] + v6[:-1]
    v9 = np.stack([v8, v8], axis=-1)
    v10 = 3 * v4
    v12 = np.sum(over(x11[(axis(N, 1, 2) + 1) % N, axis(6, 0, 2)] * x11[axis(N, 1, 2), axis(6, 0, 2)] - x11[axis(N, 1, 2), axis(6, 0, 2)] * x11[N - 1 - axis(N, 1, 2), axis(6, 0, 2)], (6, N,)), axis=(1,))
    v14 = segments(np.add, v5, i13, 2)
    return v9, v10, v12, v14


def p190(x2, x3, M):
    v4 = x3 * x3
    w5 = x2
    w5 = w5 + x2
    v6 = np.minimum.accumulate(w5, axis=0)
    v7 = np.asarray(np.count_nonzero(x2, axis=0, keepdims=True))[()]
    return v4, v6, v7


def p191(x1, x2, x5, x6, x9, N, M):
    v3 = np.sum(x2)
    v4 = np.asarray(np.count_nonzero(x2, axis=1, keepdims=True))[()]
    v7 = np.linalg.solve(x5 / (np.abs(np.max(x5)) + 1) + 2 * np.eye(2), x6)
    v8 = over(np.where((axis(6, 0, 2) + axis(5, 1, 2)) % 2 == 0, v7[axis(6, 0, 2), 0, axis(6, 0, 2) % 2] * cast(axis(5, 1, 2), "f64") - x6[6 - 1 - axis(6, 0, 2), axis(5, 1, 2) % 2, axis(5, 1, 2) % 2], 1), (6, 5,))
    v10 = np.where(x1, x9, x9)
    return v3, v4, v8, v10


def p192(x3, i5, x6, x10, x13, N, M, K):
    v4 = np.minimum.accumulate(x3, axis=0)
    v7 = at(np.add, v4, i5, x6)
    v8 = v7 / 3
    v9 = v4 * v8
    v11 = np.min(over(x10[1 - 1 - axis(1, 0, 1)] * x10[axis(1, 0, 1)] + x10[axis(1, 0, 1)], (1,)), axis=(0,))
    v12 = np.arange(M)
    v14 = v12 - x13
    return v9, v11, v14


def p193(x1, x3, x4, N, K):
    v5 = np.stack([x3, x4, x4], axis=0)
    v6 = np.linspace(-1, 2, 6)
    v7 = np.mean(v6, axis=0)
    w8 = v6
    w8 = assigned(w8, np.s_[:], w8[:] * v6)
    v9 = np.argsort(x1, axis=0, kind="stable")
    v10 = np.exp(w8 - np.max(w8, 0, keepdims=True)) / np.sum(np.exp(w8 - np.max(w8, 0, keepdims=True)), 0, keepdims=True)
    w8 = assigned(w8, np.s_[:], v10)
    return v5, v7, v9, w8


def p194(x5, i9, x10, M, K):
    v6 = np.sum(over(x5[M - 1 - axis(M, 2, 3), (axis(4, 1, 3) + 2) % 4] + x5[axis(M, 0, 3), axis(4, 1, 3)] * cast(axis(4, 1, 3), "f32"), (M, 4, M,)), axis=(1, 2))
    v7 = v6.sum(axis=0, keepdims=True)
    v8 = np.vecdot(v7, v7)
    v11 = at(np.add, v7, i9, x10)
    v12 = np.roll(v11, 2, axis=0)
    v13 = at(np.add, v12, i9, x10)
    v14 = np.broadcast_to(v13, (K,))
    return v8, v14


def p195(x3, x4, u8, x9, M):
    v5 = np.sum(over(x4[axis(1, 0, 3)] + x4[axis(1, 0, 3)] * x4[axis(1, 0, 3)], (1, 4, M,)), axis=(2,))
    v6 = np.logical_xor(x3, x3)
    v7 = v5 + v5
    u8 = np.broadcast_to(v7, (1, 4,))
    v10 = np.cross(x9, x9)
    v11 = v10 - 0.25
    v12 = v11 - 0.25
    return v6, v12, u8


def p196(x2, x3, x4, u6, M, K):
    v5 = np.pad(x3, ((0, 0),), mode="wrap")
    u6 = u6 * x3
    v7 = x2 ^ x2
    v8 = np.flip(v7, axis=-1)
    v9 = np.max(v5, axis=0)
    v10 = v9 - u6
    w11 = v10
    w11 = w11 + 0.5 * x4
    return v8, w11, u6


def p197(x1, x2, i3, u7, N, M):
    v4 = np.take(x2, i3, axis=0)
    v5 = np.broadcast_to(x1, (6, N,))
    v6 = v5.sum()
    u7 = u7 - v4
    return v6, u7


def p198(x1, x2, N, M):
    v4 = np.sum(x2, keepdims=True)
    v5 = over(x1[axis(2, 0, 1) % N, axis(2, 0, 1) % N], (2,))
    v6 = v5 - v5
    v7 = np.transpose(v4, (1, 0))
    v8 = v7 == 2
    return v6, v8


def p199(x1, x4, N):
    v5 = x1.sum(axis=1)
    v6 = x4 * x4
    v7 = v6 + x4
    v8 = np.pad(v5, ((1, 0),), mode="wrap")
    return v7, v8


def p200(x1, x2, x6, x8, x10, N, M):
    v5 = x2[1:] + x2[:-1]
    v7 = np.vecdot(v5, x6)
    v9 = np.concatenate([x8, x1], axis=0)
    v11 = np.concatenate([x10, x10, v9], axis=1)
    v12 = ~v11
    v13 = np.ptp(x6, axis=0, keepdims=True)
    v14 = np.squeeze(v13, axis=0)
    v17 = np.searchsorted(np.sort(x6), x2, side="left")
    return v17, v14, v12, v7


def p201(x1, x2, i7, N):
    v3 = x1[0:]
    w4 = x2
    w4 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w4, range(2))
    v5 = np.ptp(v3, axis=0, keepdims=True)
    v6 = np.concatenate([v5, v5], axis=0)
    v8 = segments(np.add, v6, i7, 2)
    v9 = np.pad(v3, ((0, 1),), mode="constant", constant_values=2)
    v10 = v8[i7]
    return w4, v9, v10


def p202(x1, x3, u5, i6, N):
    v4 = np.minimum.accumulate(x1, axis=0)
    u5 = u5[i6]
    u5 = u5 - v4
    v7 = u5 <= 1
    v8 = x3 <= x3
    v9 = np.flip(v7, axis=-1)
    v10 = np.all(v9, axis=-1)
    v12 = v10 | v7
    v13 = np.broadcast_to(u5, (2, N,))
    v14 = np.trunc(x3)
    return v8, v12, v14, v13, u5


def p203(x1, x2, x6, N):
    v3 = x2 ^ x2
    v4 = cast(x1, "i64")
    v5 = v3 * v4
    v7 = np.einsum("i,i,i->", v4, v4, x6)[()]
    v10 = np.sqrt(np.sum(x1 * x1, axis=0) + 1)
    v11 = over(np.where((axis(N, 1, 2) + axis(6, 0, 2)) % 2 == 0, x1[axis(N, 1, 2)] * cast(axis(6, 0, 2), "f64") - x1[axis(N, 1, 2)] * x1[axis(N, 1, 2) % N], 1), (6, N,))
    v12 = np.sum(v5, axis=0, keepdims=True)
    v13 = np.sqrt(np.sum(v11 * v11, axis=0) + 1)
    v14 = v13.sum(axis=0, keepdims=True)
    return v7, v12, v10, v14


def p204(x2, u4, i9, N):
    v3 = cast(x2, "i64")
    u4 = assigned(u4, np.s_[-1], u4[-1] + v3)
    v5 = np.sign(x2)
    v6 = np.arange(N, 0, -1, dtype="f4")
    v7 = v6 - v6
    v8 = np.mean(v7, axis=-1)
    v10 = segments(np.add, v7, i9, N)
    v11 = cast(v10, "bool")
    v12 = np.einsum("i,i->i", v7, v7)
    v13 = np.einsum("i->i", v12)
    v14 = v13 - 0.25
    return v5, v8, v11, v14, u4


def p205(x1, i3, u7, N):
    v2 = np.linspace(-1, 2, 2)
    v4 = x1[i3]
    v5 = np.einsum("i,i->i", v2, v2)
    v6 = cast(v5, "f32")
    u7 = u7 - v2
    return v4, v6, u7


def p206(x1, x2, u4, i5, N):
    v3 = np.min(x1, axis=0)
    u4 = u4[i5] - u4
    v6 = x2 <= 2
    v7 = cast(u4, "bool")
    v8 = v6 | v7
    return v3, v8, u4


def p207(x1, x2, x3, i4, x9, N, M):
    v5 = segments(np.add, x2, i4, 6)
    v6 = v5 @ v5
    v7 = np.minimum.accumulate(x1, axis=0)
    v8 = np.sum(v7, axis=0)
    v10 = x2 @ x9
    v11 = np.arcsinh(x3)
    return v6, v8, v10, v11


def p208(x1, x2, i5, N, M):
    v4 = np.exp(x2 - np.max(x2, 1, keepdims=True)) / np.sum(np.exp(x2 - np.max(x2, 1, keepdims=True)), 1, keepdims=True)
    v6 = segments(np.add, x1, i5, 6)
    v7 = np.cumsum(v4, axis=1)
    v8 = np.argmin(x2, axis=0, keepdims=True)
    v9 = np.einsum("i,ji,ki->", x1, v7, v7)[()]
    v10 = np.stack([v4, v4], axis=2)
    return v6, v8, v9, v10


def p209(x1, x2, u4, x7, i10, i11, N, M):
    v3 = np.max(x1, axis=-1)
    u4 = assigned(u4, np.s_[1:-1], u4[:-2] + u4[2:])
    v5 = np.sort(u4, axis=0)
    v6 = np.abs(v3)
    v8 = np.einsum("i,i,jk->i", u4, x2, x7)
    v9 = np.einsum("i,i->", v8, v5)[()]
    v12 = x7[i10, i11]
    return v6, v9, v12, u4


def p210(x1, x2, x3, u6, x7, N, M):
    v4 = x3 - x2
    v5 = v4 + v4
    u6 = assigned(u6, np.s_[1:-1], u6[:-2] + u6[2:])
    v8 = np.stack([v5, u6, x7], axis=0)
    v9 = np.einsum("i,ij,k->jki", v5, x1, x2)
    return v8, v9, u6


def p211(x1, N):
    v2 = np.sort(x1, axis=0)
    v3 = np.ones((N,), DTYPES["f64"])
    v5 = (v3 + v3) * np.sum(v3 * v3)
    v6 = np.stack([v2, v2, v2], axis=0)
    v7 = np.mean(x1, axis=0)
    v8 = over(v5[axis(4, 0, 1) % N] * cast(axis(4, 0, 1), "f64") + v7 * cast(axis(4, 0, 1), "f64"), (4,))
    return v6, v8


def p212(x1, x2, u10, N):
    v3 = x2 < 1
    v4 = np.argmin(x1, axis=0, keepdims=True)
    v5 = np.take_along_axis(x1, v4, axis=0)
    v6 = v5 != 3
    v7 = v5 * 0.5
    v8 = v7 ** 2
    v9 = np.asarray(np.count_nonzero(v8, axis=0, keepdims=True))[()]
    u10 = u10 + v9
    v11 = np.all(v6, axis=0, keepdims=True)
    v12 = ~v3
    return v11, v12, u10


def p213(x1, i3, u6, i10, N):
    v2 = np.argmax(x1, axis=0, keepdims=True)
    v4 = v2[i3]
    v5 = v4.reshape((3, 1,))
    u6 = np.roll(u6, 1, axis=0)
    w7 = v5
    w7 = repeat(lambda u, k, w=u6: u * k + w[k], w7, range(3))
    v8 = np.roll(w7, -1, axis=1)
    v9 = 3 * v5
    v11 = v9[i10]
    return v8, v11, u6


def p214(x1, x2, x3, x5, i7, N, M):
    v4 = over(x3[axis(2, 0, 1) % 2], (2,))
    v6 = np.einsum("i,jk->kji", v4, x5)
    v8 = x1[i7]
    v9 = np.mean(v8, axis=0, keepdims=True)
    v10 = np.sum(over(x2[(axis(M, 1, 2) + 1) % M, axis(M, 1, 2) % 1], (M, M,)), axis=(1,))
    v11 = v10 > 2
    v12 = cast(v11, "u8")
    w13 = v9
    w13 = repeat(lambda u, k, x=v9: u * 0.5 + k * x, w13, range(3))
    v14 = np.triu(v6, k=-1)
    v15 = np.linalg.inv(v14 / (np.abs(np.max(v14)) + 1) + 2 * np.eye(2))
    return v12, w13, v15


def p215(x1, x2, x3, u7, N, M, K):
    v5 = x3 @ x3
    v6 = np.einsum("i,i->", x3, x3)[()]
    u7 = assigned(u7, np.s_[-1::-1], 3)
    v8 = u7 | u7
    v9 = np.einsum("i,i->", x2, v8)[()]
    v10 = np.mean(x1, axis=-1)
    return v5, v6, v9, v10, u7


def p216(x1, x4, u5, N):
    u5 = u5 * x4
    v6 = np.concatenate([u5, x1], axis=0)
    v7 = 2 - x1
    v9 = v7[1:] + v7[:-1]
    v10 = v6.sum()
    v11 = np.cumsum(v6, axis=0)
    return v9, v10, v11, u5


def p217(x1, N):
    v4 = np.outer(x1, x1)
    v5 = np.diag(v4)
    v6 = np.sum(v5, axis=-1)
    v7 = x1 @ v5
    return v6, v7


def p218(x1, x2, i3, N, M):
    v4 = np.take(x2, i3, axis=0)
    v5 = i3[None, :, :]
    v6 = x1 > x1
    v7 = x2 > 0
    return v4, v5, v6, v7


def p219(x1, x2, u4, N):
    v3 = np.logical_and(x2, x2)
    u4 = u4 + 0.5 * x1
    u4 = u4 + 1
    w5 = u4
    w5 = repeat(lambda u, k, x=u4: u * 0.5 + k * x, w5, range(2))
    v6 = w5 - x2
    return v3, v6, u4


def p220(x2, x3, u7, M, K):
    v5 = (x2 + x2) * np.sum(x2 * x2)
    v6 = np.sqrt(np.sum(v5 * v5, axis=1) + 1)
    u7 = u7 + 0.5 * v6
    v8 = np.where(x3, v5, 0)
    return v8, u7


def p221(x2, u4, N, M):
    v3 = x2 ^ x2
    u4 = u4 + v3
    v5 = np.argmin(u4, axis=0)
    v6 = np.max(v5, axis=0, keepdims=True)
    return v6, u4


def p222(x1, x3, i13, N, K):
    v5 = np.pad(x3, ((0, 0), (2, 1)), mode="constant", constant_values=1)
    v6 = x3.sum(axis=1, keepdims=True)
    v7 = v6 | v6
    v8 = np.logical_xor(v5, v5)
    v9 = np.pad(x3, ((1, 1), (1, 0)), mode="constant")
    v11 = x1.sum(axis=0)
    w12 = v7
    w12 = w12[i13] - w12
    return w12, v11, v8, v9


def p223(x1, x3, u8, x11, x15, N, M):
    v4 = x3 + x1
    v5 = np.sin(v4)
    u8 = np.roll(u8, 1, axis=0)
    v10 = np.einsum("i,ji->ji", x3, v4)
    v12 = np.sum(over(x11[axis(2, 0, 1)] * x11[axis(2, 0, 1)], (2,)), axis=(0,))
    v13 = v12 + v12
    v14 = over(axis(4, 0, 1) * axis(4, 0, 1) - 2, (4,))
    v16 = np.vecdot(v14, x15)
    return v10, v5, v13, v16, u8


def p224(x2, u9, x10, i12, x16, M):
    v3 = x2 * x2
    v8 = np.zeros((6, 4,), DTYPES["f32"])
    u9 = repeat(lambda u, k, w=v3: u * 0.5 - w[k], u9, range(4))
    v11 = np.linalg.solve(x10 / (np.abs(np.max(x10)) + 1) + 2 * np.eye(2), x10)
    v13 = v11[i12[axis(6, 0, 2)], axis(2, 1, 2)]
    v14 = x10 == 1
    w15 = x10
    w15 = w15 * x16
    return v13, v8, v14, w15, u9


def p225(x1, u5, x8, i10, N):
    v2 = x1 // 2
    v3 = v2 % 3
    v4 = v3 @ v3
    u5 = u5 + v4
    v6 = np.full((N,), 3, DTYPES["i32"])
    w7 = u5
    w7 = repeat(lambda u, k, x=u5: u * 0.5 + k * x, w7, range(2))
    v9 = w7 @ x8
    v11 = v9[i10[axis(5, 0, 1)]]
    v12 = np.cumsum(v11, axis=0)
    v13 = np.sqrt(np.sum(v12 * v12, axis=0) + 1)
    return v6, v13, u5


def p226(x1, x2, N, M):
    v4 = np.minimum.accumulate(x2, axis=0)
    v5 = v4 <= v4
    v6 = np.tile(v5, (2,))
    v7 = np.all(v6, axis=0)
    v8 = np.eye(1, 2, k=0)
    v9 = x1 / x1
    v10 = np.einsum("i,i->i", v9, v9)
    v11 = np.pad(v8, ((1, 0), (2, 2)), mode="constant")
    v12 = np.argmax(v11, axis=0, keepdims=True)
    v13 = np.take_along_axis(v11, v12, axis=0)
    return v7, v10, v13


def p227(x1, x2, x3, u4, N, M):
    u4 = u4[::-1]
    v5 = x3 * 0.5
    v6 = np.eye(4, 4, k=0)
    u4 = u4 - x2
    v7 = np.mean(x1, axis=0)
    return v5, v6, v7, u4


def p228(x1, x2, N, M):
    v3 = np.argsort(x2, axis=0, kind="stable")
    v4 = np.outer(v3, v3)
    v5 = np.rot90(v4, 2)
    v6 = np.broadcast_to(v5, (3, M, M,))
    v7 = np.repeat(v6, 2, axis=0)
    v8 = np.sort(x1, axis=1)
    v9 = np.min(v7, keepdims=True)
    return v8, v9


def p229(x2, x3, x4, i9, N, M):
    v5 = x3 % x4
    v6 = x2[-2:]
    v8 = (x2 + x2) * np.sum(x2 * x2)
    v10 = v6[i9]
    return v5, v8, v10


def p230(x1, u4, x5, i11, N):
    v2 = x1 % 4
    v3 = np.var(v2, axis=(0, -1))
    u4 = u4 + x5
    v6 = np.argsort(v2, axis=1, kind="stable")
    v7 = np.argsort(v6, axis=1, kind="stable")
    v8 = over(v7[axis(4, 1, 2), axis(4, 1, 2) % N] + v6[4 - 1 - axis(4, 1, 2), 0] * v7[axis(4, 1, 2), axis(2, 0, 2) % N], (2, 4,))
    v9 = np.flip(v8, axis=0)
    v10 = v9 * 2.5 + 1
    v12 = u4[i11[axis(4, 0, 2)], axis(N, 1, 2)]
    v13 = v6[2:, -3:]
    return v3, v10, v12, v13, u4


def p231(x1, x2, i4, N):
    v3 = np.concatenate([x1, x2], axis=0)
    v5 = at(np.add, v3, i4, x2)
    v6 = np.sum(v5)
    v7 = v5 @ v5
    return v6, v7


def p232(x2, x3, i11, N, M, K):
    v5 = np.sqrt(np.sum(x3 * x3, axis=1) + 1)
    v6 = np.sum(v5, keepdims=True)
    v7 = np.rot90(x3, 3)
    v8 = np.mean(v7, axis=(0, -1))
    w9 = v8
    w9 = repeat(lambda u, k, x=v8: u * 0.5 + k * x, w9, range(2))
    v10 = np.arange(1, 0, -1, dtype="f4")
    v12 = x3[axis(N, 0, 2), i11[axis(1, 1, 2)]]
    v13 = x2 * v12
    return v6, w9, v10, v13


def p233(x2, x3, u5, x6, x11, M, K):
    u5 = u5 + x2
    v7 = x3 * x6
    v8 = 1.5 - 2 * x2
    v9 = np.maximum(v8, v8)
    v10 = v7 < x6
    v12 = np.tensordot(v7, x11, axes=1)
    return v9, v10, v12, u5


def p234(x2, x5, i7, M):
    v3 = np.sqrt(np.var(x2, axis=0) + 1)
    v4 = np.var(v3, axis=-1)
    v6 = np.concatenate([x2, x5], axis=0)
    v8 = x5[:, i7]
    v9 = np.cumprod(v8, axis=1)
    v10 = x5[:, i7]
    return v4, v6, v9, v10


def p235(x1, u3, x4, x5, i7, x8, N, M):
    u3 = assigned(u3, np.s_[::2], x4)
    v6 = np.linalg.solve(x5 / (np.abs(np.max(x5)) + 1) + 2 * np.eye(2), x5)
    v9 = at(np.add, v6, i7, x8)
    v10 = np.argsort(x1, axis=0, kind="stable")
    v11 = np.concatenate([v10, v10], axis=0)
    v12 = v11 % 3
    v13 = v12 - v12
    v14 = np.diff(v9, axis=0)
    v15 = v14.sum(axis=-1)
    return v13, v15, u3


def p236(x2, x3, u6, i11, N, M, K):
    v5 = np.zeros((5, 3,), DTYPES["f64"])
    u6 = assigned(u6, np.s_[2::3], 1)
    v7 = np.rot90(v5, 3)
    v8 = np.max(x2, axis=-1, keepdims=True)
    v9 = v7.T
    u6 = np.roll(u6, 1, axis=0)
    v10 = np.searchsorted(np.sort(x3), x3, side="left")
    v12 = v9[v10 % 5, i11]
    return v8, v12, u6


def p237(x1, x2, x8, N, M):
    v3 = np.argmin(x2, axis=0, keepdims=True)
    v4 = np.max(v3, axis=0, keepdims=True)
    v5 = np.trunc(x1)
    v6 = over(axis(2, 0, 1) * axis(2, 0, 1) - 2, (2,))
    v7 = 2 * v5
    v10 = np.argmin(x8, axis=0, keepdims=True)
    v11 = np.take_along_axis(x8, v10, axis=0)
    return v7, v4, v6, v11


def p238(x2, i5, x6, N, M):
    v3 = x2 @ x2
    v4 = x2 @ x2
    v7 = at(np.add, x2, i5, x6)
    v8 = np.arange(N, dtype="f8")
    v11 = v7 * 0.5
    return v11, v4, v8, v3


def p239(x1, x6, N):
    v3 = x1.sum()
    v4 = np.all(x1, axis=0, keepdims=True)
    v5 = v4.sum(axis=0)
    v7 = over(x6[axis(1, 0, 2) % 1] + x6[axis(1, 0, 2)] * cast(axis(2, 1, 2), "f32"), (1, 2,))
    v8 = np.sort(v7, axis=1)
    return v3, v5, v8


def p240(x1, x2, N):
    v3 = x2 / 3
    v4 = x1[::-2, 0::-1]
    v5 = np.tile(v4, (2, 1))
    v6 = np.sort(x1, axis=1)
    v7 = v6.sum(axis=0)
    v8 = np.mean(v5, axis=0)
    v9 = np.tril(v6, k=0)
    v10 = np.sqrt(np.sum(v9 * v9, axis=0) + 1)
    w11 = v9
    w11 = w11 - v7
    v12 = v8[None, :]
    return v3, v10, w11, v12


def p241(x1, x2, u7, i9, N):
    v3 = np.roll(x1, 1, axis=1)
    v4 = np.arctan(x2)
    v5 = np.sum(v3, axis=(0, -1), keepdims=True)
    v6 = np.roll(v5, 2, axis=0)
    u7 = u7 + 1
    v8 = np.argmax(v6, axis=1)
    v10 = v8[i9[axis(N, 0, 1)]]
    u7 = np.flip(u7)
    return v4, v10, u7


def p242(x1, x2, i10, x11, N):
    v3 = np.argmin(x1, axis=0)
    v4 = np.sin(x2)
    v5 = np.log1p(np.abs(v4))
    v6 = np.concatenate([x1, x1], axis=1)
    v7 = v3.sum(axis=-1, keepdims=True)
    v9 = np.min(v6, axis=0)
    v12 = at(np.maximum, v3, i10, x11)
    v13 = cast(v5, "f32")
    w14 = v12
    w14 = np.roll(w14, 1, axis=0)
    return w14, v9, v13, v7


def p243(x1, i3, x6, x10, N, M):
    v4 = x1[i3]
    v5 = np.outer(x1, v4)
    v7 = np.einsum("ij,ik->ki", v5, x6)
    v8 = cast(v7, "f64")
    v9 = np.exp(v8 - np.max(v8, 1, keepdims=True)) / np.sum(np.exp(v8 - np.max(v8, 1, keepdims=True)), 1, keepdims=True)
    v11 = at(np.minimum, x6, i3, x10)
    v12 = v11 + v11
    v13 = np.flip(x10, axis=-1)
    return v9, v12, v13


def p244(x1, x2, N, M):
    v3 = x1[:, :, None]
    v4 = N * v3
    v5 = x2 @ x2
    v6 = x1.reshape((N, 3, 1,))
    v7 = np.roll(v6, -2, axis=2)
    v8 = np.squeeze(v7, axis=2)
    v9 = np.ceil(v8)
    v10 = np.roll(v9, -2, axis=0)
    return v4, v5, v10


def p245(x1, x2, u4, i12, N, M):
    v3 = np.argmin(x2, axis=0)
    u4 = u4 * x2
    v5 = np.abs(x1) + 1.5
    v6 = x1 / v5
    v7 = np.stack([x2, u4], axis=-1)
    v9 = 1.5 - 2 * v6
    v10 = 2 * v9
    v11 = np.ones((3, 6,), DTYPES["i32"])
    v13 = v10[i12]
    return v7, v13, v3, v11, u4


def p246(x1, u9, N):
    v3 = np.sort(x1, axis=0)
    v4 = over((axis(2, 0, 2) + 3 * axis(N, 1, 2)) % 4, (2, N,))
    v5 = v3 != v3
    v7 = np.sort(v4, axis=1)
    v8 = np.sort(v5, axis=0)
    u9 = assigned(u9, np.s_[:, :], 3)
    v10 = u9 >= u9
    u9 = assigned(u9, v10, u9[v10] + 2)
    v11 = np.sort(x1, axis=1)
    v12 = np.cumprod(u9, axis=0)
    return v12, v8, v7, v11, u9


def p247(x1, x2, i8, N, M):
    v3 = x1.sum(axis=-1)
    v4 = np.repeat(x2, 3, axis=0)
    v5 = v4 * v4
    v6 = np.zeros((M,), DTYPES["f64"])
    v7 = np.outer(v6, v6)
    v9 = v7[i8, i8]
    return v3, v5, v9


def p248(x1, x2, i4, u7, N, M):
    v5 = segments(np.add, x1, i4, 3)
    v6 = x2.sum()
    u7 = assigned(u7, np.s_[1:-1], v6)
    v8 = u7 != 2
    v9 = np.minimum(v5, u7)
    v11 = x2[1:] + x2[:-1]
    v12 = np.roll(v11, 5, axis=0)
    v13 = v12 - v6
    u7 = assigned(u7, np.s_[:], u7[:] * v9)
    v14 = 1.5 - 2 * v11
    v15 = np.einsum("i->", v14)[()]
    return v8, v13, v15, u7


def p249(x1, x2, N, M):
    v3 = x2 @ x2
    v4 = np.stack([x2, x2, x2], axis=0)
    v5 = over(x1[axis(N, 0, 1) % 5, (axis(N, 0, 1) + 2) % N] * x1[0, axis(N, 0, 1)] - x1[axis(N, 0, 1) % 5, axis(N, 0, 1)], (N,))
    v6 = v5.sum(axis=0)
    v7 = v4[:, :, None]
    v8 = np.arange(5, dtype="f8")
    v9 = np.swapaxes(v7, 2, 0)
    v10 = np.min(v9)
    v11 = v4 << 1
    v12 = v11 * v3
    return v6, v8, v10, v12


def p250(x2, i9, N, M):
    v3 = np.transpose(x2, (0, 1))
    v4 = np.concatenate([x2, v3], axis=0)
    w5 = v4
    w5 = repeat(lambda u, k, x=v4: u * 0.5 + k * x, w5, range(2))
    v6 = w5 * w5
    v7 = np.floor(v6)
    v8 = v4 ** 2
    v10 = v8[:, i9]
    v11 = np.sort(v4, axis=1)
    v12 = np.pad(v11, ((1, 2), (1, 2)), mode="edge")
    return v7, v10, v12


def p251(x1, x2, x3, N, M, K):
    v4 = x3 + x3
    w5 = x2
    w5 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w5, range(2))
    v6 = np.argsort(x1, axis=0, kind="stable")
    v7 = np.cumsum(v6, axis=0)
    return v4, w5, v7


def p252(x1, u4, x5, i7, x8, N, M):
    v3 = x1.sum(axis=0)
    u4 = assigned(u4, np.s_[-2], x5)
    v6 = -u4
    v9 = at(np.maximum, v6, i7, x8)
    u4 = u4 + v9
    v10 = v3 / v3
    v11 = u4.sum(axis=0, keepdims=True)
    v12 = np.cumsum(v11, axis=0)
    v13 = np.einsum("i,i->", v12, v12)[()]
    v14 = np.cos(v10)
    u4 = u4 * v9
    return v13, v14, u4


def p253(x2, x3, i6, M, K):
    w5 = x3
    w5 = w5[i6] - w5
    v7 = w5[x2 % K]
    v8 = np.arange(2, 0, -1, dtype="f4")
    return v7, v8


def p254(x1, x2, x6, i10, i12, x13, N, M):
    v3 = over(np.where((axis(M, 0, 2) + axis(2, 1, 2)) % 2 == 0, x2[axis(M, 0, 2)] * cast(axis(2, 1, 2), "f64") + x2[axis(M, 0, 2)] * x2[M - 1 - axis(M, 0, 2)], 1), (M, 2,))
    v4 = np.mean(x1)
    v5 = v3.reshape((2 * M, 1,))
    v7 = v3 / x6
    w8 = v5
    w8 = assigned(w8, np.s_[:2, :], v4)
    v9 = np.zeros((M,), DTYPES["f64"])
    v11 = w8[axis(2 * M, 0, 2), i10[axis(4, 1, 2)]]
    v14 = at(np.maximum, v7, i12, x13)
    w8 = w8 - v5
    v15 = np.min(w8, axis=0, keepdims=True)
    return v9, v11, v14, v15


def p255(x1, x4, i8, x9, u11, N):
    v5 = np.concatenate([x4, x1], axis=0)
    v6 = np.arange(N, 0, -1, dtype="f4")
    v7 = np.min(v6, axis=0, keepdims=True)
    v10 = at(np.minimum, v5, i8, x9)
    u11 = u11 - x1
    v12 = v5 @ v10
    v13 = np.broadcast_to(u11, (5, N,))
    v14 = np.einsum("ij,ij->", v13, v13)[()]
    v15 = over(axis(N, 0, 1) * axis(N, 0, 1) - 2, (N,))
    return v7, v12, v14, v15, u11


def p256(x1, N):
    v2 = x1[1::3]
    v3 = np.logical_xor(v2, v2)
    v4 = v2 % 5
    v5 = x1 >= x1
    v6 = x1[:, None]
    v7 = over(v6[axis(N, 0, 1) % N, axis(N, 0, 1) % 1] * v6[axis(N, 0, 1), axis(N, 0, 1) % 1] + v6[axis(N, 0, 1) % N, axis(N, 0, 1) % 1], (N,))
    v8 = np.einsum("i,j->j", v7, v7)
    return v3, v4, v5, v8


def p257(x1, x5, x9, x13, N, M):
    v4 = np.eye(3, N, k=1)
    v6 = v4 - x5
    v7 = np.tril(v6, k=0)
    v8 = np.flip(v7, axis=-1)
    v10 = x1 < x9
    v11 = np.ones((M, 2,), DTYPES["i64"])
    v12 = v11 + v11
    v14 = np.linalg.inv(x13 / (np.abs(np.max(x13)) + 1) + 3 * np.eye(3))
    w15 = v14
    w15 = assigned(w15, np.s_[:-1, :], w15[:-1, :] * 1)
    return v8, v10, v12, w15


def p258(x1, x2, i4, x5, x7, N):
    v6 = at(np.minimum, x1, i4, x5)
    v8 = over(x2 * x7[axis(N, 0, 1) % N] + x7[N - 1], (N,))
    v9 = over(axis(5, 0, 1) * axis(5, 0, 1) - 2, (5,))
    v10 = v9 + v9
    v11 = np.roll(v6, 1, axis=0)
    w12 = v11
    w12 = assigned(w12, np.s_[:], v11)
    v13 = cast(w12, "bool")
    v14 = np.einsum("i->i", w12)
    return v10, v14, v8, v13


def p259(x1, i4, N):
    v2 = np.pad(x1, ((0, 0),), mode="edge")
    v3 = np.sort(v2, axis=0)
    v5 = np.take(v3, i4, axis=0)
    v6 = np.stack([v5, v5], axis=-1)
    v7 = v6.ravel()
    v8 = np.transpose(v6, (1, 0))
    v9 = np.sort(v8, axis=0)
    v10 = over(axis(6, 0, 2) * axis(3, 1, 2) + 1, (6, 3,))
    v11 = np.mean(v10, axis=(0, -1), keepdims=True)
    v12 = v6 & v6
    v13 = v7 & v7
    return v9, v11, v12, v13


def p260(x1, x2, u4, N, M):
    u4 = np.broadcast_to(x2, (M,))
    v5 = u4 + u4
    v6 = np.roll(v5, 1, axis=0)
    v7 = np.exp2(np.clip(v6, -3, 3))
    v8 = np.sort(x1, axis=0)
    v9 = np.argsort(v8, axis=0, kind="stable")
    return v7, v9, u4


def p261(x1, u5, x8, x9, N):
    v2 = x1 - x1
    v3 = v2 >= v2
    v4 = np.max(x1, axis=0)
    u5 = u5 + v4
    v6 = np.maximum.accumulate(u5, axis=0)
    v7 = np.asarray(np.count_nonzero(v3, axis=0))[()]
    v10 = np.concatenate([x1, x9, x8], axis=0)
    v11 = np.concatenate([v10, v10], axis=-1)
    w12 = v6
    w12 = repeat(lambda u, k, w=x9: u * 0.5 - w[k], w12, range(4))
    v13 = np.argmin(w12, axis=0, keepdims=True)
    return v7, v11, v13, u5


def p262(x1, i2, x4, x7, N):
    v3 = x1[i2]
    v5 = np.max(over(x4[(axis(6, 1, 3) + 1) % 6, axis(N, 0, 3)] * x4[axis(6, 1, 3), axis(N, 0, 3)], (N, 6, N,)), axis=(2,))
    v6 = v5[:, :, None]
    v8 = np.logical_xor(x1, x7)
    v9 = np.minimum(v6, v6)
    return v3, v8, v9


def p263(x2, x7, M):
    v5 = x2[-2]
    v6 = np.sqrt(np.sum(x2 * x2, axis=0) + 1)
    v9 = np.broadcast_to(x7, (6, 3,))
    v10 = np.outer(x7, x7)
    return v5, v9, v10, v6


def p264(x1, i2, i4, i8, x11, N):
    v3 = np.take(x1, i2, axis=0)
    v5 = v3[i4[axis(3, 0, 2)], axis(N, 1, 2)]
    v6 = v5.sum(keepdims=True)
    v7 = np.swapaxes(v6, 1, 0)
    v9 = segments(np.add, v7, i8, 5)
    w10 = v9
    w10 = np.broadcast_to(v9, (5, 1,))
    v12 = w10 @ x11
    w10 = np.roll(w10, 1, axis=0)
    v13 = np.stack([w10, v9, w10], axis=0)
    return v12, v13


def p265(x1, x2, x3, x4, N, M, K):
    v5 = np.vecdot(x2, x2)
    v6 = x4 | x4
    v7 = x3[-1]
    v8 = np.stack([x1, x1], axis=0)
    v9 = v8.reshape((2, 1, N,))
    return v5, v6, v7, v9


def p266(x1, x2, u3, x9, u11, N, M):
    u3 = assigned(u3, np.s_[:], u3[:] + x1)
    v4 = np.searchsorted(np.sort(u3), u3, side="left")
    w5 = x1
    w5 = w5 - u3
    v6 = np.take(w5, w5 % N, axis=0)
    v7 = np.argsort(w5, axis=0, kind="stable")
    v10 = np.outer(x2, x9)
    u11 = np.roll(u11, 1, axis=0)
    return v4, v10, v7, v6, u3, u11


def p267(x1, x2, u11, x12, N, M):
    v5 = np.sqrt(np.sum(x2 * x2, axis=0) + 1)
    v6 = np.sqrt(np.var(x1, axis=0) + 1)
    v7 = np.arctan(v6)
    v10 = 1 / (1 + v5 * v5)
    u11 = assigned(u11, np.s_[::-2], u11[::-2] * x12)
    v13 = np.sqrt(np.var(u11) + 1)
    v14 = np.broadcast_to(u11, (N, N,))
    return v13, v14, v10, v7, u11


def p268(x2, M):
    v3 = np.roll(x2, 2, axis=0)
    v4 = v3 + 2
    v5 = np.abs(v4)
    v6 = np.argsort(v5, axis=0, kind="stable")
    return v6


def p269(x1, x2, N, M):
    v3 = np.sum(x1, axis=0)
    v4 = x2.sum(axis=-1)
    w5 = x2
    w5 = w5 * x2
    w5 = w5 + 2
    v6 = w5.sum(keepdims=True)
    v8 = (v6 + v6) * np.sum(v6 * v6)
    return v3, v4, v8


def p270(x2, x4, u9, i10, M):
    v3 = np.min(x2, axis=1, keepdims=True)
    v5 = np.cross(x4, x4)
    v7 = v3 * 2.5 + 1
    v8 = x4.T
    u9 = u9[i10] - u9
    v11 = cast(u9, "i64")
    v12 = np.einsum("ij,jk,ij->ij", v11, v3, v11)
    v13 = v12[:, v12 % M]
    return v13, v8, v5, v7, u9


def p271(x1, x2, N, M):
    v3 = x2 @ x2
    v4 = x1 == 3
    v5 = np.stack([v4, v4], axis=-2)
    v6 = v3 * v3
    v8 = (x2 + x2) * np.sum(x2 * x2)
    return v5, v6, v8


def p272(x1, x2, x4, i11, x12, N, M):
    v3 = x1 @ x1
    v6 = (x1 + x4) * np.sum(x1 * x4)
    v7 = np.argmin(x2, axis=0, keepdims=True)
    v8 = np.take_along_axis(x2, v7, axis=0)
    v9 = v3 / 3
    v13 = at(np.minimum, v7, i11, x12)
    return v9, v13, v8, v6


def p273(x1, x2, x3, N, M, K):
    v4 = np.roll(x3, 3, axis=0)
    w5 = v4
    w5 = repeat(lambda u, k, x=v4: u * 0.5 + k * x, w5, range(2))
    w5 = w5 + 0.25 * x3
    v6 = np.searchsorted(np.sort(x2), x2, side="right")
    v7 = np.cumprod(x1, axis=1)
    v8 = w5.sum(axis=-1, keepdims=True)
    v9 = np.pad(v8, ((1, 2),), mode="constant")
    v10 = v6.sum(axis=-1, keepdims=True)
    return v7, v9, v10


def p274(x1, x3, u5, i6, N):
    v2 = np.roll(x1, 1, axis=0)
    v4 = v2 / x3
    u5 = u5[i6] - u5
    v7 = np.roll(v4, -1, axis=0)
    return v7, u5


def p275(x1, x3, u8, N, K):
    v4 = x3 - x3
    v5 = np.einsum("ij,ji->j", v4, v4)
    v6 = x3 // v5
    v7 = np.concatenate([x1, x1, x1], axis=0)
    u8 = u8 + v7
    return v6, u8


def p276(x2, x3, u10, M, K):
    v4 = x3 @ x3
    v5 = np.argsort(x3, axis=0, kind="stable")
    v6 = np.einsum("i,i,i->", v5, v5, v5)[()]
    v7 = v6 ** 2
    v8 = np.arange(6, dtype="f8")
    v9 = np.concatenate([x2, x3, x2], axis=-1)
    u10 = assigned(u10, np.s_[-1::2], u10[-1::2] * v4)
    v11 = np.outer(u10, v9)
    return v7, v8, v11, u10


def p277(x2, x3, x8, M, K):
    v4 = x3[x3 % K]
    v5 = np.sort(v4, axis=0)
    v6 = x2 / x2
    v7 = v6 + v6
    v9 = np.linalg.solve(x8 / (np.abs(np.max(x8)) + 1) + 2 * np.eye(2), x8)
    v10 = v9[-1, 1]
    v11 = v7[None, :]
    return v5, v10, v11


def p278(x1, x2, i5, x6, N, M):
    v3 = -x2
    v4 = v3 ** 3
    v7 = at(np.add, v3, i5, x6)
    v8 = np.argmax(v7, axis=0)
    v9 = np.flip(x1, axis=-1)
    v10 = np.einsum("i->", v9)[()]
    return v4, v8, v10


def p279(x1, x2, u4, x5, x14, N, M):
    v3 = np.cumsum(x2, axis=0)
    u4 = u4 + 0.25 * v3
    v6 = u4 @ x5
    v7 = cast(v6, "f32")
    v8 = np.sum(x1, axis=0)
    v9 = v8 - 2 * N
    v10 = v9 // 4
    v11 = np.rot90(v3, -1)
    v12 = np.repeat(v7, 2, axis=0)
    v13 = v3[:, None, :]
    v15 = np.concatenate([v12, x14], axis=0)
    return v10, v11, v13, v15, u4


def p280(x1, x2, i8, u10, x11, N, M):
    v3 = cast(x2, "f32")
    v4 = np.exp(v3 - np.max(v3, 1, keepdims=True)) / np.sum(np.exp(v3 - np.max(v3, 1, keepdims=True)), 1, keepdims=True)
    v5 = x1 % x1
    v6 = over(v4[(axis(N, 1, 2) + 1) % N, axis(3, 0, 2) % M] - v3[axis(N, 1, 2), axis(N, 1, 2) % M] * cast(axis(N, 1, 2), "f32"), (3, N,))
    v7 = np.ptp(v6, axis=(0, -1), keepdims=True)
    v9 = v7[i8, i8]
    u10 = assigned(u10, np.s_[-1::-1], x11)
    v12 = np.abs(v9)
    return v5, v12, u10


def p281(x2, u3, M):
    u3 = assigned(u3, np.s_[2:], u3[2:] * 0)
    v4 = u3 / (u3 * u3 + 1)
    v5 = v4[-1]
    u3 = u3 * x2
    return v5, u3


def p282(x1, x2, u7, N, M):
    v4 = x2.flatten()
    u7 = np.roll(u7, 1, axis=0)
    v9 = np.broadcast_to(x1, (3, N,))
    v10 = np.abs(x2)
    v11 = np.flip(u7)
    u7 = np.broadcast_to(v11, (N,))
    v12 = u7 - 3
    return v9, v10, v4, v12, u7


def p283(x2, x3, x7, N, M):
    v4 = x2[0::-1, :, None]
    v6 = np.full((M,), 3, DTYPES["f32"])
    v8 = np.einsum("i,ji->i", v6, x7)
    v9 = np.rot90(x7, -1)
    v10 = np.tril(v9, k=0)
    v11 = np.log1p(np.abs(x3))
    v12 = np.argmax(v10, axis=0, keepdims=True)
    return v12, v11, v4, v8


def p284(x1, x7, N):
    v3 = x1.sum()
    v4 = np.outer(x1, x1)
    v6 = x1[1:] + x1[:-1]
    v8 = np.linalg.det(x7 / (np.abs(np.max(x7)) + 1) + 2 * np.eye(2))
    return v3, v4, v6, v8


def p285(x1, x2, N, M):
    v4 = np.swapaxes(x2, 0, 1)
    v5 = np.cumsum(x1, axis=0)
    v6 = np.sqrt(np.abs(v5) + 1)
    v7 = v6 @ v5
    return v4, v7


def p286(x1, x2, N, M):
    v3 = np.einsum("i,i->", x2, x2)[()]
    v4 = x1[:-1, -1]
    v5 = np.mean(x2, axis=-1, keepdims=True)
    v6 = np.einsum("i,i,i->i", v5, v5, v5)
    v7 = np.repeat(v5, 3, axis=0)
    return v3, v4, v6, v7


def p287(x2, M):
    v3 = x2 > x2
    v4 = v3.reshape((1, 1, M,))
    v5 = np.pad(v4, ((0, 0), (1, 1), (1, 0)), mode="constant")
    w6 = v5
    w6 = w6 ^ v5
    return w6


def p288(x1, x3, N):
    v2 = np.pad(x1, ((1, 2),), mode="constant")
    v4 = np.logical_xor(x1, x3)
    v5 = np.vecdot(x3, x3)
    v6 = v5 / 3
    w7 = x1
    w7 = repeat(lambda u, k, x=x1: u * 0.5 + k * x, w7, range(3))
    v8 = cast(v4, "f32")
    v9 = np.abs(v8) + 1.5
    v10 = w7 / v9
    v11 = np.exp(v2 - np.max(v2, 0, keepdims=True)) / np.sum(np.exp(v2 - np.max(v2, 0, keepdims=True)), 0, keepdims=True)
    v12 = np.einsum("i,j->i", v11, v11)
    return v6, v10, v12


def p289(x2, i5, i7, x8, M):
    v4 = np.einsum("ij->i", x2)
    v6 = v4[i5[axis(5, 0, 1)]]
    v9 = at(np.minimum, v6, i7, x8)
    v10 = np.linspace(-1, 2, 5)
    v11 = x2.ravel()
    return v9, v10, v11


def p290(x2, x3, i6, x9, M):
    v4 = x3 ** 2
    w5 = x2
    w5 = assigned(w5, np.s_[:], x2)
    v7 = segments(np.add, w5, i6, 3)
    v8 = np.take(v7, i6, axis=0)
    v10 = np.vecdot(v8, x9)
    v11 = v10 * v10
    return v4, v11


def p291(x1, x2, x3, i10, x11, N, M):
    v4 = -x3
    v5 = np.searchsorted(np.sort(x2), x2, side="right")
    v6 = np.stack([x1, x1, x1], axis=2)
    v7 = np.einsum("i,j->ji", v5, v5)
    v8 = v5.sum(axis=-1)
    v9 = np.mean(v7, axis=1)
    v12 = at(np.add, v9, i10, x11)
    return v4, v6, v8, v12


def p292(x1, x2, x4, x13, N, M):
    v5 = np.einsum("i,i->", x1, x4)[()]
    w6 = x4
    w6 = w6 + v5
    v7 = np.sort(w6, axis=0)
    v8 = np.prod(x2, axis=(0, -1))
    v10 = v7[1:] + v7[:-1]
    v11 = np.einsum("i,j->j", v10, v10)
    v12 = v11 & v11
    w6 = w6 + v7
    v14 = np.linalg.solve(x13 / (np.abs(np.max(x13)) + 1) + 2 * np.eye(2), x13)
    return v8, v12, w6, v14


def p293(x1, x2, u4, i11, i12, N, M):
    u4 = u4 + x2
    v5 = np.rot90(u4, 3)
    u4 = u4 - x2
    v6 = v5 + 4
    v7 = np.kron(x1, x1)
    v8 = v7 - v7
    v9 = np.max(v8, axis=-1)
    v10 = np.stack([u4, u4], axis=1)
    v13 = v5[i11, i12]
    v15 = np.cumsum(v13, axis=0)
    return v9, v6, v15, v10, u4


def p294(x1, x2, i5, N):
    w4 = x1
    w4 = w4[i5] - w4
    v6 = np.ptp(x2, axis=0)
    v7 = np.tril(x2, k=1)
    v8 = np.arange(N)
    v9 = np.tile(v8, (2,))
    v10 = np.roll(v9, 3, axis=0)
    return w4, v6, v10, v7


def p295(x1, x2, x3, x4, N, M, K):
    v5 = np.searchsorted(np.sort(x2), x2, side="left")
    v6 = over(v5[axis(N, 0, 1) % M] * (axis(N, 0, 1) + 1) + v5[axis(N, 0, 1) % M], (N,))
    v7 = np.concatenate([x1, x1], axis=-1)
    v9 = np.sum(x3, axis=0)
    v10 = x4 / x4
    v11 = np.concatenate([v7, v7], axis=0)
    v12 = np.concatenate([v11, v11], axis=-1)
    return v10, v6, v12, v9


def p296(x1, x2, N):
    v3 = x1.reshape((N,))
    v4 = over(np.where((axis(3, 0, 2) + axis(3, 0, 2)) % 2 == 0, x2 * cast(axis(6, 1, 2), "f64"), 1), (3, 6,))
    v5 = cast(v4, "i8")
    v6 = -v3
    v7 = np.abs(v4) + 1.5
    v8 = v4 / v7
    return v5, v6, v8


def p297(x1, x3, N):
    v2 = np.linspace(-1, 2, 2)
    v4 = x1 ^ x3
    v6 = (v2 + v2) * np.sum(v2 * v2)
    v7 = v4 | x1
    v8 = v6[-1]
    return v7, v8


def p298(x1, x2, x4, u6, N, M):
    v3 = x2.sum(axis=-1, keepdims=True)
    v5 = np.max(over(x4[axis(2, 1, 3) % 2] * cast(axis(N, 0, 3), "i32") - x4[2 - 1 - axis(2, 1, 3)], (N, 2, 1,)), axis=(2,))
    u6 = u6 + 1
    v7 = np.minimum(x1, x1)
    v8 = np.trunc(v7)
    v9 = v8[:, None]
    v10 = np.max(over(v7[axis(N, 2, 3)] * cast(axis(N, 2, 3), "f32") - v9[0, axis(N, 2, 3) % 1], (M, M, N,)), axis=(2,))
    v11 = x2 ** 2
    v12 = np.diff(v11, axis=0)
    v13 = np.cumsum(v3, axis=0)
    return v5, v10, v12, v13, u6


def p299(x1, i5, x7, N):
    v3 = np.min(x1)
    v4 = np.flip(x1, axis=0)
    v6 = np.bincount(i5, minlength=6)
    v8 = at(np.add, v6, i5, x7)
    v10 = v8[1:] + v8[:-1]
    return v3, v4, v10


def p300(x1, x3, i4, N, K):
    v5 = np.bincount(i4, minlength=K)
    v6 = v5 + v5
    v7 = over(x1[axis(N, 0, 2)] * x3[axis(N, 0, 2) % 4, K - 1], (N, K,))
    v8 = np.cumsum(v7, axis=0)
    return v6, v8


def p301(x1, x2, N, M):
    v3 = x1 + x1
    v4 = v3 + v3
    w5 = x2
    w5 = w5 + x2
    return v4, w5


def p302(x1, i8, N):
    v3 = np.ones((N, 4,), DTYPES["f32"])
    v4 = x1.sum(axis=0)
    v5 = np.var(v3, axis=-2, keepdims=True)
    v6 = v4 <= 3
    v7 = np.minimum(v5, v5)
    v9 = v6[i8]
    return v7, v9


def p303(x2, x6, M):
    w3 = x2
    w3 = w3 * x2
    v4 = np.logical_and(x2, x2)
    v5 = np.tile(v4, (2,))
    v7 = w3 @ x6
    w3 = w3 + x2
    w8 = w3
    w8 = assigned(w8, np.s_[0:-1], v7)
    return v5, w8


def p304(x1, x2, u3, x4, i5, N, M):
    u3 = u3 * x4
    u3 = u3[i5] - u3
    v6 = x2 == 3
    u3 = u3[i5]
    v7 = np.all(v6, axis=0)
    v8 = u3.sum(axis=0, keepdims=True)
    v9 = np.asarray(np.count_nonzero(x1, axis=-1))[()]
    v10 = np.searchsorted(np.sort(x4), x2, side="left")
    u3 = u3 * x2
    v11 = np.searchsorted(np.sort(v10), v10, side="right")
    v12 = np.take(v11, v10 % M, axis=0)
    return v7, v8, v9, v12, u3


def p305(x2, x4, u7, M):
    v3 = 2 - x2
    v5 = np.sum(over(x4[axis(M, 0, 1)] - x4[axis(M, 0, 1)], (M,)), axis=(0,))
    v6 = v5 + 3
    u7 = u7 - v5
    v8 = u7 * u7
    return v3, v6, v8, u7


def p306(x1, i3, x4, N):
    v5 = at(np.maximum, x1, i3, x4)
    v6 = np.max(v5, axis=1, keepdims=True)
    v7 = np.take(v6, v6 % 1, axis=1)
    v8 = v7 & v7
    return v8


def p307(x1, x2, u4, i5, N, M):
    u4 = u4[i5]
    v6 = u4 | u4
    v7 = np.sum(u4, axis=0)
    u4 = np.flip(u4)
    v8 = np.einsum("i,i,i->", x1, u4, v6)[()]
    v9 = np.flip(u4, axis=0)
    v10 = np.all(x2, axis=-1)
    return v7, v8, v9, v10, u4


def p308(x1, N):
    v2 = np.sqrt(np.sum(x1 * x1, axis=0) + 1)
    v3 = np.einsum("i,i,i->i", x1, x1, x1)
    v4 = np.sort(v3, axis=0)
    v5 = np.roll(v4, -1, axis=0)
    v6 = np.hypot(v4, v4.dtype.type(1.5))
    return v2, v5, v6


def p309(x1, x2, u3, i4, N, M):
    u3 = u3 + x1
    v5 = x2[i4]
    v6 = np.vecdot(u3, u3)
    v7 = np.diff(v5, axis=0)
    v8 = np.stack([u3, x1], axis=0)
    return v6, v7, v8, u3


def p310(x2, x5, N, M):
    v3 = x2 + x2
    v4 = np.hypot(v3, v3.dtype.type(1.5))
    v6 = np.tensordot(v4, x5, axes=1)
    v7 = np.sqrt(np.abs(v6) + 1)
    v8 = np.rot90(v7, 3)
    v9 = np.pad(v8, ((2, 0), (1, 1)), mode="edge")
    return v9


def p311(x1, x8, i11, x16, N, M):
    v10 = np.asarray(np.count_nonzero(x1, axis=-1))[()]
    v12 = x8[i11[axis(3, 0, 2)], axis(2, 1, 2)]
    v15 = np.arange(3, dtype="i4")
    v17 = np.linalg.solve(x16 / (np.abs(np.max(x16)) + 1) + 2 * np.eye(2), x16)
    return v10, v12, v17, v15


def p312(x1, x3, u5, N, M, K):
    v4 = np.sqrt(np.abs(x1))
    u5 = np.broadcast_to(x1, (N,))
    v6 = v4[-2]
    v7 = np.transpose(x3, (1, 0))
    v8 = np.einsum("i,i->", u5, u5)[()]
    v9 = np.transpose(v7, (1, 0))
    v10 = v9 > v9
    v11 = np.kron(x1, u5)
    v12 = 1 / (1 + v6 * v6)
    v13 = np.searchsorted(np.sort(v11), v11, side="right")
    v14 = np.cumprod(v13, axis=0)
    return v8, v10, v12, v14, u5


def p313(x2, u9, i10, M):
    v4 = np.linspace(-1, 2, 2)
    v5 = np.max(v4, keepdims=True)
    v6 = np.kron(x2, x2)
    v7 = np.concatenate([v6, v6], axis=-1)
    v8 = v7[:, None]
    u9 = u9[i10] - u9
    return v5, v8, u9


def p314(x1, x3, N):
    v4 = x3 / x1
    v5 = np.cumsum(v4, axis=0)
    w6 = v5
    w6 = assigned(w6, np.s_[:3], 0)
    return w6


def p315(x2, u5, x6, x7, M):
    v4 = over(axis(M, 0, 1) * axis(M, 0, 1) - 2, (M,))
    u5 = assigned(u5, np.s_[1], u5[1] - x6)
    u5 = u5 + x7
    v8 = np.var(x2, axis=0)
    return v4, v8, u5


def p316(x1, x2, x3, u5, N):
    v4 = np.min(over(x3[axis(6, 0, 2) % 5] * x3[axis(5, 1, 2)] + x3[axis(5, 1, 2)], (6, 5,)), axis=(1,))
    u5 = u5 * v4
    v6 = cast(x2, "i32")
    v7 = np.minimum(x1, v6)
    v8 = np.sum(v7, axis=0, keepdims=True)
    v9 = np.cbrt(np.abs(u5) + 1)
    u5 = u5 - v9
    v10 = np.stack([u5, u5], axis=-2)
    v11 = v10[:, v8 % 6]
    u5 = u5 + v9
    v12 = np.min(over(v7[axis(N, 1, 2)] * x1[axis(N, 1, 2) % N] + v7[axis(N, 1, 2)], (N, N,)), axis=(1,))
    return v11, v12, u5


def p317(x1, x2, u8, N, M):
    v3 = np.sum(x2, axis=0)
    v4 = np.mean(x2, axis=-1, keepdims=True)
    v5 = np.sqrt(np.var(x1, axis=-1) + 1)
    v6 = v5 + N
    v7 = np.var(v4, axis=0)
    u8 = assigned(u8, np.s_[1:-1], u8[:-2] + u8[2:])
    u8 = assigned(u8, np.s_[1:-1], u8[:-2] - u8[2:])
    v9 = u8 + N
    u8 = assigned(u8, np.s_[1:-1], u8[:-2] - u8[2:])
    v10 = np.searchsorted(np.sort(u8), v9, side="left")
    v11 = np.min(v10, axis=0, keepdims=True)
    return v3, v6, v7, v11, u8


def p318(x1, x2, i5, N, M):
    v3 = 2 * x2
    v4 = x1[:, :-2:-1]
    v6 = x2[i5]
    v7 = cast(v6, "i8")
    v8 = np.max(v3, axis=0, keepdims=True)
    v9 = np.argmin(v8, axis=0, keepdims=True)
    v10 = v9 - v9
    return v4, v7, v10


def p319(x2, x3, u6, M):
    v4 = np.zeros((M,), DTYPES["i64"])
    v5 = np.clip(v4, 1, 3)
    u6 = assigned(u6, np.s_[:], x3)
    v7 = x2[u6 % M]
    v8 = v5 + 4
    v9 = u6 ^ v8
    v10 = np.abs(v7)
    return v9, v10, u6


def p320(x1, x2, u7, N, M):
    v3 = np.argsort(x2, axis=0, kind="stable")
    v4 = np.maximum.accumulate(v3, axis=0)
    v5 = np.max(v3, axis=-1)
    v6 = np.sort(v4, axis=0)
    u7 = u7 + x1
    v8 = u7.sum(axis=1)
    v9 = np.abs(v5)
    return v6, v8, v9, u7


def p321(x2, x3, M):
    v4 = 3 - x3
    v5 = np.sum(x2, axis=1)
    v6 = v5 * x3
    v7 = np.maximum.accumulate(v6, axis=0)
    v8 = np.sort(v7, axis=0)
    w9 = v6
    w9 = w9 * x3
    v10 = np.ptp(v5, axis=0)
    return v4, v8, w9, v10


def p322(x1, x2, x3, N):
    v4 = np.stack([x3, x1], axis=-2)
    v5 = x2 - 2 * N
    v6 = np.roll(x3, (3, 1), axis=(0, 1))
    v7 = ~v4
    v8 = v7 << 1
    return v5, v6, v8


def p323(x1, x2, x4, N):
    v3 = np.all(x1, axis=-1, keepdims=True)
    v5 = np.concatenate([x4, v3, v3], axis=0)
    v6 = 3 * x2
    v7 = np.concatenate([v5, v5, x1], axis=0)
    w8 = v3
    w8 = assigned(w8, v3, True)
    w8 = np.broadcast_to(v3, (1,))
    return v6, v7, w8


def p324(x1, x2, u7, x8, i11, N, M):
    v4 = np.cumsum(x2, axis=0)
    v5 = np.floor(x1)
    v6 = v5.reshape((N, 5, 1, 1,))
    u7 = u7 + 1
    v9 = over(np.where((axis(2, 0, 2) + axis(N, 1, 2)) % 2 == 0, x8[axis(2, 0, 2), axis(N, 1, 2)] * cast(axis(2, 0, 2), "i32"), 1), (2, N,))
    v12 = np.bincount(i11, minlength=5)
    return v6, v9, v12, v4, u7


def p325(x2, u6, i7, u9, M):
    v4 = np.einsum("ij,kj->j", x2, x2)
    v5 = np.concatenate([x2, x2], axis=1)
    u6 = u6[i7] - u6
    v8 = np.roll(x2, (5, 1), axis=(0, 1))
    u9 = u9 + 1
    return v4, v5, v8, u6, u9


def p326(x1, x2, x3, u10, N, M):
    v4 = x3 > x1
    v5 = np.max(x2, axis=0, keepdims=True)
    v6 = np.tile(v5, (2,))
    v7 = np.vecdot(x1, x1)
    v8 = np.arcsinh(v7)
    v9 = np.max(v5, axis=0)
    u10 = u10 - v9
    return v4, v6, v8, u10


def p327(x1, x2, i4, i6, i7, N, M):
    v3 = x1 >= x1
    v5 = v3[i4]
    v8 = v5[i6, i7]
    v9 = x2 * x2
    v10 = v9 @ v9
    v11 = np.all(v8, keepdims=True)
    w12 = v11
    w12 = assigned(w12, v11, True)
    v13 = v9 @ x2
    w12 = w12 | v11
    v14 = i6[:, None]
    return v10, v13, w12, v14


def p328(x1, x2, x3, N, M):
    v4 = np.mean(x1, axis=0)
    v5 = np.max(over(x2[axis(N, 0, 3), axis(2, 2, 3) % M] * x2[axis(N, 0, 3), axis(1, 1, 3) % M], (N, 1, 2,)), axis=(2,))
    w6 = x2
    w6 = w6 * v5
    v7 = np.cos(x3)
    v8 = w6.T
    v9 = np.expm1(np.minimum(x3, 2))
    return v4, v7, v8, v9


def p329(x1, x3, i10, x11, N, K):
    v5 = np.einsum("ij,ij->j", x1, x1)
    v6 = np.cumprod(x1, axis=0)
    v7 = np.ptp(x3, axis=0)
    v8 = np.searchsorted(np.sort(v5), v5, side="right")
    v9 = np.tril(v6, k=0)
    v12 = at(np.maximum, v9, i10, x11)
    v13 = np.sum(v12, keepdims=True)
    v14 = np.einsum("ij,j->i", v9, v8)
    v15 = np.argmax(v13, axis=1, keepdims=True)
    v16 = np.take_along_axis(v13, v15, axis=1)
    return v7, v14, v16


def p330(x1, x3, u7, x8, x11, N, M, K):
    v4 = np.var(x3, axis=0)
    v5 = v4[1::-1]
    v6 = v5 * 0.5
    u7 = assigned(u7, np.s_[:], u7[:] - x8)
    v9 = np.sum(u7, keepdims=True)
    v10 = np.pad(v9, ((0, 0),), mode="constant", constant_values=1)
    v12 = np.linalg.solve(x11 / (np.abs(np.max(x11)) + 1) + 2 * np.eye(2), x11)
    v13 = np.flip(x1, axis=0)
    v14 = np.einsum("i,ij->j", v6, v12)
    return v10, v13, v14, u7


def p331(x2, x3, x4, i6, u10, M, K):
    v5 = np.sum(over(x4[0] * x4[axis(K, 1, 3)] - x4[axis(K, 1, 3)], (K, K, 3,)), axis=(1, 2))
    v7 = np.take(v5, i6, axis=0)
    v8 = ~v7
    v9 = np.all(x2, axis=-1)
    u10 = u10 * v5
    v11 = np.minimum(u10, u10)
    v12 = np.where(v9, x3, x3)
    return v8, v11, v12, u10


def p332(x2, M):
    v4 = np.pad(x2, ((0, 2), (1, 1)), mode="edge")
    v5 = v4 @ v4
    v6 = np.roll(v5, 5, axis=0)
    v7 = np.argmax(v6, axis=0, keepdims=True)
    v8 = np.take_along_axis(v6, v7, axis=0)
    v9 = np.roll(v8, 3, axis=1)
    return v9


def p333(x1, x2, x5, i9, N, M):
    v3 = 4 - x2
    v4 = np.stack([x2, v3], axis=0)
    v6 = x5 + v3
    v7 = v6[:, -3::2]
    v8 = v7 ** 2
    v10 = x1[i9]
    v11 = v8.reshape((1, 3, 2,))
    return v4, v10, v11


def p334(x1, x2, x3, i6, i8, x9, N, M, K):
    w5 = x2
    w5 = w5 - x2
    v7 = w5[i6]
    v10 = at(np.minimum, x3, i8, x9)
    v11 = np.flip(x1, axis=-1)
    v12 = v11 @ v11
    v13 = v11 / (v11 * v11 + 1)
    v14 = v13[:, None]
    return v7, v10, v12, v14


def p335(x1, N):
    v2 = x1[-2]
    v3 = v2 - v2
    v4 = np.maximum(v2, v3)
    v5 = x1[:-2]
    v6 = np.concatenate([v5, v5], axis=0)
    v7 = np.concatenate([v6, v6], axis=0)
    v8 = np.arange(3, 0, -1, dtype="f4")
    v9 = v8.sum(axis=0)
    v10 = np.minimum.accumulate(v8, axis=0)
    return v4, v7, v9, v10


def p336(x1, x3, N, K):
    v4 = np.sum(x3, axis=-2)
    v5 = np.sort(x1, axis=0)
    v6 = np.mean(v4, keepdims=True)
    v7 = np.eye(3, 2, k=1)
    v10 = np.arctan(x3)
    return v5, v7, v6, v10


def p337(x1, x2, x3, u10, x12, i14, N, M):
    v4 = x2 | x2
    w5 = v4
    w5 = assigned(w5, np.s_[:], 0)
    v6 = x1 @ x1
    v7 = ~v6
    v8 = np.max(w5, axis=0)
    v9 = np.max(w5, axis=0)
    u10 = assigned(u10, np.s_[1:], v9)
    v11 = x3 * 0.5
    v15 = x12[i14]
    return v8, v7, v15, v11, u10


def p338(x1, x5, i11, N):
    v3 = np.roll(x1, 1, axis=0)
    v4 = np.eye(3, 2, k=0)
    v6 = np.linalg.inv(x5 / (np.abs(np.max(x5)) + 1) + 2 * np.eye(2))
    v7 = x5 // 2
    v8 = np.exp(v7 - np.max(v7, 1, keepdims=True)) / np.sum(np.exp(v7 - np.max(v7, 1, keepdims=True)), 1, keepdims=True)
    v9 = np.min(v8, axis=0)
    v10 = np.stack([v9, v9], axis=1)
    v12 = v10[i11, i11]
    v13 = np.roll(v3, -1, axis=0)
    v14 = 1.5 - 2 * v4
    return v6, v12, v13, v14


def p339(x1, x3, N, K):
    v4 = np.argmin(x3, axis=0, keepdims=True)
    v5 = v4.sum(keepdims=True)
    w6 = x1
    w6 = assigned(w6, np.s_[:, :], 2)
    v7 = np.floor(w6)
    w6 = w6 - v7
    v8 = np.broadcast_to(v7, (4, N, 3,))
    w6 = w6[::-1]
    return v5, v8, w6


def p340(x1, x2, x3, i9, N, M, K):
    v4 = np.minimum(x3, x3)
    v5 = np.sqrt(np.sum(x2 * x2, axis=0) + 1)
    v6 = np.stack([x1, x1, x1], axis=0)
    v8 = np.sqrt(np.var(v4, axis=0, keepdims=True) + 1)
    v10 = np.take(v8, i9, axis=0)
    v12 = v8 - 2 * N
    v13 = -v5
    return v10, v12, v6, v13


def p341(x1, x2, x4, x5, x9, u12, x13, N, M):
    v3 = np.max(x2, axis=0)
    v6 = np.linalg.solve(x4 / (np.abs(np.max(x4)) + 1) + 4 * np.eye(4), x5)
    v7 = np.maximum(v6, v6)
    v8 = np.argsort(x1, axis=0, kind="stable")
    v10 = x2 ^ x9
    v11 = np.tril(v8, k=0)
    u12 = np.broadcast_to(v7, (4, 4, 2,))
    v14 = u12 @ x13
    v15 = np.sqrt(np.abs(v11))
    return v10, v14, v15, v3, u12


def p342(x2, i4, x9, N, M):
    v3 = 1 - x2
    v5 = np.take(x2, i4, axis=0)
    v6 = v5 - v5
    v7 = np.arange(N, dtype="f8")
    v8 = np.full((N,), 3, DTYPES["f32"])
    v10 = v7 % x9
    v11 = np.sort(v10, axis=0)
    v12 = over(np.where((axis(N, 1, 2) + axis(M, 0, 2)) % 2 == 0, v3[axis(N, 1, 2) % 6, axis(N, 1, 2) % M] * cast(axis(M, 0, 2), "f32") + v8[axis(N, 1, 2)] * v8[(axis(N, 1, 2) + 1) % N], 1), (M, N,))
    v13 = v8 @ v8
    return v6, v11, v12, v13


def p343(x1, N, M):
    v3 = np.sum(over(x1[axis(M, 1, 2) % N, M - 1 - axis(M, 0, 2)] * cast(axis(M, 1, 2), "f64"), (M, M,)), axis=(1,))
    v4 = np.broadcast_to(v3, (6, M,))
    v5 = np.linspace(-1, 2, 6)
    v6 = np.cumsum(v4, axis=1)
    v7 = v6[1:-1:2, -1]
    v8 = np.kron(v7, v7)
    return v5, v8


def p344(x1, x2, u3, u9, x12, N, M):
    u3 = assigned(u3, np.s_[0:3:2], 0)
    u3 = assigned(u3, np.s_[1:-1], u3[:-2] + u3[2:])
    v4 = u3 // 4
    v5 = v4 | v4
    v8 = v5[None, :]
    u9 = np.roll(u9, 1, axis=0)
    v10 = x2 * u9
    v11 = np.einsum("ij,ij->j", x1, x1)
    v13 = x1 + x12
    return v13, v11, v8, v10, u3, u9


def p345(x1, x2, x8, x9, N, M):
    v3 = np.maximum(x1, x1)
    v4 = np.minimum(x2, x2)
    v5 = np.sum(v4, axis=0)
    v6 = np.min(v3, axis=0)
    v7 = np.sum(v3, axis=0)
    v10 = np.linalg.solve(x8 / (np.abs(np.max(x8)) + 1) + 4 * np.eye(4), x9)
    return v6, v7, v5, v10


def p346(x1, x2, u7, N, M):
    v5 = x1 * x1
    v6 = np.argmin(v5, axis=0)
    u7 = assigned(u7, np.s_[:], v5)
    u7 = assigned(u7, np.s_[:], u7[:] - 0)
    v8 = np.sum(x2, axis=-1)
    v10 = np.sum(over(x2[(axis(M, 0, 2) + 1) % M] * x2[axis(M, 0, 2)], (M, 3,)), axis=(0, 1))
    v11 = np.einsum("i,i->", x2, x2)[()]
    v12 = v11 * v11
    return v12, v8, v6, v10, u7


def p347(x3, u6, x7, M, K):
    v4 = np.broadcast_to(x3, (2, K,))
    v5 = v4 @ x3
    u6 = u6 * v5
    v8 = over(x7[M - 1 - axis(M, 1, 2), 0] - x7[axis(M, 1, 2) % M, axis(6, 0, 2)] * cast(axis(M, 1, 2), "f64"), (6, M,))
    v9 = np.exp(v8 - np.max(v8, 1, keepdims=True)) / np.sum(np.exp(v8 - np.max(v8, 1, keepdims=True)), 1, keepdims=True)
    v10 = np.max(v9, axis=1)
    return v10, u6


def p348(x2, i7, i10, i13, N, M):
    v4 = x2.sum(axis=1)
    v5 = v4 * v4
    v6 = np.concatenate([v5, v5], axis=-1)
    v8 = v6[i7]
    v9 = np.pad(v8, ((2, 1), (1, 2)), mode="constant", constant_values=1)
    v11 = np.bincount(i10, minlength=3)
    v12 = np.round(x2)
    v14 = v12[i13]
    return v9, v11, v14


def p349(x1, x2, x6, N, M):
    v3 = np.sum(over(x1[axis(2, 0, 3), N - 1 - axis(N, 1, 3)] * (axis(2, 0, 3) + 1), (2, N, N,)), axis=(2,))
    v4 = v3 % v3
    v5 = np.arange(2, dtype="f8")
    v7 = v5 != x6
    v8 = np.argmin(x6, axis=0)
    v11 = np.minimum(x2, x2)
    return v4, v11, v7, v8


def p350(x1, x2, x3, u8, N, M):
    v4 = np.floor(x3)
    v5 = v4 ** 2
    v6 = np.cumprod(x2, axis=0)
    v7 = x1 >> 1
    u8 = np.roll(u8, 1, axis=0)
    v9 = np.cumsum(u8, axis=0)
    v10 = v9 * v9
    v11 = np.floor(v5)
    u8 = np.roll(u8, 1, axis=0)
    v12 = v9 - v10
    return v6, v7, v11, v12, u8


def p351(x1, x2, N, M):
    v4 = np.sort(x2, axis=0)
    v5 = np.mean(v4, axis=0)
    v6 = np.concatenate([v4, x1], axis=0)
    v7 = cast(v6, "f64")
    v8 = over(axis(N, 0, 1) * axis(N, 0, 1) - 2, (N,))
    v9 = np.sort(v8, axis=0)
    return v5, v7, v9


def p352(x1, x3, x4, x14, N, M):
    v5 = np.cross(x4, x4)
    v6 = np.cumsum(x4, axis=0)
    v7 = cast(v6, "bool")
    v8 = np.where(v7, x3, x3)
    v9 = np.max(v8, axis=0, keepdims=True)
    v10 = cast(v9, "f64")
    v11 = np.stack([v10, v10], axis=1)
    v12 = np.tile(x1, (2,))
    v13 = np.max(v12, axis=0, keepdims=True)
    v15 = np.concatenate([v12, x14], axis=-1)
    w16 = v15
    w16 = w16 + v13
    return v5, v11, w16


def p353(x1, x2, u8, i9, N):
    v3 = cast(x1, "f32")
    v4 = np.where(x1, x2, v3)
    v5 = v4 @ v4
    v6 = np.einsum("i,i->", v3, v4)[()]
    v7 = np.stack([x1, x1], axis=0)
    u8 = u8[i9] - u8
    v10 = v7 | v7
    v11 = np.expm1(np.minimum(u8, 2))
    v12 = np.var(v10, axis=0, keepdims=True)
    v14 = np.mean(v12, axis=-2)
    return v6, v5, v11, v14, u8


def p354(x1, x2, u7, x8, x9, N):
    v3 = np.concatenate([x2, x1], axis=-1)
    v5 = v3[1:] + v3[:-1]
    v6 = v5 @ v5
    u7 = assigned(u7, np.s_[1], u7[1] - x8)
    v10 = over(np.where((axis(N, 0, 2) + axis(N, 1, 2)) % 2 == 0, x9[N - 1 - axis(N, 1, 2)] - x9[axis(N, 1, 2)] * (axis(N, 1, 2) + 1), 1), (N, N,))
    u7 = assigned(u7, np.s_[-1:2:-1], 3)
    v11 = np.searchsorted(np.sort(u7), u7, side="right")
    v12 = v10.flatten()
    v13 = v12 @ v12
    return v6, v11, v13, u7


def p355(x1, N):
    v3 = np.abs(x1)
    v4 = np.clip(x1, 1, 3)
    v5 = np.pad(v4, ((1, 1),), mode="constant")
    v6 = np.sort(v5, axis=0)
    v7 = np.sort(v3, axis=0)
    v8 = cast(v7, "f32")
    v9 = np.exp(v8 - np.max(v8, 0, keepdims=True)) / np.sum(np.exp(v8 - np.max(v8, 0, keepdims=True)), 0, keepdims=True)
    v10 = np.exp(v9 - np.max(v9, 0, keepdims=True)) / np.sum(np.exp(v9 - np.max(v9, 0, keepdims=True)), 0, keepdims=True)
    return v6, v10


def p356(x1, x2, u5, x8, N, M):
    v3 = np.tile(x2, (1, 2))
    v4 = x2[:, None, :]
    u5 = np.flip(u5)
    v9 = np.minimum(x1, x8)
    v11 = x1 @ u5
    v12 = np.flip(v3)
    return v9, v4, v12, v11, u5


def p357(x1, x2, x3, x4, N, M, K):
    v8 = over(x2[(axis(M, 0, 2) + 1) % M], (M, 2,))
    v9 = np.sum(v8, axis=(0, -1))
    v10 = x1.T
    v11 = over(v10[axis(M, 0, 1), axis(M, 0, 1) % N] + v10[0, axis(M, 0, 1) % N], (M,))
    v12 = np.flip(v11, axis=0)
    v13 = np.min(x3, axis=1)
    v14 = np.vecdot(v12, v12)
    v15 = -x4
    v16 = np.einsum("i,i->i", v13, v13)
    return v9, v14, v16, v15


def p358(x3, x5, x8, N, M, K):
    w4 = x3
    w4 = w4 + 2 * x3
    v6 = over(np.where((axis(M, 0, 2) + axis(M, 0, 2)) % 2 == 0, w4[axis(M, 0, 2) % K] * w4[axis(M, 0, 2) % K] + x5[(axis(1, 1, 2) + 1) % 1] * x5[axis(1, 1, 2)], 1), (M, 1,))
    v7 = v6 @ x5
    v9 = np.cross(x8, x8)
    v10 = np.exp(v9 - np.max(v9, 1, keepdims=True)) / np.sum(np.exp(v9 - np.max(v9, 1, keepdims=True)), 1, keepdims=True)
    v11 = np.roll(v7, -1, axis=0)
    return v10, v11


def p359(x1, x2, N, M):
    v4 = x2 @ x2
    v5 = np.concatenate([x2, x2, x2], axis=-1)
    v6 = np.roll(x1, -1, axis=0)
    v7 = np.max(v6, axis=0)
    v9 = v7 < 0
    v10 = np.flip(v5, axis=0)
    v13 = np.tanh(x2)
    v14 = v9 & v9
    return v13, v10, v4, v14


def p360(x1, x6, N):
    v3 = x1[:, None]
    v4 = np.full((N,), 3, DTYPES["f32"])
    v5 = np.linspace(-1, 2, 5)
    v7 = np.concatenate([x1, x6, x1], axis=0)
    return v3, v4, v5, v7


def p361(x1, u2, i4, N):
    u2 = u2 - x1
    v3 = np.argmin(u2, axis=0)
    v5 = segments(np.add, u2, i4, 6)
    v6 = v5 + v3
    return v6, u2


def p362(x1, i3, i11, N):
    v4 = x1[i3]
    v5 = np.eye(4, N, k=-1)
    v6 = v5 == v5
    v7 = np.sum(v5, axis=1)
    v8 = over(v4[axis(N, 0, 1) % 6, axis(N, 0, 1), axis(N, 0, 1)], (N,))
    v9 = v4.T
    w10 = v6
    w10 = w10[i11]
    v13 = np.einsum("ijk,jik->ik", v9, v9)
    return v13, w10, v8, v7


def p363(x1, u6, x7, N):
    v2 = np.argmin(x1, axis=0, keepdims=True)
    v3 = np.take_along_axis(x1, v2, axis=0)
    v4 = v2 @ v2
    v5 = np.var(v3, axis=0, keepdims=True)
    u6 = u6 - x7
    v8 = np.linspace(-1, 2, N)
    v9 = np.take(v8, v2 % N, axis=0)
    v10 = np.searchsorted(np.sort(x7), x1, side="right")
    return v4, v5, v9, v10, u6


def p364(x3, x6, u7, i8, M, K):
    w4 = x3
    w4 = assigned(w4, np.s_[:], w4[:] * 3)
    v5 = cast(w4, "i32")
    w4 = assigned(w4, np.s_[:], x6)
    u7 = u7[i8] - u7
    v9 = np.ones((M, M,), DTYPES["f64"])
    return v5, w4, v9, u7


def p365(x1, x4, i6, N):
    v2 = np.cumsum(x1, axis=0)
    v3 = np.min(x1)
    v5 = v2 - x4
    v7 = v5[i6]
    return v3, v7


def p366(x1, x2, x6, N, M):
    v3 = np.clip(x2, 1, 3)
    v4 = x2[:, 0:-2]
    v5 = np.sort(x1, axis=0)
    v7 = np.max(over(x6[M - 1 - axis(M, 0, 1)] + x6[axis(M, 0, 1)] * cast(axis(M, 0, 1), "f64"), (M,)), axis=(0,))
    return v3, v4, v5, v7


def p367(x1, x2, u3, x4, N, M):
    u3 = u3 * x1
    v5 = np.max(over(x2[axis(N, 0, 3) % M] * x2[axis(N, 0, 3) % M] - x4[axis(4, 1, 3)] * x4[(axis(4, 1, 3) + 1) % 4], (N, 4, 1,)), axis=(2,))
    v6 = np.eye(1, N, k=-1)
    v7 = v6 >= v6
    v8 = v7.reshape((1, 1, N,))
    v9 = np.concatenate([v8, v8], axis=2)
    u3 = u3 - x1
    v10 = np.cbrt(np.abs(v5) + 1)
    u3 = u3[::-1]
    v11 = np.sum(over(x2[axis(M, 2, 3)], (2, M, M,)), axis=(2,))
    return v9, v10, v11, u3


def p368(x1, x2, i5, x6, i15, N, M):
    v3 = x2[x1 % M]
    v4 = np.max(v3, axis=0)
    v7 = at(np.add, x1, i5, x6)
    v8 = x1 * v7
    v9 = np.einsum("i,i,i->i", v8, v8, v8)
    v10 = np.sort(v9, axis=0)
    v11 = cast(v4, "i32")
    v12 = v11 * v10
    v13 = v7 + v12
    v14 = np.pad(v13, ((1, 1),), mode="wrap")
    v16 = v14[i15]
    return v16


def p369(x3, i5, x9, i11, K):
    v6 = segments(np.add, x3, i5, 4)
    v7 = np.pad(v6, ((0, 2), (2, 2)), mode="constant", constant_values=3)
    v8 = np.tril(v7, k=-1)
    v10 = v8 @ x9
    v12 = v7[i11[axis(5, 0, 2)], axis(K + 4, 1, 2)]
    v13 = np.abs(v12)
    v14 = v13.sum(axis=-2)
    return v10, v14


def p370(x1, x3, x4, N, M, K):
    v5 = np.mean(x1, axis=1)
    w6 = v5
    w6 = assigned(w6, np.s_[1:-1], w6[:-2] - w6[2:])
    w6 = assigned(w6, np.s_[1:-1], w6[:-2] - w6[2:])
    v7 = np.einsum("ij->j", x3)
    v8 = x4 + x4
    return w6, v7, v8


def p371(x1, u4, N):
    v2 = x1 + 3
    v3 = x1 - 2 * N
    u4 = np.broadcast_to(v3, (N, 6,))
    u4 = np.flip(u4)
    v5 = np.stack([u4, x1], axis=0)
    v6 = v2 < 1
    v7 = v6[1, :, None]
    return v5, v7, u4


def p372(x1, x2, x6, u12, x14, N, M):
    v5 = x2 @ x2
    v7 = np.linalg.det(x6 / (np.abs(np.max(x6)) + 1) + 3 * np.eye(3))
    v8 = x1.sum(axis=-2)
    v9 = np.min(over(x1[axis(N, 1, 2) % M, axis(N, 0, 2)] * cast(axis(N, 0, 2), "f64") + v8[axis(N, 1, 2) % N], (N, N,)), axis=(1,))
    v10 = np.sum(v8)
    v11 = v8[-1::3]
    u12 = assigned(u12, np.s_[0:1], v10)
    v13 = v9.sum(axis=-1, keepdims=True)
    u12 = np.broadcast_to(x14, (N,))
    v15 = np.kron(v11, u12)
    return v5, v7, v13, v15, u12


def p373(x1, x2, x3, x5, x9, N, M):
    w4 = x2
    w4 = w4 + 0.25 * x5
    v6 = w4[None, :]
    w4 = np.roll(w4, 1, axis=0)
    v7 = np.broadcast_to(x5, (N, M,))
    v8 = np.maximum.accumulate(w4, axis=0)
    v10 = np.stack([x9, v8, x9], axis=1)
    v11 = v10.reshape((M, 1, 3,))
    v12 = x1 - x3
    return v12, v6, v11, v7


def p374(x1, x2, i3, x5, i8, x9, N, M):
    v4 = x2[i3[axis(5, 0, 1)]]
    v6 = x5 * x1
    v7 = v6[2::2, :]
    v10 = at(np.maximum, v7, i8, x9)
    return v4, v10


def p375(x1, x2, i8, x9, N):
    v3 = np.sin(x2)
    v4 = cast(x1, "f64")
    v5 = np.exp(v4 - np.max(v4, 0, keepdims=True)) / np.sum(np.exp(v4 - np.max(v4, 0, keepdims=True)), 0, keepdims=True)
    v6 = np.kron(v5, v5)
    w7 = v5
    w7 = w7[i8] - w7
    v10 = np.where(x1, x9, 0)
    w7 = assigned(w7, np.s_[:], w7[:] + v3)
    return v6, v10, w7


def p376(x1, x2, u3, x4, x5, x10, i14, N, M):
    u3 = u3 - x4
    u3 = assigned(u3, np.s_[:1], x5)
    v7 = np.broadcast_to(x2, (M, M,))
    v8 = np.min(u3, axis=-1)
    v9 = np.stack([v7, v7], axis=2)
    v11 = x10 * x1
    v13 = np.min(v11, axis=0)
    v15 = segments(np.add, x10, i14, 3)
    v16 = np.min(v15, axis=0)
    return v9, v13, v8, v16, u3


def p377(x1, x2, u4, i6, x12, N, M):
    u4 = u4 - x2
    v5 = np.cumprod(x2, axis=0)
    v7 = u4[i6]
    v8 = np.sort(v5, axis=0)
    v9 = np.roll(x1, -1, axis=0)
    w10 = v9
    w10 = w10 ^ v9
    v11 = x2 * v8
    v13 = v11 @ x12
    return v7, w10, v13, u4


def p378(x1, x2, u4, x10, N, M):
    v3 = np.prod(x2, axis=0, keepdims=True)
    u4 = u4 * v3
    v5 = np.max(x1, axis=0)
    v6 = np.mean(u4, axis=1)
    u4 = u4 + v6
    v7 = np.roll(u4, 1, axis=1)
    v8 = np.argmax(x1, axis=0, keepdims=True)
    v9 = v7.T
    v11 = x1 + x10
    return v5, v8, v9, v11, u4


def p379(x1, x2, u8, N, M):
    v4 = cast(x2, "f32")
    v5 = np.sqrt(np.sum(v4 * v4, axis=0) + 1)
    v6 = np.argmax(x1, axis=0, keepdims=True)
    v7 = np.take_along_axis(x1, v6, axis=0)
    u8 = np.broadcast_to(v7, (1,))
    return v5, u8


def p380(x1, x2, x3, x4, x10, N, M):
    v5 = np.concatenate([x4, x2], axis=0)
    w6 = x3
    w6 = repeat(lambda u, k, x=x3: u * 0.5 + k * x, w6, range(3))
    v7 = v5 >> 2
    w8 = x1
    w8 = w8[::-1]
    v9 = np.searchsorted(np.sort(x1), w8, side="right")
    v11 = np.sum(over(v9[axis(2, 0, 2) % N] * x10[axis(M, 1, 2), axis(2, 0, 2)] - x10[axis(M, 1, 2), axis(2, 0, 2)], (2, M,)), axis=(0, 1))
    return w6, v7, v11


def p381(x3, u4, M, K):
    u4 = assigned(u4, np.s_[1:-1], u4[:-2] + u4[2:])
    v5 = np.max(u4, axis=0, keepdims=True)
    v8 = np.min(x3, keepdims=True)
    v9 = np.min(v8, axis=-1)
    v10 = np.sum(u4)
    v11 = over(axis(M, 0, 1) * axis(M, 0, 1) - 2, (M,))
    return v10, v11, v5, v9, u4


def p382(x2, u3, M):
    u3 = u3 + x2
    v4 = np.sort(u3, axis=0)
    v5 = np.clip(v4, 1, 3)
    v6 = np.var(v5, axis=-1)
    return v6, u3


def p383(x1, x2, x4, N):
    v3 = np.max(over(x2[axis(2, 0, 1)] + x2[axis(2, 0, 1)] * cast(axis(2, 0, 1), "f64"), (2,)), axis=(0,))
    v5 = over(x4[axis(4, 0, 2)] * (axis(1, 1, 2) + 1), (4, 1,))
    v6 = np.tril(v5, k=0)
    v7 = x1 ** 2
    v8 = ~v6
    v10 = (v5 + v8) * np.sum(v5 * v8)
    v11 = x2 / v3
    v12 = v7[v10 % N]
    v13 = v10 | x4
    v14 = v13 - v10
    return v11, v12, v14


def p384(x2, i4, x5, x7, x9, M):
    v6 = at(np.add, x2, i4, x5)
    v8 = x5 * x7
    v10 = v6 @ x9
    v11 = x9.sum(keepdims=True)
    v12 = np.pad(x2, ((1, 0),), mode="constant")
    return v8, v10, v11, v12


def p385(x2, x6, M):
    v3 = x2 / 3
    v4 = np.asarray(np.count_nonzero(x2, keepdims=True))[()]
    w5 = v4
    w5 = w5 + v4
    v7 = over(x6[(axis(M, 0, 1) + 1) % M] * x6[M - 1 - axis(M, 0, 1)] - x6[axis(M, 0, 1)], (M,))
    v8 = np.mean(v7, axis=0)
    v9 = np.argsort(w5, axis=0, kind="stable")
    v10 = v9 > v9
    v11 = x2 ^ x2
    return v3, v8, v10, v11


def p386(x2, x5, M):
    v3 = np.sort(x2, axis=0)
    v4 = np.sum(v3)
    v6 = np.linalg.solve(x5 / (np.abs(np.max(x5)) + 1) + 2 * np.eye(2), x5)
    v7 = v6 + M
    return v4, v7


def p387(x2, x3, u7, x8, i10, N, M):
    v4 = np.linalg.det(x3 / (np.abs(np.max(x3)) + 1) + 2 * np.eye(2))
    v5 = np.flip(x2, axis=0)
    v6 = np.cumprod(v5, axis=0)
    u7 = assigned(u7, np.s_[::3], x8)
    v9 = over(axis(N, 0, 1) * axis(N, 0, 1) - 2, (N,))
    v11 = v9[i10]
    v12 = np.mean(v6, axis=0, keepdims=True)
    return v4, v11, v12, u7


def p388(x1, x2, N, M):
    v4 = np.cumprod(x2, axis=0)
    v5 = np.concatenate([x1, x1], axis=0)
    v6 = np.mean(v5)
    v7 = np.min(v4, axis=0, keepdims=True)
    v8 = np.roll(v7, -1, axis=1)
    v9 = v8 < v8
    v10 = np.maximum(v8, v4)
    v11 = v5.sum(axis=0, keepdims=True)
    return v6, v9, v10, v11


def p389(x1, x2, x4, i10, x11, N, M):
    v3 = np.sort(x2, axis=0)
    v5 = x4 - x1
    v6 = np.min(v5)
    w7 = v3
    w7 = np.flip(w7)
    v8 = np.argmin(w7, axis=0, keepdims=True)
    v9 = np.maximum.accumulate(v8, axis=0)
    v12 = at(np.add, v8, i10, x11)
    w13 = v12
    w13 = w13 + v12
    v14 = w13 | w13
    return v6, v9, v14


def p390(x1, x3, x9, N, K):
    v4 = np.stack([x3, x3], axis=0)
    v5 = np.maximum(v4, v4)
    v6 = np.var(x1, keepdims=True)
    v7 = np.max(v6, axis=-1, keepdims=True)
    v11 = x9.ravel()
    v12 = 1 * v11
    v13 = np.max(v6, axis=0)
    return v5, v12, v13, v7


def p391(x1, x2, x3, u5, i8, N, M, K):
    v4 = np.logical_xor(x3, x3)
    u5 = assigned(u5, np.s_[:], x1)
    v6 = np.sort(x2, axis=0)
    v7 = v6 % 3
    v9 = np.bincount(i8, minlength=M)
    v10 = x2.sum(axis=0)
    return v4, v7, v9, v10, u5


def p392(x1, x2, x6, u10, N, M):
    v4 = x1 @ x1
    v5 = np.repeat(x2, 3, axis=0)
    v7 = np.sum(over(x6[axis(2, 1, 2), axis(N, 0, 2)], (N, 2,)), axis=(1,))
    v8 = cast(v7, "f32")
    v9 = np.sqrt(np.sum(v8 * v8, axis=0) + 1)
    u10 = u10 + v9
    v11 = np.roll(u10, 3, axis=0)
    v12 = np.minimum.accumulate(x6, axis=1)
    return v5, v4, v11, v12, u10


def p393(x1, x3, u4, x6, x8, N):
    u4 = u4 - x1
    v5 = np.cos(x3)
    u4 = assigned(u4, np.s_[:], x1)
    v7 = np.maximum(v5, x6)
    u4 = assigned(u4, np.s_[-2::-1], x8)
    v9 = np.var(u4, axis=0)
    return v7, v9, u4


def p394(x2, x6, u13, N, M):
    v3 = np.pad(x2, ((1, 1), (0, 2)), mode="constant")
    v4 = v3 - 2 * N
    v5 = v4[:, :, None]
    v7 = v5 @ x6
    v8 = v7 + v7
    v9 = cast(v4, "i64")
    v10 = v8 + N
    v11 = np.argmin(v10, axis=0, keepdims=True)
    v12 = np.max(over(v9[axis(N, 1, 2) % 5, axis(N, 1, 2) % (M + 2)] * (axis(N, 1, 2) + 1) - v9[axis(5, 0, 2), axis(5, 0, 2) % (M + 2)] * (axis(N, 1, 2) + 1), (5, N,)), axis=(1,))
    u13 = np.broadcast_to(v11, (1, M + 2,))
    return v12, u13


def p395(x1, x2, x4, x8, i10, x13, N, M):
    v3 = x2 > x2
    v5 = x1 @ x4
    v7 = x2[None, :]
    v9 = np.concatenate([v5, x8], axis=-1)
    v11 = at(np.add, v9, i10, x8)
    v12 = v11 @ v11
    v14 = np.linalg.inv(x13 / (np.abs(np.max(x13)) + 1) + 3 * np.eye(3))
    v15 = np.sort(v14, axis=1)
    return v3, v7, v15, v12


def p396(x1, x2, N, M):
    v3 = x1 ** 2
    v4 = x2 | x2
    v5 = np.cumsum(v4, axis=0)
    v6 = v5[v5 % M]
    v7 = np.diff(v6, axis=1)
    v8 = x1[:, None, :]
    return v3, v7, v8


def p397(x1, i3, N, M):
    v4 = x1[i3]
    v5 = np.sort(v4, axis=0)
    v6 = np.flip(i3, axis=0)
    v7 = v5[None, :]
    v8 = np.roll(v7, -1, axis=0)
    return v6, v8


def p398(x2, x4, i5, x7, M):
    v6 = segments(np.add, x2, i5, 2)
    v8 = x4 & x7
    v9 = v6 @ v6
    v10 = np.pad(v6, ((1, 1),), mode="constant")
    v11 = np.mean(v10)
    return v8, v9, v11


def p399(x1, x2, x5, x7, i11, N, M):
    v3 = x2 > 0
    v4 = np.any(v3, axis=-1)
    v6 = np.where(v4, x5, 0)
    v8 = over(x7[axis(N, 0, 2) % N], (N, N,))
    v9 = np.searchsorted(np.sort(x7), x7, side="left")
    v10 = np.maximum(v9, v9)
    v12 = x1[i11]
    return v6, v8, v10, v12


def p400(x1, N):
    v2 = np.argsort(x1, axis=0, kind="stable")
    v3 = np.cumprod(v2, axis=0)
    v4 = np.flip(v2)
    v5 = np.mean(x1)
    return v3, v4, v5


def p401(x2, x4, N, M):
    v5 = over(x4[axis(2, 0, 1)] * cast(axis(2, 0, 1), "i32"), (2,))
    v6 = np.exp(x2 - np.max(x2, 1, keepdims=True)) / np.sum(np.exp(x2 - np.max(x2, 1, keepdims=True)), 1, keepdims=True)
    v7 = v6.reshape((N, M,))
    w8 = x2
    w8 = repeat(lambda u, k, x=x2: u * 0.5 + k * x, w8, range(3))
    v9 = v7 @ w8
    return v5, v9


def p402(x1, x2, i4, x9, N, M):
    v5 = x2[i4]
    v7 = (v5 + v5) * np.sum(v5 * v5)
    v8 = np.sqrt(np.var(v7, axis=-1) + 1)
    v10 = over(x9[0, axis(2, 1, 2)] - x9[axis(1, 0, 2), 2 - 1 - axis(2, 1, 2)], (1, 2,))
    v11 = np.cumprod(x1, axis=0)
    v15 = np.sqrt(np.abs(v10))
    v16 = np.sort(v10, axis=1)
    return v11, v8, v15, v16


def p403(x2, x5, i9, x10, M):
    v4 = np.einsum("ij,kj->kj", x2, x2)
    v6 = v4 @ x5
    v7 = np.ones((3,), DTYPES["i64"])
    v8 = v7 @ v7
    v11 = at(np.add, v7, i9, x10)
    v12 = np.searchsorted(np.sort(v11), v11, side="right")
    v13 = np.kron(x10, v11)
    return v12, v6, v13, v8


def p404(x3, x6, x8, x10, N, K):
    v5 = np.mean(x3, axis=0)
    v7 = np.einsum("i,ij,ij->", x3, x6, x6)[()]
    v9 = np.tensordot(x6, x8, axes=1)
    v11 = np.linalg.inv(x10 / (np.abs(np.max(x10)) + 1) + 4 * np.eye(4))
    v12 = v11.reshape((1, 4, 4,))
    return v12, v5, v7, v9


def p405(x2, x3, M):
    v4 = np.minimum(x3, x3)
    v5 = x3 > v4
    v6 = np.argmin(x2, axis=0)
    v7 = np.arange(6)
    v9 = over(x2[axis(M, 1, 2)] * x2[(axis(M, 1, 2) + 2) % M] + x2[axis(M, 1, 2) % M] * cast(axis(M, 1, 2), "f32"), (2, M,))
    v11 = v7[:, None]
    return v5, v6, v9, v11


def p406(x1, x2, x3, x7, N, M):
    v4 = x3 % 5
    v5 = np.kron(x1, x1)
    v6 = np.sort(x2, axis=0)
    v8 = np.stack([v6, x7, v6], axis=1)
    v9 = np.swapaxes(v8, 0, 1)
    v10 = cast(v9, "i64")
    v11 = np.sqrt(np.sum(v5 * v5, axis=0) + 1)
    v12 = np.pad(v10, ((1, 2), (1, 0)), mode="constant", constant_values=1)
    return v4, v11, v12


def p407(x1, N):
    w2 = x1
    w2 = w2 + 3
    v3 = np.flip(x1, axis=0)
    v4 = x1.sum(axis=0, keepdims=True)
    v5 = over(axis(N, 0, 1) * axis(N, 0, 1) - 2, (N,))
    return w2, v3, v4, v5


def p408(x2, i6, x7, x11, M):
    v4 = np.einsum("i,i,i->i", x2, x2, x2)
    v5 = np.kron(v4, v4)
    v8 = at(np.add, v4, i6, x7)
    v9 = np.max(v8, axis=-1)
    v12 = np.linalg.det(x11 / (np.abs(np.max(x11)) + 1) + 3 * np.eye(3))
    v13 = np.sum(over(v4[M - 1] * cast(axis(M, 1, 2), "f64") + v4[axis(M, 0, 2)] * cast(axis(M, 0, 2), "f64"), (M, M,)), axis=(1,))
    return v12, v9, v5, v13


def p409(x1, x2, x3, i6, N, M):
    v4 = x3 * x3
    v5 = np.sum(x2, axis=1)
    v7 = v5[i6]
    v8 = v7 + v7
    w9 = x1
    w9 = np.roll(w9, 1, axis=0)
    return v4, v8, w9


def p410(x1, x2, i5, N, M):
    w3 = x2
    w3 = assigned(w3, np.s_[:-2, :], True)
    v4 = np.max(x1, axis=(0, -1))
    v6 = w3[:, i5]
    v7 = v6.sum(axis=-3)
    return v4, v7


def p411(x1, i4, u9, x10, x12, N, M):
    v5 = x1[i4]
    v6 = np.argmin(v5, axis=0, keepdims=True)
    v7 = np.take_along_axis(i4, v6, axis=0)
    v8 = np.maximum.accumulate(v7, axis=0)
    u9 = assigned(u9, np.s_[-1::-1], v8)
    v11 = over(x10[axis(3, 0, 1)], (3,))
    v13 = np.sum(over(x12[6 - 1 - axis(6, 0, 2)] - x12[axis(N, 1, 2) % 6] * x12[axis(N, 1, 2) % 6], (6, N,)), axis=(1,))
    v14 = np.take(v13, x12 % 6, axis=0)
    v15 = v14.reshape((3, 2,))
    v16 = np.min(v15, axis=(0, -1))
    u9 = u9 + v16
    return v11, u9


def p412(x1, x2, u6, x8, N, M):
    v3 = x2[1]
    v4 = np.abs(x1) + 1.5
    v5 = x1 / v4
    u6 = u6 * v5
    v7 = np.stack([x2, x2], axis=-2)
    v9 = over(x8[N - 1 - axis(N, 0, 1)] * x8[N - 1 - axis(N, 0, 1)] + x8[axis(N, 0, 1)] * (axis(N, 0, 1) + 1), (N,))
    v10 = v9[1::-2]
    v11 = cast(v10, "u16")
    v12 = v7[v10 % 2, v10 % M]
    v13 = cast(v3, "i64")
    v14 = v13 * v9
    return v11, v12, v14, u6


def p413(x2, M):
    v4 = np.argmin(x2, axis=0)
    v5 = np.arange(2, dtype="f8")
    v6 = np.flip(v5, axis=0)
    v7 = np.abs(v6) + 1.5
    v8 = v6 / v7
    v9 = v8.reshape((2, 1, 1,))
    return v4, v9


def p414(x1, x3, N):
    w4 = x1
    w4 = assigned(w4, np.s_[1:-1], w4[:-2] - w4[2:])
    v5 = np.ptp(w4, axis=0)
    v6 = N * x3
    v7 = np.tile(w4, (2,))
    v8 = np.flip(x1)
    w4 = w4 + v8
    return v5, v6, v7, w4


def p415(x1, x2, i11, N):
    v3 = N * x1
    v4 = np.sum(v3, keepdims=True)
    v6 = x2 - 2
    v8 = np.sum(v4)
    v9 = np.flip(v4, axis=-1)
    v12 = v9[i11[axis(N, 0, 1)]]
    v13 = v9[i11[axis(N, 0, 1)]]
    return v6, v13, v8, v12


def p416(x2, u6, x7, x10, N, M):
    v4 = np.concatenate([x2, x2], axis=0)
    v5 = x2[::-2]
    u6 = assigned(u6, np.s_[2:1:-1], x7)
    v8 = np.roll(u6, 3, axis=0)
    v9 = v8 | v8
    v11 = v8 | x10
    v12 = v5 @ v5
    v13 = v11 << 2
    return v4, v9, v12, v13, u6


def p417(x1, x2, u10, N, M):
    v3 = np.einsum("ij,kj->ijk", x2, x2)
    v4 = x1[:, :, None]
    v5 = over(axis(N, 0, 2) * axis(N, 1, 2) + 1, (N, N,))
    v6 = np.argmax(v5, axis=1, keepdims=True)
    v7 = np.take_along_axis(v5, v6, axis=1)
    v8 = over(x2[axis(M, 0, 2) % 3, axis(M, 0, 2)] + v3[axis(M, 0, 2) % 3, axis(M, 0, 2), axis(N, 1, 2) % 3], (M, N,))
    v9 = v8.T
    u10 = assigned(u10, np.s_[1:-1], u10[:-2] - u10[2:])
    v11 = np.cumsum(v6, axis=1)
    return v4, v7, v9, v11, u10


def p418(x1, x2, u6, u10, x11, N, M):
    v4 = x1[x1 % N]
    v5 = v4 @ v4
    u6 = u6 + x2
    v7 = u6 / u6
    v8 = np.sum(v7, axis=0)
    v9 = v7[-2::-2]
    u10 = np.broadcast_to(v9, (floor_div(M, 2),))
    v12 = over(x11[axis(2, 0, 2)], (2, N,))
    v13 = np.hypot(v9, v9.dtype.type(1.5))
    return v5, v8, v12, v13, u6, u10


def p419(x1, N):
    v2 = x1 != x1
    v3 = ~v2
    v4 = v3[2:-2]
    v5 = np.var(v3, axis=0, keepdims=True)
    return v4, v5


def p420(x1, i4, x6, x7, N):
    v2 = np.cumsum(x1, axis=0)
    v3 = np.flip(v2, axis=-1)
    v5 = v2[i4]
    v8 = np.linalg.solve(x6 / (np.abs(np.max(x6)) + 1) + 4 * np.eye(4), x7)
    v9 = v8[:, ::3, :]
    v10 = np.cumprod(v9, axis=2)
    v11 = np.transpose(v9, (2, 0, 1))
    v12 = np.sum(v11, keepdims=True)
    v13 = at(np.minimum, v3, i4, v5)
    return v10, v12, v13


def p421(x1, x2, x6, N, M):
    v3 = np.sort(x2, axis=1)
    v4 = np.sum(x1, axis=0, keepdims=True)
    v5 = np.minimum.accumulate(v4, axis=0)
    v7 = np.linalg.inv(x6 / (np.abs(np.max(x6)) + 1) + 4 * np.eye(4))
    v8 = np.sum(v7, axis=(0, -1), keepdims=True)
    v9 = over(np.where((axis(M, 1, 2) + axis(N, 0, 2)) % 2 == 0, v5[axis(N, 0, 2) % 1, axis(N, 0, 2)], 1), (N, M,))
    v10 = np.sum(v9)
    return v3, v8, v10


def p422(x1, u10, N, M):
    v3 = np.cumprod(x1, axis=0)
    v4 = np.clip(v3, 1, 3)
    v5 = np.roll(v4, -1, axis=0)
    v7 = (v4 + v5) * np.sum(v4 * v5)
    v8 = np.roll(v5, 1, axis=0)
    v9 = np.zeros((2, M,), DTYPES["f32"])
    u10 = np.broadcast_to(v8, (N,))
    return v7, v9, u10


def p423(x1, x2, x4, x7, x9, N):
    v3 = np.max(over(x2[1 - 1 - axis(1, 1, 2), axis(6, 0, 2)] + x2[axis(1, 1, 2), 6 - 1 - axis(6, 0, 2)], (6, 1,)), axis=(1,))
    v5 = np.maximum(x1, x4)
    v6 = np.argmax(v5, axis=0)
    v8 = over(v6 * x7[6 - 1 - axis(6, 1, 2), axis(N, 0, 2)], (N, 6,))
    v10 = np.sum(over(x9[N - 1 - axis(N, 0, 1)] * x9[axis(N, 0, 1)], (N,)), axis=(0,))
    v11 = np.sort(x4, axis=0)
    v12 = v10 / v10
    return v3, v8, v11, v12


def p424(x1, x3, i7, N, K):
    v4 = 1.5 - 2 * x3
    v5 = x1 * x1
    v6 = v5 + 5
    v8 = v6[:, i7]
    return v4, v8


def p425(x2, i6, M):
    v3 = np.var(x2)
    v4 = np.einsum("i,j->j", x2, x2)
    v5 = np.roll(x2, 5, axis=0)
    v7 = segments(np.add, v4, i6, 4)
    return v3, v5, v7


def p426(u4, i5, M):
    u4 = u4 + 2
    v6 = np.take(u4, i5, axis=0)
    v7 = np.logical_and(v6, v6)
    v8 = np.round(v6)
    return v7, v8, u4


def p427(x1, x4, u8, N):
    v5 = np.min(over(x4[axis(4, 1, 4), axis(6, 2, 4)] * cast(axis(N, 3, 4), "f32") + x4[axis(4, 1, 4), (axis(6, 2, 4) + 1) % 6], (N, 4, 6, N,)), axis=(2, 3))
    v6 = over(x1[axis(3, 0, 2) % N] * (axis(4, 1, 2) + 1) - x1[axis(3, 0, 2) % N], (3, 4,))
    v7 = v5 - 4
    u8 = u8 + 2
    v9 = np.argsort(v6, axis=0, kind="stable")
    return v7, v9, u8


def p428(x2, i4, N, M):
    v3 = np.sum(x2, axis=-1)
    v5 = np.bincount(i4, minlength=M)
    v6 = np.mean(v5, axis=0)
    v7 = -v3
    v8 = np.max(v7, axis=0, keepdims=True)
    v9 = -v8
    v10 = np.abs(x2)
    return v6, v9, v10


def p429(x2, x4, i8, i9, N, M):
    v3 = x2 @ x2
    v5 = np.max(over(v3 - x4[axis(N, 1, 3) % 6] * x4[axis(6, 0, 3)], (6, N, N,)), axis=(2,))
    v6 = v5[:, :3]
    v7 = np.trunc(v6)
    v10 = v7[i8, i9]
    v11 = np.cos(v10)
    return v11


def p430(x1, N):
    w4 = x1
    w4 = assigned(w4, np.s_[1:-1], w4[:-2] + w4[2:])
    v5 = np.cumsum(w4, axis=1)
    v6 = v5 + 2
    v7 = v6 / 3
    v8 = x1 != w4
    return v7, v8


def p431(x1, x2, x3, N, M):
    v4 = x3 <= 0
    v5 = x2.T
    v6 = np.outer(x1, x1)
    v7 = np.sum(v6, axis=(0, -1), keepdims=True)
    v8 = v5 * v5
    v9 = np.exp(v8 - np.max(v8, 1, keepdims=True)) / np.sum(np.exp(v8 - np.max(v8, 1, keepdims=True)), 1, keepdims=True)
    v10 = v6 ^ v6
    v11 = np.einsum("ij,jk->i", v7, v7)
    v12 = np.argsort(v11, axis=0, kind="stable")
    return v4, v9, v10, v12


def p432(x1, x2, u9, i10, N, M):
    v3 = np.stack([x2, x2], axis=0)
    v4 = np.flip(v3, axis=2)
    v5 = np.flip(v4, axis=0)
    v6 = 4 * v5
    v7 = np.logical_or(x1, x1)
    v8 = np.flip(v7, axis=0)
    u9 = u9[i10] - u9
    v11 = i10[:, None]
    return v6, v8, v11, u9


def p433(x2, x10, M):
    v4 = x2 == 0
    v5 = x2 + x2
    v6 = np.asarray(np.count_nonzero(x2, axis=1))[()]
    v7 = x2.T
    v8 = 5 - v7
    v9 = v5 + v5
    v11 = np.where(v4, x10, 0)
    return v6, v8, v9, v11


def p434(x1, i5, x8, N, M):
    v3 = np.cumprod(x1, axis=0)
    w4 = x1
    w4 = w4[i5] - w4
    v6 = v3[:-2, :, None]
    v7 = np.flip(v6)
    v9 = np.linalg.solve(x8 / (np.abs(np.max(x8)) + 1) + 2 * np.eye(2), x8)
    v10 = i5[-3:-1]
    return w4, v7, v9, v10


def p435(x1, i4, i6, N):
    v5 = np.take(x1, i4, axis=1)
    v7 = segments(np.add, v5, i6, 4)
    v8 = np.triu(v7, k=0)
    v9 = v7 + v8
    v10 = np.sort(v9, axis=0)
    v11 = np.var(v9, axis=0)
    v12 = v11[-1]
    v13 = over(v10[axis(4, 0, 1), axis(4, 0, 1) % 4] * cast(axis(4, 0, 1), "i32"), (4,))
    return v12, v13


def p436(x1, x2, i10, x16, N, M):
    v4 = x1 @ x1
    v5 = v4 - v4
    v6 = np.sort(x2, axis=0)
    v7 = np.concatenate([x1, x1], axis=0)
    v11 = np.take(v7, i10, axis=0)
    v12 = np.sort(v11, axis=0)
    v13 = np.pad(v11, ((2, 0),), mode="constant")
    v14 = np.sort(v6, axis=0)
    v17 = x16 * v14
    return v17, v12, v13, v5


def p437(x1, x2, N, M):
    v3 = np.einsum("i->", x2)[()]
    v4 = np.cumprod(x2, axis=0)
    v5 = np.full((4, N,), 3, DTYPES["i32"])
    v7 = v4[1:] + v4[:-1]
    v8 = np.argmax(x1, axis=0, keepdims=True)
    return v3, v5, v7, v8


def p438(x1, x2, N, M, K):
    v4 = np.mean(x2, axis=-2, keepdims=True)
    v5 = np.einsum("i,i->i", x1, x1)
    v6 = v4.T
    v7 = np.log(v6 * v6 + 1)
    v8 = v6 @ v4
    v9 = np.pad(v8, ((1, 0), (2, 0)), mode="wrap")
    return v5, v7, v9


def p439(x1, u4, N):
    u4 = u4 + x1
    v5 = u4 | u4
    v6 = np.argsort(v5, axis=0, kind="stable")
    v7 = np.kron(v6, v6)
    v8 = v7 // v7
    v9 = v8 * v8
    v10 = v5[v6]
    v11 = v9 @ v9
    v12 = np.prod(v10, axis=0, keepdims=True)
    v13 = np.repeat(x1, 2, axis=0)
    return v11, v12, v13, u4


def p440(x1, x2, i4, x5, x8, i12, N, M):
    v6 = at(np.minimum, x2, i4, x5)
    v7 = np.argmin(x1, axis=0, keepdims=True)
    v10 = (v7 + x8) * np.sum(v7 * x8)
    v11 = v10[v10 % 1]
    v13 = v11[i12]
    return v6, v13


def p441(x2, u4, i5, N):
    v3 = np.arange(N)
    u4 = u4[i5]
    v6 = segments(np.add, u4, i5, N)
    v7 = cast(u4, "u32")
    v9 = x2 + x2
    return v3, v7, v6, v9, u4


def p442(x2, u4, M):
    v3 = np.sort(x2, axis=0)
    u4 = assigned(u4, np.s_[:], 2)
    v5 = u4.sum(axis=0, keepdims=True)
    v6 = np.max(v5, axis=0)
    v7 = np.cumprod(v3, axis=0)
    return v6, v7, u4


def p443(x1, x4, x5, u9, N):
    v2 = np.sum(x1)
    v3 = np.argsort(x1, axis=0, kind="stable")
    v6 = np.linalg.solve(x4 / (np.abs(np.max(x4)) + 1) + 3 * np.eye(3), x5)
    v7 = v6 + v6
    v8 = 2 - v7
    u9 = assigned(u9, np.s_[1:-1], u9[:-2] - u9[2:])
    return v2, v3, v8, u9


def p444(x1, x2, N, M):
    v3 = x1.sum()
    v4 = x2[0]
    v5 = np.asarray(np.count_nonzero(x1, axis=(0, -1)))[()]
    v6 = np.einsum("ij->i", x1)
    return v3, v4, v5, v6


def p445(x2, x10, N, M):
    v4 = np.roll(x2, 5, axis=0)
    v5 = np.roll(v4, 5, axis=0)
    v6 = v5 @ v5
    v7 = np.argsort(v5, axis=0, kind="stable")
    v11 = np.linalg.solve(x10 / (np.abs(np.max(x10)) + 1) + 2 * np.eye(2), x10)
    v12 = np.cumprod(v11, axis=1)
    v13 = over(axis(N, 0, 1) * axis(N, 0, 1) - 2, (N,))
    v14 = np.flip(v13, axis=-1)
    return v6, v7, v14, v12


def p446(x1, x2, x3, i9, u12, N, M, K):
    v4 = x1 * 0.5
    v5 = np.flip(x1)
    v6 = x3.reshape((K * N,))
    v7 = v6 | v6
    v8 = v4.sum(axis=-1, keepdims=True)
    v10 = x2[i9]
    v11 = -v10
    u12 = np.broadcast_to(v5, (N,))
    return v7, v8, v11, u12


def p447(x1, N):
    v2 = x1 | x1
    v3 = cast(v2, "f64")
    v4 = np.exp(v3 - np.max(v3, 1, keepdims=True)) / np.sum(np.exp(v3 - np.max(v3, 1, keepdims=True)), 1, keepdims=True)
    v5 = ~x1
    v6 = np.einsum("ij,ij->ji", v4, v4)
    v7 = np.cumprod(v6, axis=0)
    v9 = (v7 + v7) * np.sum(v7 * v7)
    v10 = np.stack([v9, v9], axis=0)
    v11 = v5 | v5
    v12 = np.einsum("ij->i", v11)
    v13 = v12 % 2
    return v10, v13


def p448(x1, x2, x7, N):
    v3 = np.einsum("i,j,i->ij", x1, x1, x1)
    v4 = np.tile(v3, (2, 1))
    v5 = np.sum(over(v4[axis(2, 0, 3) % (2 * N), axis(N, 2, 3)] + v4[axis(N, 2, 3) % (2 * N), N - 1 - axis(N, 2, 3)] * v4[axis(6, 1, 3) % (2 * N), axis(N, 2, 3)], (2, 6, N,)), axis=(2,))
    v6 = v4 >= v4
    v8 = v5 @ x7
    v9 = np.arctan(x2)
    return v6, v8, v9


def p449(x1, x2, u3, N, M):
    u3 = assigned(u3, np.s_[:], u3[:] + 0)
    v4 = np.searchsorted(np.sort(u3), x1, side="right")
    v5 = v4.sum(axis=-1)
    v6 = np.arange(6)
    v7 = 2 * v6
    v8 = np.concatenate([v7, x2, v7], axis=0)
    v9 = np.pad(x1, ((2, 0),), mode="symmetric")
    w10 = v9
    w10 = w10 + 1
    v11 = v5 ^ w10
    v12 = np.argmin(v11, axis=0, keepdims=True)
    v13 = np.take_along_axis(v9, v12, axis=0)
    return v8, v13, u3


def p450(x1, x2, u5, N, M):
    v3 = np.repeat(x1, 3, axis=1)
    v4 = x2.reshape((4, M, 1,))
    u5 = assigned(u5, np.s_[:, :, :], u5[:, :, :] * 0)
    u5 = assigned(u5, np.s_[:, :1, :], 1)
    v6 = u5.sum()
    return v3, v4, v6, u5


def p451(x1, x2, x6, N, M):
    v3 = x2.reshape((1, M, 1,))
    v4 = x1 - x1
    v5 = v4 >= 2
    v7 = over(x6[(axis(2, 0, 2) + 2) % 2] * x6[axis(2, 0, 2)], (2, M,))
    v10 = np.stack([v4, v4], axis=0)
    v11 = v10 >= 1
    return v7, v3, v5, v11


def p452(x1, N):
    v2 = np.roll(x1, 5, axis=0)
    v3 = np.max(x1, axis=0)
    v4 = np.arange(1)
    v5 = np.repeat(v2, 3, axis=0)
    return v3, v4, v5


def p453(x2, x3, M):
    v4 = M * x3
    v5 = v4 + v4
    v6 = np.ptp(x2, axis=-1)
    v7 = np.max(x2, axis=-1, keepdims=True)
    return v5, v6, v7


def p454(x1, x2, i4, N, M):
    v3 = x2 % 4
    v5 = np.take(x2, i4, axis=1)
    v6 = np.sum(v5, axis=-1)
    v7 = over(x1[axis(M, 0, 1) % N, axis(M, 0, 1) % M] * x1[axis(M, 0, 1) % N, axis(M, 0, 1)] - x1[axis(M, 0, 1) % N, axis(M, 0, 1)] * x1[axis(M, 0, 1) % N, (axis(M, 0, 1) + 1) % M], (M,))
    return v3, v6, v7


def p455(x1, x2, i5, N):
    v3 = x2 ** 2
    w4 = x1
    w4 = w4[i5] - w4
    v6 = i5 + N
    return v3, w4, v6


def p456(x1, x2, x3, x5, x8, i11, N, M, K):
    v4 = np.sort(x3, axis=0)
    v6 = np.linalg.det(x5 / (np.abs(np.max(x5)) + 1) + 2 * np.eye(2))
    v7 = np.searchsorted(np.sort(x2), x1, side="right")
    v9 = np.outer(x2, x8)
    v10 = 4 * v9
    v12 = segments(np.add, v10, i11, N)
    return v4, v6, v7, v12


def p457(x1, x2, x3, x11, u15, N, M, K):
    v5 = x3 / 3
    v6 = np.outer(v5, v5)
    v7 = np.flip(v6)
    v8 = np.max(x1, axis=0)
    v9 = np.roll(v7, (1, 1), axis=(0, 1))
    v10 = np.flip(v9)
    v12 = np.sum(over(x11[axis(N, 1, 3) % 1] * cast(axis(1, 2, 3), "i32"), (M, N, 1,)), axis=(2,))
    v13 = x2.sum(axis=(0, -1), keepdims=True)
    v14 = np.argmin(v13, axis=0, keepdims=True)
    u15 = u15 - v14
    return v8, v10, v12, u15


def p458(x1, x2, x4, u6, x10, N, M):
    v3 = np.sum(over(x1[axis(N, 1, 3)], (M, N, 3,)), axis=(2,))
    v5 = v3 @ x4
    u6 = u6 + 3
    v7 = np.einsum("ij,ik->ik", u6, v3)
    v8 = np.clip(x2, 1, 3)
    v9 = v8 / 3
    v11 = v7 & x10
    return v5, v9, v11, u6


def p459(x1, x2, x3, N, M):
    v4 = np.cross(x3, x3)
    v5 = v4[1, 0:]
    v6 = x1 & x1
    v7 = np.vecdot(v5, v5)
    v9 = (v5 + v5) * np.sum(v5 * v5)
    v10 = x2 << 2
    v12 = (v9 + v9) * np.sum(v9 * v9)
    v13 = np.einsum("i,j,j->ij", v12, v12, v12)
    return v6, v7, v10, v13


def p460(x1, x2, u6, x8, x10, N, M):
    v4 = x1[:2]
    v5 = v4[:, None]
    u6 = np.broadcast_to(x2, (N, M,))
    v7 = np.roll(u6, 1, axis=1)
    v9 = np.linalg.det(x8 / (np.abs(np.max(x8)) + 1) + 4 * np.eye(4))
    v11 = x10 - v9
    return v5, v7, v11, u6


def p461(x1, x5, N):
    v2 = np.expm1(np.minimum(x1, 2))
    v3 = np.roll(v2, -1, axis=1)
    v4 = v3 ** 2
    v6 = np.linalg.solve(x5 / (np.abs(np.max(x5)) + 1) + 2 * np.eye(2), x5)
    w7 = v6
    w7 = repeat(lambda u, k, w=v6: u * 0.5 - w[k], w7, range(2))
    w8 = x1
    w8 = w8[::-1]
    return v4, w7, w8


def p462(x1, x3, x4, N, K):
    v5 = cast(x3, "f32")
    v6 = np.sqrt(np.sum(v5 * v5, axis=0) + 1)
    v7 = np.min(v5, axis=0, keepdims=True)
    v8 = np.stack([x1, x1], axis=1)
    v9 = 2 * v8
    w10 = v9
    w10 = w10[::-1]
    v14 = x4 != 1
    w10 = w10 + v9
    return v7, v14, w10, v6


def p463(x1, x5, N, M):
    v3 = np.logical_or(x1, x1)
    v4 = np.concatenate([v3, v3], axis=-1)
    v6 = v4 & x5
    w7 = v6
    w7 = assigned(w7, np.s_[:], True)
    v8 = x1 + M
    v9 = np.einsum("i,i->i", v8, v8)
    v10 = np.broadcast_to(v4, (2, 2 * N,))
    v11 = np.pad(w7, ((0, 0),), mode="symmetric")
    return v9, v10, v11


def p464(x1, N, M):
    v3 = np.searchsorted(np.sort(x1), x1, side="left")
    v4 = np.sum(x1, axis=0)
    v5 = x1 - 2 * M
    v6 = np.sort(v5, axis=0)
    return v3, v4, v6


def p465(x1, x2, N, M):
    v3 = np.cumprod(x1, axis=1)
    v4 = np.einsum("ij->", v3)[()]
    v5 = v4 + v4
    v6 = v3[2:, :]
    v7 = cast(v5, "f32")
    v8 = np.where(x2, v7, v7)
    v9 = np.roll(v8, 2, axis=0)
    v10 = np.pad(v9, ((1, 0),), mode="reflect")
    return v6, v10


def p466(x1, x2, x5, u7, i8, i12, x13, N, M):
    v3 = np.argsort(x1, axis=0, kind="stable")
    v4 = np.argsort(v3, axis=0, kind="stable")
    v6 = over(x5[axis(2, 0, 1)] + x5[2 - 1 - axis(2, 0, 1)], (2,))
    u7 = u7 - v6
    v9 = u7[i8]
    v10 = x2.sum(axis=0, keepdims=True)
    v11 = np.min(over(v9[axis(N, 1, 3) % N] * cast(axis(N, 0, 3), "i32") + x1[axis(N, 1, 3)], (N, N, 3,)), axis=(1, 2))
    v14 = at(np.add, v4, i12, x13)
    v15 = np.min(v9, axis=0, keepdims=True)
    v16 = v11 & x1
    return v10, v14, v15, v16, u7


def p467(x1, x2, u5, i6, i10, N, M):
    v3 = x2[:, -3:]
    v4 = v3[None, :, :]
    u5 = u5[i6] - u5
    v7 = np.roll(v4, -2, axis=0)
    v8 = np.broadcast_to(v3, (N, 2, 3,))
    v9 = np.broadcast_to(v3, (N, 2, 3,))
    v11 = segments(np.add, x1, i10, N)
    v12 = np.cumsum(v11, axis=0)
    v13 = v12 - 1
    return v7, v8, v9, v13, u5


def p468(x1, x8, N, M):
    v4 = x1.sum(axis=-1)
    v5 = v4 // v4
    v6 = np.mean(x1)
    v7 = np.max(x1, axis=-1, keepdims=True)
    v9 = over(np.where((axis(M, 0, 1) + axis(M, 0, 1)) % 2 == 0, x8[axis(M, 0, 1)] * x8[axis(M, 0, 1)] + x8[M - 1 - axis(M, 0, 1)], 1), (M,))
    return v5, v6, v7, v9


def p469(x1, x3, u7, x8, i9, N):
    v4 = np.min(over(x3[axis(4, 1, 3) % 4] + x3[axis(4, 1, 3)] * cast(axis(N, 0, 3), "f32"), (N, 4, 4,)), axis=(2,))
    v5 = np.ptp(v4, axis=-1)
    v6 = np.all(x1, axis=-1)
    u7 = u7 + 2 * x8
    u7 = assigned(u7, np.s_[:], 0)
    v10 = np.take(u7, i9, axis=0)
    return v5, v6, v10, u7


def p470(x1, x3, i10, N, K):
    v4 = np.einsum("i,i,i->i", x3, x3, x3)
    v5 = np.abs(x1)
    v6 = v5 - v5
    v7 = np.abs(v4) + 1.5
    v8 = v4 / v7
    v9 = np.einsum("i,i->i", x3, v8)
    v11 = segments(np.add, v9, i10, K)
    return v6, v11


def p471(x2, i6, M):
    v3 = np.pad(x2, ((1, 0), (1, 1)), mode="wrap")
    v4 = np.eye(6, 5, k=-1)
    v5 = np.cbrt(np.abs(v4) + 1)
    v7 = v5[i6]
    v8 = np.repeat(v3, 2, axis=1)
    w9 = v8
    w9 = w9 - v8
    v10 = np.cumsum(w9, axis=0)
    return v7, v10


def p472(x1, u2, u3, i5, i8, N):
    u2 = u2 * x1
    u3 = np.flip(u3)
    v4 = np.searchsorted(np.sort(u3), x1, side="right")
    v6 = v4[i5[axis(4, 0, 1)]]
    v7 = np.ones((N, N,), DTYPES["f64"])
    v9 = np.take(v6, i8, axis=0)
    v10 = np.roll(v4, -1, axis=0)
    return v7, v9, v10, u2, u3


def p473(x1, x3, x6, u8, N, M, K):
    v4 = x3 // 2
    v5 = x1.T
    v7 = x3 % x6
    u8 = u8[::-1]
    return v4, v5, v7, u8


def p474(x2, i5, x7, x9, N, M):
    v3 = x2[:, 0]
    v4 = v3 @ v3
    v6 = v3[i5[axis(M, 0, 1)]]
    v8 = np.max(over(x7[axis(N, 1, 4), axis(3, 3, 4)] * cast(axis(N, 1, 4), "f32") + x7[axis(N, 1, 4), 3 - 1 - axis(3, 3, 4)] * cast(axis(N, 1, 4), "f32"), (N, N, 1, 3,)), axis=(2, 3))
    v10 = np.einsum("ii,ii->", v8, x9)[()]
    v11 = np.minimum.accumulate(v6, axis=0)
    v12 = 4 - v11
    v13 = np.flip(v12, axis=0)
    v14 = v8 @ x9
    v15 = v14[..., :, None]
    return v4, v10, v13, v15


def p475(x2, x3, x4, x7, i9, N, M):
    v5 = x2 @ x4
    v6 = np.flip(v5, axis=1)
    v8 = x4 @ x7
    v10 = v8[i9[axis(N, 0, 1)]]
    v11 = np.sum(over(v5[axis(N, 0, 1) % M, (axis(N, 0, 1) + 1) % N] * v6[axis(N, 0, 1) % M, N - 1 - axis(N, 0, 1)] + v10[axis(N, 0, 1)] * cast(axis(N, 0, 1), "f64"), (N,)), axis=(0,))
    v12 = cast(x3, "f64")
    v13 = np.minimum(v11, v12)
    v14 = np.argsort(x7, axis=0, kind="stable")
    return v13, v14


def p476(x1, x3, N):
    v4 = cast(x1, "f32")
    v5 = v4 - x3
    v6 = np.argsort(v5, axis=0, kind="stable")
    v7 = v6 * v6
    v8 = v4[:-1]
    v9 = v8.sum(axis=0)
    v10 = np.sort(v8, axis=0)
    return v7, v9, v10


def p477(x2, x3, i4, x5, i9, N, M, K):
    v6 = at(np.add, x3, i4, x5)
    v7 = v6[i4]
    w8 = v7
    w8 = np.flip(w8)
    v10 = np.take(x2, i9, axis=1)
    v11 = segments(np.add, w8, i4, K)
    v12 = np.roll(x2, 1, axis=1)
    w8 = assigned(w8, np.s_[1:-1], w8[:-2] + w8[2:])
    v13 = np.mean(w8, axis=-1)
    return v10, v11, v12, v13


def p478(x1, x8, x12, i15, i16, N, M, K):
    v4 = np.rot90(x1, 2)
    v5 = np.sum(v4, axis=1, keepdims=True)
    v6 = np.max(v5, axis=1)
    v7 = np.abs(v6)
    v9 = over(np.where((axis(M, 1, 2) + axis(6, 0, 2)) % 2 == 0, x8[axis(6, 0, 2) % 6] - x8[axis(6, 0, 2)], 1), (6, M,))
    v10 = np.logical_and(x1, v4)
    v11 = np.sum(v10, axis=1)
    v13 = over(x12[axis(4, 0, 2), axis(4, 0, 2)] * x12[axis(4, 1, 2) % 4, (axis(4, 1, 2) + 2) % 4] + x12[axis(4, 0, 2), axis(4, 0, 2)] * x12[axis(4, 0, 2), axis(4, 1, 2)], (4, 4,))
    v14 = v11 + 1
    v17 = v9[i15, i16]
    return v7, v13, v14, v17


def p479(x1, x2, x3, x8, u12, i13, N, M, K):
    v4 = x2 & x2
    v5 = np.broadcast_to(x3, (N, K,))
    v6 = M * v4
    v7 = np.concatenate([v6, v6, v6], axis=0)
    v9 = v7 | x8
    v10 = x1.sum()
    v11 = np.outer(v9, v6)
    u12 = u12[i13] - u12
    v14 = np.sign(v10)
    v15 = v5.flatten()
    v16 = np.argsort(v15, axis=0, kind="stable")
    return v11, v14, v16, u12


def p480(x1, x2, x3, i6, N, M):
    v4 = np.concatenate([x1, x3], axis=-1)
    v5 = np.max(v4, axis=(0, -1))
    v7 = x2[i6]
    v8 = np.pad(v7, ((2, 0),), mode="constant", constant_values=4)
    v9 = np.ceil(v5)
    v10 = np.concatenate([x2, v8], axis=0)
    v11 = v10 @ v10
    v12 = v11 - v11
    return v9, v12


def p481(x3, x4, u6, x7, x9, N, K):
    v5 = np.concatenate([x4, x3], axis=0)
    u6 = assigned(u6, np.s_[-1], x7)
    u6 = assigned(u6, np.s_[1:-1], u6[:-2] - u6[2:])
    v8 = np.concatenate([u6, x3], axis=0)
    v10 = np.min(over(x9[(axis(K, 0, 1) + 1) % K] * x9[axis(K, 0, 1) % K] + x9[axis(K, 0, 1)] * cast(axis(K, 0, 1), "f32"), (K,)), axis=(0,))
    return v5, v8, v10, u6


def p482(x3, i9, x10, u14, i15, M, K):
    v4 = np.argsort(x3, axis=0, kind="stable")
    v5 = np.einsum("i,i->i", v4, v4)
    v6 = v5 * v4
    v7 = cast(v6, "i16")
    v8 = v7 * v7
    v11 = at(np.minimum, v6, i9, x10)
    v12 = v8 - 4
    v13 = np.cumsum(v12, axis=0)
    u14 = u14[i15] - u14
    v16 = v13 * 2.5 + 1
    v17 = np.log1p(np.abs(v16))
    return v11, v17, u14


def p483(x1, N):
    v3 = cast(x1, "f32")
    v4 = np.where(x1, v3, v3)
    v5 = x1 ^ x1
    v6 = np.argmax(v4, axis=1)
    return v5, v6


def p484(x2, i4, x5, x12, N, M):
    v6 = at(np.minimum, x2, i4, x5)
    v7 = np.roll(v6, -1, axis=0)
    v8 = v7 + v7
    v9 = np.searchsorted(np.sort(v8), v8, side="left")
    v10 = v9 / 3
    v11 = np.roll(v10, 5, axis=0)
    v13 = over(x12[N - 1 - axis(N, 0, 1)], (N,))
    return v11, v13


def p485(x1, x2, x3, u5, x9, x10, N, M):
    v4 = np.tensordot(x1, x3, axes=1)
    u5 = u5 - v4
    v6 = np.concatenate([u5, u5], axis=0)
    w7 = u5
    w7 = repeat(lambda u, k, w=v6: u * 0.5 - w[k], w7, range(3))
    v8 = w7.sum(axis=1)
    v11 = np.stack([x2, x9, x10], axis=-1)
    v12 = np.full((2, M,), 3, DTYPES["f32"])
    return v8, v11, v12, u5


def p486(x2, i3, x5, N, M):
    v4 = x2[i3]
    v6 = np.abs(x5) + 1.5
    v7 = x2 / v6
    v8 = np.einsum("ij->i", x5)
    return v4, v7, v8


def p487(x1, x2, N, M):
    v3 = np.logical_and(x1, x1)
    v4 = np.broadcast_to(v3, (N, N,))
    v5 = np.any(x1, keepdims=True)
    v7 = np.cumsum(v5, axis=0)
    v8 = v3[v7 % N]
    v9 = x2 ** 2
    v11 = np.arange(3, 0, -1, dtype="f4")
    return v9, v11, v4, v8


def p488(x1, u3, i4, x5, N, M):
    u3 = u3[i4] - u3
    v6 = over(x5[axis(2, 1, 2)] * x5[(axis(2, 1, 2) + 2) % 2] + x5[(axis(2, 1, 2) + 2) % 2], (N, 2,))
    v7 = x1.sum(axis=0)
    v8 = np.roll(v6, 3, axis=0)
    v9 = np.stack([v8, v8], axis=1)
    v10 = np.sqrt(np.var(v9, axis=0) + 1)
    v11 = v10 + v10
    v12 = np.abs(v11)
    return v7, v12, u3


def p489(x1, N):
    v3 = x1 | x1
    v4 = np.pad(v3, ((1, 0),), mode="wrap")
    v5 = np.mean(v4, keepdims=True)
    v6 = np.arange(N, dtype="f8")
    return v5, v6


def p490(x2, i6, M):
    v4 = x2.reshape((6, M,))
    v5 = x2 @ v4
    v7 = segments(np.add, x2, i6, 5)
    v8 = np.einsum("ij->ij", v7)
    v9 = np.swapaxes(x2, 0, 1)
    v10 = v9.reshape((3, 2, M,))
    return v5, v8, v10


def p491(x1, x2, u8, N, M):
    v3 = np.sort(x2, axis=0)
    v4 = x2.sum(keepdims=True)
    v5 = np.roll(v4, 2, axis=0)
    u8 = u8 + 2
    v14 = np.full((M,), 3, DTYPES["f64"])
    v15 = np.sort(x1, axis=0)
    return v5, v3, v15, v14, u8


def p492(x1, x2, N, M):
    v3 = np.pad(x2, ((0, 1), (1, 2)), mode="wrap")
    v4 = x2 - 2 * M
    v7 = np.mean(v3, axis=(0, -1))
    v8 = np.pad(x1, ((2, 2),), mode="constant", constant_values=4)
    v9 = v8 @ v8
    v11 = (v8 + v8) * np.sum(v8 * v8)
    v12 = v4 + v4
    return v11, v7, v9, v12


def p493(x5, x6):
    v7 = np.cross(x5, x6)
    v8 = np.sum(v7, axis=-2, keepdims=True)
    v9 = np.broadcast_to(v8, (5, 2, 3,))
    v10 = v9.reshape((5, 3, 2,))
    return v10


def p494(x1, x2, x3, x4, i6, x8, x9, N, M, K):
    v5 = x4 * 0.5
    v7 = x3[i6]
    v10 = np.linalg.solve(x8 / (np.abs(np.max(x8)) + 1) + 3 * np.eye(3), x9)
    v11 = cast(v10, "f32")
    v12 = v11 / 3
    v13 = over(x2[axis(6, 0, 2) % M, axis(6, 0, 2)] * (axis(6, 1, 2) + 1) - x2[0, axis(6, 1, 2)], (6, 6,))
    v14 = v5 - x1
    w15 = v14
    w15 = repeat(lambda u, k, x=v14: u * 0.5 + k * x, w15, range(3))
    v16 = np.broadcast_to(w15, (1, N, 6,))
    return v7, v12, v13, v16


def p495(x1, x2, x4, u6, i9, N, M):
    v3 = np.flip(x2, axis=0)
    v5 = np.concatenate([x4, v3], axis=-1)
    u6 = assigned(u6, np.s_[1:-1], u6[:-2] - u6[2:])
    v7 = np.clip(v5, 1, 3)
    v8 = v7 % 5
    v10 = at(np.add, x1, i9, x1)
    v11 = np.outer(x1, v10)
    v12 = np.pad(v11, ((2, 0), (1, 1)), mode="symmetric")
    v13 = v12.reshape((N * N + 4 * N + 4,))
    return v8, v13, u6


def p496(x1, x2, i6, x11, u14, N, M):
    v3 = np.argmin(x2, axis=1, keepdims=True)
    v4 = np.take_along_axis(x2, v3, axis=1)
    v5 = np.argmax(v4, axis=0, keepdims=True)
    v7 = x1[v5, i6]
    v8 = np.minimum.accumulate(v4, axis=1)
    v9 = np.broadcast_to(v3, (4, M, 5,))
    v10 = v9 & v5
    v12 = v10 @ x11
    v13 = np.trace(v5)
    u14 = assigned(u14, np.s_[0:-2, :], v13)
    return v7, v8, v12, u14


def p497(x1, x2, x9, i12, N, M):
    v3 = np.mean(x2, axis=0)
    v4 = np.tril(x1, k=0)
    v5 = np.var(x2, axis=0)
    v7 = x1 ^ v4
    v8 = np.min(v7, axis=-1)
    v10 = v8 != x9
    w11 = v10
    w11 = w11[i12]
    v13 = np.sum(v8, axis=-1, keepdims=True)
    return v3, w11, v13, v5


def p498(x1, x2, N):
    v3 = x1.T
    v4 = v3.sum(axis=1, keepdims=True)
    v5 = cast(x2, "u8")
    v6 = np.min(v4, axis=0)
    v7 = v3.sum(axis=0)
    return v5, v6, v7


def p499(x1, N):
    v3 = np.ptp(x1, keepdims=True)
    v4 = np.stack([v3, v3], axis=-1)
    v5 = np.floor(x1)
    v6 = np.var(v5, axis=0)
    return v4, v6


def p500(x1, u4, N):
    v2 = np.maximum.accumulate(x1, axis=0)
    v3 = v2.reshape((1, N,))
    u4 = u4 + v2
    v5 = u4 + u4
    return v3, v5, u4


def p501(x2, u5, u6, M):
    v3 = np.maximum.accumulate(x2, axis=0)
    v4 = v3 / (v3 * v3 + 1)
    u5 = u5 - v3
    u6 = assigned(u6, np.s_[:], u5)
    v7 = v4 / v4
    v8 = v7 + v7
    v10 = v8[1:] + v8[:-1]
    v11 = v10 @ v10
    return v11, u5, u6


def p502(x1, x2, N, M):
    v3 = np.max(x2, axis=-1)
    v4 = np.sort(x1, axis=0)
    v5 = np.einsum("i->", v4)[()]
    v7 = (v4 + v4) * np.sum(v4 * v4)
    v8 = np.mean(v7, axis=-1)
    v9 = v7[None, :]
    v10 = np.roll(v9, (2, 1), axis=(0, 1))
    v11 = v3 % v3
    return v5, v8, v10, v11


def p503(x2, x3, x5, x7, M):
    v4 = np.maximum(x3, x3)
    v6 = v4 - x5
    v8 = over(x7[axis(6, 1, 2), axis(M, 0, 2)] * x7[axis(6, 1, 2), axis(M, 0, 2)], (M, 6,))
    v9 = np.einsum("ij,ij->", x2, x2)[()]
    return v6, v8, v9


def p504(x1, x2, x3, x5, x9, x11, N, M):
    v4 = np.searchsorted(np.sort(x1), x1, side="right")
    v6 = over(np.where((axis(N, 1, 2) + axis(1, 0, 2)) % 2 == 0, x3 + x5[(axis(N, 1, 2) + 2) % N, axis(1, 0, 2)] * cast(axis(1, 0, 2), "f64"), 1), (1, N,))
    v7 = np.outer(v4, v4)
    v8 = np.einsum("i,ij->", v4, x2)[()]
    v10 = np.sum(over(x1[axis(1, 0, 2) % N] * x9[(axis(1, 0, 2) + 2) % 1, axis(M, 1, 2)] - x9[1 - 1 - axis(1, 0, 2), axis(M, 1, 2)] * cast(axis(M, 1, 2), "f32"), (1, M,)), axis=(1,))
    v12 = v7 | x11
    v13 = v12[0:1, 1:-1, None]
    v14 = np.einsum("ijk,kji->k", v13, v13)
    return v6, v8, v10, v14


def p505(x1, x2, x5, N, M):
    v3 = x2 >> 3
    v4 = np.vecdot(x1, x1)
    v6 = np.vecdot(x1, x5)
    v7 = np.sum(x5, axis=0)
    return v3, v4, v6, v7


def p506(x1, x2, N, M):
    v4 = np.max(x2, axis=(0, -1), keepdims=True)
    v5 = cast(x1, "f32")
    v6 = np.exp(v5 - np.max(v5, 0, keepdims=True)) / np.sum(np.exp(v5 - np.max(v5, 0, keepdims=True)), 0, keepdims=True)
    v7 = np.ptp(v6, axis=-1)
    v8 = cast(v4, "f32")
    v9 = v8 * v7
    v10 = v9 / 3
    v11 = np.sort(v4, axis=1)
    v12 = np.flip(v11, axis=-2)
    v13 = v12[:1, :]
    return v10, v13


def p507(x1, x2, u6, u7, i8, N, M):
    v4 = np.any(x2, keepdims=True)
    v5 = np.tril(v4, k=-1)
    u6 = np.broadcast_to(x1, (N, M,))
    u7 = u7 - u6
    v9 = np.take(v5, i8, axis=0)
    return v9, u6, u7


def p508(x1, x2, i8, N, M):
    v4 = np.einsum("ij,ij,ik->ikj", x1, x1, x1)
    v5 = np.arange(5, dtype="i4")
    v6 = v5 @ v5
    v7 = np.stack([x2, x2], axis=-1)
    v9 = v7[:, i8]
    v10 = np.flip(v9)
    v11 = np.pad(v10, ((0, 1), (2, 0), (0, 1)), mode="symmetric")
    return v4, v6, v11


def p509(x1, x3, N, K):
    v5 = x1 @ x1
    v6 = np.roll(x3, -1, axis=0)
    w7 = v6
    w7 = np.flip(w7)
    v8 = np.ptp(w7, axis=0)
    w7 = w7 * v8
    v9 = x1 @ x1
    v10 = np.arange(5, dtype="f8")
    return v5, w7, v9, v10


def p510(x1, x2, N):
    v3 = x2 < x2
    w4 = x1
    w4 = w4 | v3
    v5 = np.sort(w4, axis=0)
    w6 = v5
    w6 = w6 ^ x1
    return w6


def p511(x2, u5, x8, i10, M):
    v3 = np.argmax(x2, axis=0, keepdims=True)
    v4 = np.pad(v3, ((0, 0),), mode="constant")
    u5 = np.roll(u5, 1, axis=0)
    v6 = cast(v3, "i8")
    v7 = np.argmin(v6, axis=0)
    v9 = over(x8[axis(4, 0, 1)] - x8[axis(4, 0, 1)] * x8[axis(4, 0, 1)], (4,))
    v11 = segments(np.add, u5, i10, 2)
    return v4, v7, v9, v11, u5


def p512(x1, x2, x3, u12, N, M, K):
    v4 = np.argsort(x3, axis=0, kind="stable")
    v5 = v4 @ v4
    v6 = x2.T
    v7 = v5 * v5
    v9 = np.max(v6, axis=(0, -1), keepdims=True)
    v10 = np.flip(x2, axis=1)
    v11 = np.var(x1, axis=0)
    u12 = np.broadcast_to(v10, (M, 3,))
    v13 = cast(u12, "u8")
    return v9, v13, v7, v11, u12


def p513(x1, x2, u3, u8, i9, x11, N, M):
    u3 = np.flip(u3)
    u3 = u3 + x1
    v4 = cast(u3, "f64")
    v5 = np.argsort(v4, axis=1, kind="stable")
    v6 = u3 + N
    v7 = v6 + x1
    u3 = u3 * v7
    u8 = u8[i9]
    v10 = M * x2
    v12 = np.concatenate([v5, x11], axis=1)
    return v10, v12, u3, u8


def p514(x1, x2, x5, N, M):
    v3 = x1 == 0
    v4 = np.pad(v3, ((2, 2), (0, 1)), mode="constant")
    v6 = np.concatenate([x2, x5], axis=0)
    v7 = np.max(v6)
    v8 = v4.sum(axis=1)
    w9 = v8
    w9 = np.broadcast_to(v8, (M + 4,))
    v10 = np.exp(x1 - np.max(x1, 1, keepdims=True)) / np.sum(np.exp(x1 - np.max(x1, 1, keepdims=True)), 1, keepdims=True)
    v11 = np.abs(v10) + 1.5
    v12 = v10 / v11
    v13 = 1.5 - 2 * v12
    return v7, w9, v13


def p515(x1, i4, x6, N):
    v2 = x1.reshape((6, N, 1,))
    v3 = np.broadcast_to(x1, (4, 6, N,))
    v5 = segments(np.add, x1, i4, N)
    v7 = np.concatenate([x6, v5], axis=1)
    v8 = np.take(v5, i4, axis=0)
    return v2, v3, v7, v8


def p516(x1, u5, x6, x10, N):
    v2 = np.clip(x1, 1, 3)
    v3 = np.argsort(v2, axis=0, kind="stable")
    v4 = np.repeat(v3, 3, axis=0)
    u5 = assigned(u5, np.s_[1:2:2], x6)
    v7 = np.prod(u5, axis=-1, keepdims=True)
    v8 = np.einsum("i,j->j", v4, u5)
    w9 = v8
    w9 = w9 - x10
    v11 = v7.sum(axis=0, keepdims=True)
    return w9, v11, u5


def p517(x1, x2, x9, N, M):
    v3 = np.concatenate([x2, x2], axis=0)
    v4 = x1 % 4
    v5 = np.min(v4, axis=-1)
    w6 = v5
    w6 = repeat(lambda u, k, x=v5: u * 0.5 + k * x, w6, range(2))
    v7 = w6 + v4
    v8 = np.sum(v3)
    v10 = np.concatenate([v7, x9, x1], axis=-1)
    return v8, v10


def p518(x1, x2, x8, i10, N, M):
    v3 = np.arange(N, dtype="i4")
    v4 = v3.sum(axis=-1)
    v6 = cast(v3, "i64")
    v7 = x1 < v6
    v9 = over(x8[axis(6, 0, 1)] * x8[axis(6, 0, 1)] + x8[6 - 1 - axis(6, 0, 1)] * cast(axis(6, 0, 1), "i32"), (6,))
    v11 = segments(np.add, v9, i10, N)
    v12 = cast(x2, "f32")
    v13 = np.sqrt(np.sum(v12 * v12, axis=0) + 1)
    return v13, v4, v11, v7


def p519(x1, x2, i6, x11, x12, N):
    v5 = np.logical_and(x2, x2)
    v7 = v5[:, i6]
    v9 = x1 % 4
    v10 = x1 >= v9
    v13 = np.linalg.solve(x11 / (np.abs(np.max(x11)) + 1) + 3 * np.eye(3), x12)
    v14 = cast(x2, "bool")
    v15 = np.stack([v14, v5, v14], axis=0)
    v16 = np.cumsum(v7, axis=1)
    return v10, v16, v15, v13
