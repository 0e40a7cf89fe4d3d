"""Makes shell_second_order.msh: a sixth of a spherical shell, between the radii 1/2 and 1, of second-order tetrahedra.

The unit cube is cut into 2 x 2 x 2 bricks of six tetrahedra and mapped, nodes on edges included: x along the
radius, y and z to the angles of one side of a cube around the sphere. usage: make_shell.py (in this folder)
"""
from itertools import permutations
from math import pi, tan

CELLS = 2
FINE = 2 * CELLS + 1
GROUPS = {1: "wall", 2: "farfield", 3: "symmetry"}


def number(c):
    """The node at a point of the grid that has the nodes on edges, too."""
    return 1 + c[0] + FINE * (c[1] + FINE * c[2])


def place(c):
    x, y, z = (i / (FINE - 1) for i in c)
    direction = (1.0, tan((y - 0.5) * pi / 2), tan((z - 0.5) * pi / 2))
    length = sum(d * d for d in direction) ** 0.5
    return [(0.5 + 0.5 * x) * d / length for d in direction]


def with_edges(corners, edges):
    middles = [tuple((a + b) // 2 for a, b in zip(corners[i], corners[j])) for i, j in edges]
    return [number(c) for c in list(corners) + middles]


def volume(a, b, c, d):
    u, v, w = ([x - y for x, y in zip(p, a)] for p in (b, c, d))
    return sum(u[i] * (v[i - 2] * w[i - 1] - v[i - 1] * w[i - 2]) for i in range(3))


tets, triangles = [], []
for cell in ((i, j, k) for k in range(CELLS) for j in range(CELLS) for i in range(CELLS)):
    for axes in permutations(range(3)):
        corner = [2 * i for i in cell]
        corners = [tuple(corner)]
        for axis in axes:
            corner[axis] += 2
            corners.append(tuple(corner))
        if volume(*corners) < 0:
            corners[2], corners[3] = corners[3], corners[2]
        tets.append(with_edges(corners, [(0, 1), (1, 2), (0, 2), (0, 3), (2, 3), (1, 3)]))
        for axis in range(3):
            for side in (0, FINE - 1):
                on_side = [c for c in corners if c[axis] == side]
                if len(on_side) == 3:
                    group = (1 if side == 0 else 2) if axis == 0 else 3
                    triangles.append((group, with_edges(on_side, [(0, 1), (1, 2), (0, 2)])))

with open("shell_second_order.msh", "w") as file:
    print("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames", len(GROUPS), sep="\n", file=file)
    for group, name in GROUPS.items():
        print(2, group, f'"{name}"', file=file)
    print("$EndPhysicalNames\n$Nodes", FINE**3, sep="\n", file=file)
    for c in ((i, j, k) for k in range(FINE) for j in range(FINE) for i in range(FINE)):
        print(number(c), *(f"{x:.16g}" for x in place(c)), file=file)
    print("$EndNodes\n$Elements", len(triangles) + len(tets), sep="\n", file=file)
    for i, (group, nodes) in enumerate(triangles):
        print(i + 1, 9, 2, group, group, *nodes, file=file)
    for i, nodes in enumerate(tets):
        print(len(triangles) + i + 1, 11, 2, 4, 4, *nodes, file=file)
    print("$EndElements", file=file)
