"""DG-FEM right-hand sides on tetrahedra: mesh, nodal matrices, NumPy reference, exporter.

Reference tet T = {x,y,z >= 0, x+y+z <= 1}, degree p, Np = (p+1)(p+2)(p+3)/6 nodes, four faces of
Nfp = (p+1)(p+2)/2 nodes each (face f holds the nodes whose barycentric coordinate f is 0).
With an orthonormal basis phi (monomials orthonormalised by the Cholesky factor of their exact mass
matrix) and V[i,m] = phi_m(x_i):   D[r] = dphi/dx_r V^-1,   M = (V V^T)^-1,
LIFT = M^-1 [face mass matrices].  Nodes: recursive interpolation nodes on Gauss-Lobatto edges.

Strong form on affine elements (J = det dx/dr, G[r,j] = dr_r/dx_j, fs = (face area ratio)/J):
  q_t = -sum_r D[r] F~_r + LIFT (fs (n.F- - F*)),    F~_r = sum_j G[r,j] F_j(q)
wave    q = [u, v1, v2, v3];  u_t = -c div v, v_t = -c grad u; upwind F*;
        n.F- - F* = g [1, -n],  g = c/2 (n.(v- - v+) - (u- - u+))
euler   q = [rho, m1, m2, m3, E];  gamma = 1.4;  Rusanov F*:
        n.F- - F* = 1/2 (n.F(q-) - n.F(q+)) - lam/2 (q- - q+),  lam = max(|m.n|/rho + sound)
navier_stokes  a step of five stages (low-storage Runge-Kutta, Carpenter & Kennedy 1994) of length dt
        instead of one right-hand side: `rhs` is the state after it. As euler, with the HLLC flux, and
        viscous stress, its power and heat (constant viscosity VISCOSITY, PRANDTL) in F: gradients of
        w = (v, theta = p/rho) with the mean on faces, the viscous F* the mean less a penalty:
        grad w = D w + LIFT (fs (w+ - w-)/2 n),  F* = mean(n.F) - penalty mu (w- - w+)
Walls: the exterior state is the interior one with its normal velocity (momentum) mirrored.

Arrays (T = float64 or float32, C order, K elements, F fields):
  q, rhs (F,K,Np) T     D (3,Np,Np) T       LIFT (Np,4*Nfp) T     G (3,3,K) T  [r,j,e]
  nrm (3,K,4) T         fs (K,4) T          bc (K,4) T: 1 on walls, else 0
  vmapM, vmapP (K,4*Nfp) int32: own / neighbour node in the flat (K*Np) array (own on walls)
  fmask (4*Nfp) int32: vmapM[e] = e*Np + fmask
  penalty (K,4), dt (1): of navier_stokes, which is in double precision only
Each hexahedron of an n1*n2*n3 box is cut into 5 tets (mirrored in a checkerboard, so faces match),
which gives the counts below exactly; interior vertices are jittered so every element differs.

usage: dg_ops.py selftest | dg_ops.py export DIR [--op wave euler] [--p 1 2 3 4] [--dtype f64 f32]
                                          [--refine 2 | --box N1 N2 N3]
"""
import argparse
import itertools
import math
import pathlib

import numpy as np

BOX = {1: (15, 18, 20), 2: (5, 25, 25), 3: (5, 9, 15), 4: (5, 5, 8)}  # *5 = 27000 15625 3375 1000
FIELDS = {"wave": 4, "euler": 5, "navier_stokes": 5}
DTYPES = {"f64": np.float64, "f32": np.float32}
TOL = {"f64": 1e-11, "f32": 2e-5}
SOUND, GAMMA = 1.5, 1.4
VISCOSITY, PRANDTL, PENALTY = 1e-2, 0.72, 0.5
CONDUCTION = GAMMA / ((GAMMA - 1) * PRANDTL)                     # of theta, by the viscosity
STAGES = [(0.0, 1432997174477 / 9575080441755),
          (-567301805773 / 1357537059087, 5161836677717 / 13612068292357),
          (-2404267990393 / 2016746695238, 1720146321549 / 2090206949498),
          (-3550918686646 / 2091501179385, 3134564353537 / 4481467310338),
          (-1275806237668 / 842570457699, 2277821191437 / 14882151754819)]


# ---- reference element -----------------------------------------------------------------------

def exponents(p, d):
    return [a for a in itertools.product(range(p + 1), repeat=d) if sum(a) <= p]


def nodes(p):
    """Barycentric coordinates (Np,4) of the recursive interpolation nodes."""
    gll = {1: [-1, 1], 2: [-1, 0, 1], 3: [-1, -5 ** -0.5, 5 ** -0.5, 1],
           4: [-1, -(3 / 7) ** 0.5, 0, (3 / 7) ** 0.5, 1]}
    edge = {n: (1 + np.array(x)) / 2 for n, x in gll.items()} | {0: np.array([0.5])}

    def point(alpha):
        if len(alpha) == 1:
            return np.ones(1)
        w = np.array([edge[sum(alpha)][sum(alpha) - a] for a in alpha])
        sub = [np.insert(point(alpha[:i] + alpha[i + 1:]), i, 0.0) for i in range(len(alpha))]
        return w @ np.array(sub) / w.sum()

    return np.array([point((p - sum(a),) + a) for a in exponents(p, 3)])


def basis(x, p):
    """Orthonormal basis on the unit simplex at x (n,d): values (n,Np), gradients (d,n,Np)."""
    d, ex = x.shape[1], exponents(p, x.shape[1])
    integral = lambda a: math.prod(map(math.factorial, a)) / math.factorial(sum(a) + d)
    mass = np.array([[integral(tuple(i + j for i, j in zip(a, b))) for b in ex] for a in ex])
    ortho = np.linalg.inv(np.linalg.cholesky(mass)).T
    mono = lambda a: np.prod(x ** np.array(a), axis=1)
    lower = lambda a, r: tuple(k - (i == r) for i, k in enumerate(a))
    V = np.stack([mono(a) for a in ex], 1)
    dV = [np.stack([a[r] * mono(lower(a, r)) if a[r] else 0 * x[:, 0] for a in ex], 1)
          for r in range(d)]
    return V @ ortho, np.array(dV) @ ortho


def reference(p):
    bary = nodes(p)
    V, dV = basis(bary[:, 1:], p)
    D = dV @ np.linalg.inv(V)
    fmask = np.stack([np.flatnonzero(bary[:, f] < 1e-12) for f in range(4)])
    nfp = fmask.shape[1]
    E = np.zeros((len(bary), 4 * nfp))
    for f in range(4):
        on_face = np.delete(bary[fmask[f]], f, axis=1)[:, 1:]
        W = basis(on_face, p)[0]
        E[fmask[f], f * nfp:(f + 1) * nfp] = np.linalg.inv(W @ W.T)
    return dict(bary=bary, D=D, LIFT=V @ V.T @ E, fmask=fmask)


# ---- mesh ------------------------------------------------------------------------------------

def box_mesh(n, seed=0):
    """Vertices (nv,3) and tets (K,4) of a box of n1*n2*n3 unit cubes, 5 tets each."""
    n = np.array(n)
    grid = np.stack(np.meshgrid(*[np.arange(k + 1) for k in n], indexing="ij"), -1).reshape(-1, 3)
    jitter = np.random.default_rng(seed).uniform(-0.1, 0.1, grid.shape)
    xyz = grid + jitter * ((grid > 0) & (grid < n))
    split = np.array([[0, 1, 2, 4], [3, 1, 2, 7], [5, 1, 4, 7], [6, 2, 4, 7], [1, 2, 4, 7]])
    tets = []
    for cell in itertools.product(*map(range, n)):
        mirror = sum(cell) % 2
        corner = [[cell[0] + ((b & 1) ^ mirror), cell[1] + (b >> 1 & 1), cell[2] + (b >> 2)]
                  for b in range(8)]
        tets.append(np.ravel_multi_index(np.array(corner).T, n + 1)[split])
    tets = np.concatenate(tets)
    vol = np.linalg.det(xyz[tets[:, 1:]] - xyz[tets[:, :1]])
    tets[vol < 0] = tets[vol < 0][:, [0, 1, 3, 2]]
    return xyz / n.max(), tets


def connect(tets):
    """(K,4) ids e*4+f of the face across each face (its own id on the boundary)."""
    K = len(tets)
    faces = np.stack([np.delete(tets, f, 1) for f in range(4)], 1).reshape(4 * K, 3)
    faces = np.sort(faces, 1)
    order = np.lexsort(faces.T)
    same = np.flatnonzero((faces[order][1:] == faces[order][:-1]).all(1))
    a, b = order[same], order[same + 1]
    across = np.arange(4 * K)
    across[a], across[b] = b, a
    return across.reshape(K, 4)


def discretise(p, n):
    """All static arrays (float64), and node coordinates x (K,Np,3)."""
    ref, (xyz, tets) = reference(p), box_mesh(n)
    K, fmask = len(tets), ref["fmask"]
    Np, nfp = len(ref["bary"]), fmask.shape[1]
    vert = xyz[tets]                                             # (K,4,3)
    x = np.einsum("nv,evj->enj", ref["bary"], vert)
    A = np.swapaxes(vert[:, 1:] - vert[:, :1], 1, 2)             # dx_j/dr_r
    J, G = np.linalg.det(A), np.linalg.inv(A)                    # G[e,r,j]
    grad_bary = np.concatenate([-G.sum(1, keepdims=True), G], 1)  # outward normal = -grad lambda_f
    size = np.linalg.norm(grad_bary, axis=2)                     # = (face area * 2) / J
    nrm = -grad_bary / size[:, :, None]
    across = connect(tets)
    own = across == np.arange(4 * K).reshape(K, 4)
    vmapM = (np.arange(K) * Np)[:, None, None] + fmask           # (K,4,Nfp)
    xf = x.reshape(-1, 3)[vmapM].reshape(4 * K, nfp, 3)
    dist = np.abs(xf[:, :, None] - xf[across.ravel()][:, None]).sum(-1)
    match = dist.argmin(-1)
    assert dist.min(-1).max() < 1e-9
    vmapP = np.take_along_axis(vmapM.reshape(4 * K, nfp)[across.ravel()], match, 1)
    return dict(D=ref["D"], LIFT=ref["LIFT"], G=np.ascontiguousarray(G.transpose(1, 2, 0)),
                nrm=np.ascontiguousarray(nrm.transpose(2, 0, 1)), fs=size, bc=own.astype(float),
                penalty=PENALTY * (p + 1) * (p + 3) / 3 * np.maximum(size, size.ravel()[across]),
                vmapM=vmapM.reshape(K, -1).astype(np.int32),
                vmapP=vmapP.reshape(K, -1).astype(np.int32),
                fmask=fmask.ravel().astype(np.int32)), x, J


# ---- NumPy reference -------------------------------------------------------------------------

def wave(q, D, LIFT, G, nrm, fs, bc, vmapM, vmapP, **_):
    F, K, Np = q.shape
    face = (K, 4, -1)
    u, v, n = q[0], q[1:], nrm[..., None]
    du = np.einsum("rij,ej->rei", D, u, optimize=True)
    grad = np.einsum("rje,rei->jei", G, du, optimize=True)
    div = np.einsum("rij,rej->ei", D, np.einsum("rje,jei->rei", G, v), optimize=True)
    qM = q.reshape(F, -1).take(vmapM, 1).reshape(F, *face)
    qP = q.reshape(F, -1).take(vmapP, 1).reshape(F, *face)
    sign = (1 - 2 * bc)[..., None]
    jump = (n * qM[1:]).sum(0) - sign * (n * qP[1:]).sum(0) - (qM[0] - qP[0])
    g = SOUND / 2 * fs[..., None] * jump
    flux = np.concatenate([g[None], -n * g]).reshape(F, K, -1)
    return flux @ LIFT.T - SOUND * np.concatenate([div[None], grad])


def pressure(q):
    return (GAMMA - 1) * (q[4] - 0.5 * (q[1:4] ** 2).sum(0) / q[0])


def normal_flux(q, n):
    """n.F(q), and the fastest signal |un| + sound."""
    p, un = pressure(q), (n * q[1:4]).sum(0) / q[0]
    flux = q * un
    flux[1:4] += p * n
    flux[4] += p * un
    return flux, np.abs(un) + np.sqrt(GAMMA * p / q[0])


def euler(q, D, LIFT, G, nrm, fs, bc, vmapM, vmapP, **_):
    F, K, Np = q.shape
    face = (K, 4, -1)
    n, p = nrm[..., None], pressure(q)
    vel = np.einsum("rje,jei->rei", G, q[1:4]) / q[0]            # contravariant velocity
    Fr = q * vel[:, None]                                        # (3,F,K,Np)
    Fr[:, 1:4] += p * G[..., None]
    Fr[:, 4] += p * vel
    div = np.einsum("rij,rfej->fei", D, Fr, optimize=True)
    qM = q.reshape(F, -1).take(vmapM, 1).reshape(F, *face)
    qP = q.reshape(F, -1).take(vmapP, 1).reshape(F, *face)
    qP[1:4] -= 2 * bc[..., None] * (n * qP[1:4]).sum(0) * n
    (fM, sM), (fP, sP) = normal_flux(qM, n), normal_flux(qP, n)
    flux = 0.5 * fs[..., None] * (fM - fP - np.maximum(sM, sP) * (qM - qP))
    return flux.reshape(F, K, -1) @ LIFT.T - div


def hllc(qM, qP, n):
    """n.F(q-) - F* of Toro, Spruce & Speares: of the states beside the contact the one that it leaves."""
    unM, unP = ((n * q[1:4]).sum(0) / q[0] for q in (qM, qP))
    pM, pP = pressure(qM), pressure(qP)
    aM, aP = np.sqrt(GAMMA * pM / qM[0]), np.sqrt(GAMMA * pP / qP[0])
    slow, fast = np.minimum(unM - aM, unP - aP), np.maximum(unM + aM, unP + aP)
    rM, rP = qM[0] * (slow - unM), qP[0] * (fast - unP)
    contact = (pP - pM + rM * unM - rP * unP) / (rM - rP)

    def beside(q, un, p, wave, clipped):
        star = q.copy()
        star[1:4] += q[0] * (contact - un) * n
        star[4] += (contact - un) * (q[0] * contact + p / (wave - un))
        star *= (wave - un) / (wave - contact)
        return normal_flux(q, n)[0] + clipped * (star - q)

    flux = np.where(contact >= 0, beside(qM, unM, pM, slow, np.minimum(slow, 0)),
                    beside(qP, unP, pP, fast, np.maximum(fast, 0)))
    return normal_flux(qM, n)[0] - flux


def velocity_and_theta(q):
    return np.concatenate([q[1:4] / q[0], (pressure(q) / q[0])[None]])


def navier_stokes_rhs(q, D, LIFT, G, nrm, fs, bc, vmapM, vmapP, penalty, **_):
    F, K, Np = q.shape
    face, n = (K, 4, -1), nrm[..., None]
    at = lambda a, m: a.reshape(len(a), -1).take(m, 1).reshape(len(a), *face)
    lift = lambda f: (f * fs[..., None]).reshape(*f.shape[:-3], K, -1) @ LIFT.T
    mirror = lambda v: v - 2 * bc[..., None] * (n * v).sum(0) * n
    w = velocity_and_theta(q)
    qM, qP = at(q, vmapM), at(q, vmapP)
    qP[1:4] = mirror(qP[1:4])
    jump = velocity_and_theta(qP) - at(w, vmapM)
    grad = np.einsum("rxe,rij,aej->xaei", G, D, w, optimize=True) + lift(0.5 * n[:, None] * jump)

    stress = grad[:, :3] + grad[:, :3].swapaxes(0, 1)
    stress -= 2 / 3 * np.einsum("xxei->ei", grad[:, :3]) * np.eye(3)[..., None, None]
    stress *= VISCOSITY
    power = (stress * w[:3]).sum(1) + CONDUCTION * VISCOSITY * grad[:, 3]
    p, along = pressure(q), q[1:4] / q[0]
    flux = along[:, None] * q                                    # (3,F,K,Np)
    flux[:, 1:4] += p * np.eye(3)[..., None, None] - stress
    flux[:, 4] += along * p - power
    div = np.einsum("rxe,rij,xfej->fei", G, D, flux, optimize=True)

    difference = hllc(qM, qP, n)
    at_faces = lambda m: (at(stress.reshape(9, K, Np), m).reshape(3, 3, *qM.shape[1:]), at(power, m))
    (sM, powerM), (sP, powerP) = at_faces(vmapM), at_faces(vmapP)
    forceM, forceP = (n[:, None] * sM).sum(0), (n[:, None] * sP).sum(0)
    wall = bc[..., None]                                         # no friction, no heat; the pull is the own one
    forceP = forceP - 2 * wall * (forceP - (n * forceP).sum(0) * n)
    powerM, powerP = (n * powerM).sum(0), (1 - 2 * wall) * (n * powerP).sum(0)
    stiff = VISCOSITY * penalty[..., None]
    drag, mean = stiff * jump[:3], at(w, vmapM)[:3] + 0.5 * jump[:3]
    difference[1:4] -= 0.5 * (forceM - forceP) - drag
    difference[4] -= 0.5 * (powerM - powerP) - (mean * drag).sum(0) - CONDUCTION * stiff * jump[3]
    return lift(difference) - div


def navier_stokes(q, dt, **static):
    """The state after a step."""
    increment = np.zeros_like(q)
    for a, b in STAGES:
        increment = a * increment + dt * navier_stokes_rhs(q, **static)
        q = q + b * increment
    return q


RHS = {"wave": wave, "euler": euler, "navier_stokes": navier_stokes}


# ---- cases -----------------------------------------------------------------------------------

def state(op, x, seed=1):
    """A smooth state plus 5% noise, so that every face has a jump."""
    s = [np.sin(2 * x @ k) for k in np.array([[1, 2, 1], [2, 1, 3], [3, 2, 1], [1, 1, 2]])]
    noise = np.random.default_rng(seed).uniform(-0.05, 0.05, (FIELDS[op],) + x.shape[:2])
    q = np.stack(s[:4] if op == "wave" else [1 + 0.2 * s[0], s[1], s[2], s[3], 5 + 0.3 * s[0]])
    return q + noise


def make_case(op, p, dtype="f64", box=None):
    """Inputs in the given precision and the RHS of exactly those inputs, computed in float64."""
    static, x, _ = discretise(p, box or BOX[p])
    inputs = dict(q=state(op, x), **static)
    if op == "navier_stokes":
        inputs["dt"] = np.array([0.1 / ((p + 1) ** 2 * static["fs"].max())])
    else:
        del inputs["penalty"]
    cast = lambda a, t: a if a.dtype == np.int32 else np.ascontiguousarray(a.astype(t))
    inputs = {k: cast(v, DTYPES[dtype]) for k, v in inputs.items()}
    expected = RHS[op](**{k: cast(v, np.float64) for k, v in inputs.items()})
    return dict(op=op, p=p, dtype=dtype, inputs=inputs, rhs=expected.astype(DTYPES[dtype]))


def counts(case):
    """Degrees of freedom, fewest bytes (each input once, the output once, matrices and vmapM not
    counted) and flops of one RHS (one LIFT product per field; pointwise work approximate)."""
    i = case["inputs"]
    F, K, Np = i["q"].shape
    NF, size = i["LIFT"].shape[1], i["q"].itemsize
    nbytes = size * (2 * F * K * Np + K * (9 + 12 + 4 + 4)) + 4 * K * NF
    volume = {"wave": 2 * 6 * Np ** 2 + 30 * Np, "euler": 2 * 15 * Np ** 2 + 70 * Np,
              "navier_stokes": 2 * 27 * Np ** 2 + 200 * Np}[case["op"]]
    surface = {"wave": 20 * NF, "euler": 110 * NF, "navier_stokes": 300 * NF}[case["op"]]
    flops = K * (volume + surface + 2 * F * Np * NF)
    if case["op"] == "navier_stokes":                            # each stage: state and increment, in and out
        nbytes, flops = 5 * (nbytes + size * K * (2 * F * Np + 4)), 5 * (flops + 2 * K * 4 * Np * NF)
    return dict(dof=F * K * Np, bytes=nbytes, flops=flops, elements=K)


def export(root, ops, ps, dtypes, box=None, refine=1):
    for op, p, dt in itertools.product(ops, ps, dtypes):
        if op == "navier_stokes" and dt == "f32":
            continue
        case = make_case(op, p, dt, box or [refine * n for n in BOX[p]])
        out = pathlib.Path(root) / f"{op}_p{p}_{dt}"
        out.mkdir(parents=True, exist_ok=True)
        for name, a in dict(case["inputs"], rhs=case["rhs"]).items():
            np.save(out / f"{name}.npy", a.astype(a.dtype.newbyteorder("<")))
        print(out, *(f"{k}={v}" for k, v in counts(case).items()))


def selftest():
    for p in BOX:
        static, x, J = discretise(p, (3, 4, 2))
        D, G, K, Np = static["D"], static["G"], *x.shape[:2]
        grad = lambda f: np.einsum("rje,rik,ek->jei", G, D, f)
        exact = np.stack([p * x[..., 0] ** (p - 1), 0 * x[..., 0], p * x[..., 2] ** (p - 1)])
        assert np.allclose(grad(x[..., 0] ** p + x[..., 2] ** p), exact), "D"
        ones = np.ones((K, static["LIFT"].shape[1]))             # int_K lift(1) = surface area
        w = np.linalg.inv(basis(nodes(p)[:, 1:], p)[0]).T[:, 0] * 6 ** -0.5
        assert np.allclose((ones @ static["LIFT"].T) @ w, 2.0), "LIFT"
        rest = np.stack([np.full((K, Np), c) for c in (1.2, 0, 0, 0, 2.5)])
        assert np.abs(euler(rest, **static)).max() < 1e-11, "free stream"
        assert np.abs(navier_stokes_rhs(rest, **static)).max() < 1e-11, "free stream"
        for op, rhs, kept in (("wave", wave, 0), ("euler", euler, 0), ("euler", euler, 4),
                              ("navier_stokes", navier_stokes_rhs, 0), ("navier_stokes", navier_stokes_rhs, 4)):
            r = rhs(state(op, x), **static)[kept]                # walls let nothing through
            assert abs(np.einsum("e,en,n->", J, r, w)) < 1e-10, "conservation"
    for p in BOX:                                                # a standing wave, zero at walls
        err = []
        for n in (4, 8):
            static, x, _ = discretise(p, (n, n, n))
            c, s = np.cos(np.pi * x), np.sin(np.pi * x)
            v = np.stack([s[..., i] * c[..., (i + 1) % 3] * c[..., (i + 2) % 3] for i in range(3)])
            u = c.prod(-1)
            r = wave(np.concatenate([u[None], v]), **static)
            ref = np.concatenate([-3 * np.pi * SOUND * u[None], SOUND * np.pi * v])
            err.append(np.linalg.norm(r - ref) / np.linalg.norm(ref))
        print(f"wave p={p} n=4,8 error {err[0]:.2e} {err[1]:.2e} order {np.log2(err[0]/err[1]):.2f}")
        assert np.log2(err[0] / err[1]) > p - 0.4
    static, x, _ = discretise(3, (4, 4, 4))                      # linear shear: stress and its power are exact
    u = np.stack([x[..., 1], 0 * x[..., 1], 0 * x[..., 1]])
    q = np.stack([np.ones(x.shape[:2]), *u, 5 + 0.5 * (u ** 2).sum(0)])
    inside = static["bc"].max(1) == 0                            # walls change gradients beside them
    inside &= inside[static["vmapP"] // x.shape[1]].all(1)
    r = navier_stokes_rhs(q, **static)[:, inside]
    assert inside.any() and np.abs(r[4] - VISCOSITY).max() < 1e-11, "shear"
    print("selftest ok")


if __name__ == "__main__":
    cli = argparse.ArgumentParser()
    cli.add_argument("task", choices=["selftest", "export"])
    cli.add_argument("dir", nargs="?", default="peers-data")
    cli.add_argument("--op", nargs="+", default=list(RHS))
    cli.add_argument("--p", type=int, nargs="+", default=list(BOX))
    cli.add_argument("--refine", type=int, default=1, help="box sides times this, elements times its cube")
    cli.add_argument("--box", type=int, nargs=3, help="cubes along x, y, z; five tetrahedra each")
    cli.add_argument("--dtype", nargs="+", default=list(DTYPES))
    a = cli.parse_args()
    selftest() if a.task == "selftest" else export(a.dir, a.op, a.p, a.dtype, a.box, a.refine)
