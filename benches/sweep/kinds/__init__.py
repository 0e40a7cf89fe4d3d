"""All functions that are measured, by kind of statement."""
from . import chains, elementwise, indexing, literals, products, programs, rearranging, reductions, small, sorting

FUNCTIONS = [f for module in (elementwise, chains, reductions, sorting, indexing, rearranging, products, small, literals, programs) for f in module.functions()]
