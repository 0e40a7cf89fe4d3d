#!/usr/bin/env python3
"""A model of the time of a step of the solvers on many ranks, from rates that were measured on one machine.

    tools/scaling.py docs/scaling/rates.json docs/scaling     # prints tables as Markdown, and writes plots

It needs no other packages. The page docs/scaling.md says what the model is.
"""

import json
import math
import sys
from pathlib import Path

NODES_OF_FACE = 10  # order 3
FIELDS = {"wave": 4, "euler": 5}
STAGES = 5

# Ranks of a node share its network. Of the faces of a rank, this part leads to other nodes, if the node has a compact part.
RANKS_OF_NODE = 64
OUTSIDE = RANKS_OF_NODE ** (-1 / 3)

# Latency and overhead of a message in seconds; bytes a second to other ranks; bytes a second at which a rank gathers
# elements into messages, and puts them into arrays.
PACKING = 4e9
NETWORKS = {
    "InfiniBand HDR": (1.2e-6, 0.3e-6, 23e9 / (RANKS_OF_NODE * OUTSIDE), PACKING),
    "Ethernet 100 Gb, TCP": (15e-6, 3e-6, 10e9 / (RANKS_OF_NODE * OUTSIDE), PACKING),
}
# Between threads of this machine.
THREADS = (1.3e-6, 0.23e-6, 26e9, PACKING)
# Seconds that a call of a kernel takes.
LAUNCH = 1e-6

# A GPU in nanoseconds for an element and stage, by the predictions of docs/gpu.md for an H100, which were not measured. Each
# has a network of its own. Messages are packed by a kernel and go through pinned memory, two copies at 25 GB/s, while the
# interior is computed; copies and launches of graphs take 12 us.
GPU = {"wave": 0.8, "euler": 2.3}
GPU_STAGE = 6e-6
GPU_NETWORK = (1.2e-6 + 12e-6, 0.3e-6, 1 / (1 / 23e9 + 2 / 25e9), 1e12)


def rate(rates, elements):
    """Seconds for an element, by a straight line between the measured sizes in the logarithm of the size."""
    points = [(math.log(n), ns * 1e-9) for n, ns in rates]
    x = math.log(max(elements, 1))
    if x <= points[0][0]:
        return points[0][1]
    for (a, y), (b, z) in zip(points, points[1:]):
        if x <= b:
            return y + (z - y) * (x - a) / (b - a)
    return points[-1][1]


def faces(elements, ranks):
    """Faces that a compact part of so many tetrahedra shares with other parts."""
    if ranks == 1:
        return 0.0
    whole = 3.6 * elements ** (2 / 3)
    # Two halves of a cube share one side of six.
    return whole * min(1.0, (ranks - 1) / 6)


def stage(elements, ranks, fields, seconds, network, shared=None, launch=LAUNCH):
    """The parts of the time of a stage: interior, messages, packing, boundary."""
    latency, overhead, bandwidth, packing = network
    shared = faces(elements, ranks) if shared is None else shared
    size = shared * NODES_OF_FACE * fields * 8
    neighbours = min(ranks - 1, 12)
    boundary = min(elements, shared)
    messages = (latency + 2 * neighbours * overhead + size / bandwidth) if ranks > 1 else 0.0
    return {
        "interior": (elements - boundary) * seconds + launch,
        "messages": messages,
        "packing": 2 * size / packing,
        "boundary": boundary * seconds + (launch if ranks > 1 else 0.0),
    }


def total(parts):
    return max(parts["interior"], parts["messages"]) + parts["packing"] + parts["boundary"]


def step(program, elements, ranks, seconds, network, launch=LAUNCH):
    """Seconds of a step on ranks of so many elements each."""
    time = STAGES * total(stage(elements, ranks, FIELDS[program], seconds, network, launch=launch))
    if program == "euler" and ranks > 1:  # the largest stable step is agreed upon
        latency, overhead = network[:2]
        time += 2 * (latency + 2 * overhead) * math.log2(ranks)
    return time


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def plot(path, title, x_name, y_name, series):
    """Lines over a logarithmic axis, as an SVG file."""
    width, height, left, bottom, top, right = 640, 360, 60, 46, 34, 190
    xs = [x for _, points in series for x, _ in points]
    low, high = math.log10(min(xs)), math.log10(max(xs))
    at_x = lambda x: left + (math.log10(x) - low) / (high - low) * (width - left - right)
    most = max(1.0, max(y for _, points in series for _, y in points))
    at_y = lambda y: height - bottom - y / (1.05 * most) * (height - bottom - top)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>', f'<text x="{left}" y="20" font-size="14">{title}</text>']
    for k in range(int(most * 5) + 1):
        y = at_y(k / 5)
        out.append(f'<line x1="{left}" x2="{width - right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{k * 20} %</text>')
    for k in range(math.ceil(low), math.floor(high) + 1):
        x = at_x(10**k)
        out.append(f'<text x="{x:.1f}" y="{height - bottom + 18}" text-anchor="middle">10<tspan dy="-5" font-size="9">{k}</tspan></text>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{height - 8}" text-anchor="middle">{x_name}</text>')
    out.append(f'<text x="14" y="{top - 2}">{y_name}</text>')
    colours = ["#1b6ca8", "#d1495b", "#2e8b57", "#edae49", "#6c5b7b", "#444"]
    for k, (name, points) in enumerate(series):
        line = " ".join(f"{at_x(x):.1f},{at_y(y):.1f}" for x, y in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colours[k % 6]}" stroke-width="2"/>')
        out.append(f'<text x="{width - right + 8}" y="{top + 16 * k + 10}" fill="{colours[k % 6]}">{name}</text>')
    out.append("</svg>")
    Path(path).write_text("\n".join(out) + "\n")


def main():
    data = json.loads(Path(sys.argv[1]).read_text())
    folder = Path(sys.argv[2])
    rates = data["nanoseconds per element and stage"]

    print("### Two ranks, measured and by the model\n")
    rows = []
    for case in data["two ranks"]:
        each = case["elements"] / 2
        seconds = rate(rates[case["program"]], each)
        parts = stage(each, 2, FIELDS[case["program"]], seconds, THREADS, case["faces"])
        model = total(parts) * 1e6
        seen = case["ns"] * case["elements"] * 1e-3
        rows.append([f'`{case["program"]}`', case["elements"], f"{seen:.0f}", f"{model:.0f}", f"{model / seen - 1:+.0%}"])
    table(["program", "tetrahedra", "us a stage, measured", "model", "difference"], rows)

    counts = [2**k for k in range(0, 14)] + [10000]
    print("### The same work for each rank\n")
    series, rows = [], []
    for name, network in NETWORKS.items():
        for program in FIELDS:
            for each in (1000, 10000, 100000):
                seconds = rate(rates[program], each)
                one = step(program, each, 1, seconds, network)
                points = [(ranks, one / step(program, each, ranks, seconds, network)) for ranks in counts]
                rows.append([name, f"`{program}`", each] + [f"{dict(points)[r]:.0%}" for r in (64, 1024, 10000)])
                if program == "wave":
                    series.append((f"{name.split(',')[0]}, {each}", points))
    table(["network", "program", "tetrahedra a rank", "64 ranks", "1024", "10 000"], rows)
    plot(folder / "weak.svg", "Waves, order 3: efficiency with equal work for each rank", "ranks", "", series)

    print("### The same work for all ranks together\n")
    series, rows = [], []
    whole = 10_000_000
    for name, network in NETWORKS.items():
        for program in FIELDS:
            one = step(program, whole, 1, rate(rates[program], whole), network)
            points = []
            for ranks in [r for r in counts if r > 1]:
                each = whole / ranks
                time = step(program, each, ranks, rate(rates[program], each), network)
                points.append((ranks, one / (ranks * time)))
            rows.append([name, f"`{program}`"] + [f"{one / (r * step(program, whole / r, r, rate(rates[program], whole / r), network)):.0%}" for r in (64, 1024, 10000)])
            series.append((f"{name.split(',')[0]}, {program}", points))
    table(["network", "program", "64 ranks", "1024", "10 000"], rows)
    plot(folder / "strong.svg", "Order 3, ten million tetrahedra: efficiency", "ranks", "", series)

    print("### How few tetrahedra a rank may have\n")
    rows = []
    for name, network in list(NETWORKS.items()) + [("H100, through pinned memory", GPU_NETWORK)]:
        for program in FIELDS:
            gpu = name.startswith("H100")
            for share in (0.05, 0.2):
                each = 16
                while each < 1 << 30:
                    seconds = GPU[program] * 1e-9 if gpu else rate(rates[program], each)
                    launch = GPU_STAGE if gpu else LAUNCH
                    one = step(program, each, 1, seconds, network, launch)
                    if one / step(program, each, 1024, seconds, network, launch) >= 1 - share:
                        break
                    each = int(each * 1.1) + 1
                rows.append([name, f"`{program}`", f"{1 - share:.0%}", f"{each:,}".replace(",", " ")])
    table(["network", "program", "efficiency on 1024 ranks", "least tetrahedra a rank"], rows)


if __name__ == "__main__":
    main()
