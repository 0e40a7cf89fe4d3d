"""Makes the small meshes of the reader's tests: one model in every layout that the reader knows.

A brick 2 x 1 x 1 with a spherical hole, periodic along x. usage: make_meshes.py (in this folder;
needs the Python package gmsh)
"""
import gmsh

gmsh.initialize()
gmsh.option.setNumber("General.Verbosity", 1)
occ = gmsh.model.occ
box, hole = occ.addBox(0, 0, 0, 2, 1, 1), occ.addSphere(0.9, 0.45, 0.5, 0.2)
occ.cut([(3, box)], [(3, hole)])
occ.synchronize()


def surfaces(x0, x1):
    """Surfaces whose x coordinates lie between x0 and x1."""
    return [tag for _, tag in gmsh.model.getEntitiesInBoundingBox(x0 - 1e-3, -1, -1, x1 + 1e-3, 2, 2, 2)]


low, high, sphere = surfaces(0, 0), surfaces(2, 2), surfaces(0.6, 1.2)
walls = [t for _, t in gmsh.model.getEntities(2) if t not in low + high + sphere]
for names in ((low, "x low"), (high, "x high"), (sphere, "sphere"), (walls, "walls")):
    gmsh.model.setPhysicalName(2, gmsh.model.addPhysicalGroup(2, names[0]), names[1])
gmsh.model.setPhysicalName(3, gmsh.model.addPhysicalGroup(3, [t for _, t in gmsh.model.getEntities(3)]), "air")
translate = [1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
gmsh.model.mesh.setPeriodic(2, high, low, translate)
gmsh.option.setNumber("Mesh.MeshSizeMin", 0.45)
gmsh.option.setNumber("Mesh.MeshSizeMax", 0.45)
gmsh.option.setNumber("Mesh.MeshSizeExtendFromBoundary", 0)
gmsh.model.mesh.generate(3)
for version, label in ((2.2, "22"), (4.1, "41")):
    gmsh.option.setNumber("Mesh.MshFileVersion", version)
    for binary, suffix in ((0, "text"), (1, "binary")):
        gmsh.option.setNumber("Mesh.Binary", binary)
        gmsh.write(f"hole_{label}_{suffix}.msh")
gmsh.option.setNumber("Mesh.Binary", 0)
# In three parts, with surfaces between them and copies of elements beside them.
gmsh.option.setNumber("Mesh.PartitionCreateTopology", 1)
gmsh.option.setNumber("Mesh.PartitionCreateGhostCells", 1)
gmsh.model.mesh.partition(3)
for version, label in ((2.2, "22"), (4.1, "41")):
    gmsh.option.setNumber("Mesh.MshFileVersion", version)
    for binary, suffix in ((0, "text"), (1, "binary")):
        gmsh.option.setNumber("Mesh.Binary", binary)
        gmsh.write(f"hole_parts_{label}_{suffix}.msh")
gmsh.option.setNumber("Mesh.Binary", 0)
gmsh.model.mesh.unpartition()
gmsh.model.mesh.setOrder(2)
gmsh.write("hole_second_order.msh")
print(len(gmsh.model.mesh.getElementsByType(11)[0]), "tetrahedra")
