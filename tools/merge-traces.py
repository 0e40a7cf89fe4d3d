#!/usr/bin/env python3
"""Makes one timeline of the traces that several ranks have written with ARRAY_FN_TRACE.

    tools/merge-traces.py trace.*.json > merged.json

The result is for Perfetto (https://ui.perfetto.dev). Each rank is a process of its own there, with its threads as tracks.
Times are put together by the clocks of the machines. Between machines these may differ by a millisecond and more, so an
order of events on different machines proves nothing.
"""

import json
import sys
import unittest


def read(text):
    """The events of a trace. The closing bracket, and the end of the last line, may be missing."""
    events = []
    for line in text.splitlines():
        line = line.strip().rstrip(",")
        if line in ("", "[", "]"):
            continue
        try:
            events.append(json.loads(line))
        except json.JSONDecodeError:
            break
    return events


def begin_of(events):
    """What the trace says of its process: the arguments of the first event."""
    for event in events:
        if event.get("name") == "process_name":
            return event["args"]
    return None


def merge(traces):
    """The events of all traces, given as (name, text), with times from the earliest begin."""
    parts = []
    for number, (name, text) in enumerate(traces):
        events = read(text)
        begin = begin_of(events)
        if begin is None or "unix_microseconds" not in begin:
            raise ValueError(f"{name} does not say when it began: it is no trace of ARRAY_FN_TRACE, or an old one")
        parts.append((begin.get("rank", number), begin["unix_microseconds"], events, name))
    ranks = [rank for rank, *_ in parts]
    for rank, _, _, name in parts:
        if ranks.count(rank) > 1:
            raise ValueError(f"{name} is not the only trace of rank {rank}: merge the traces of one run")
    first = min((begin for _, begin, *_ in parts), default=0)
    merged = []
    for rank, begin, events, _ in sorted(parts, key=lambda part: part[0]):
        merged.append({"ph": "M", "name": "process_sort_index", "pid": rank, "args": {"sort_index": rank}})
        for event in events:
            event["pid"] = rank
            if "ts" in event:
                event["ts"] = round(event["ts"] + begin - first, 3)
            if "id" in event:
                # Launches of different ranks are different.
                event["id"] = f"{rank}.{event['id']}"
            merged.append(event)
    return merged


class Tests(unittest.TestCase):
    @staticmethod
    def trace(rank, begin, *events):
        args = {"name": f"rank {rank}", "rank": rank, "unix_microseconds": begin}
        first = {"ph": "M", "name": "process_name", "pid": 7 + rank, "args": args}
        return "[\n" + "".join(json.dumps(event) + ",\n" for event in (first, *events))

    def test_times_and_ranks(self):
        call = {"ph": "X", "cat": "call", "name": "f", "pid": 7, "tid": 1, "ts": 5.25, "dur": 1.0}
        launch = {"ph": "b", "cat": "launch", "name": "k", "id": 0, "pid": 8, "tid": 1, "ts": 2.0}
        merged = merge([("b", self.trace(1, 1_000_100, launch)), ("a", self.trace(0, 1_000_000, call))])
        self.assertEqual([event["pid"] for event in merged], [0, 0, 0, 1, 1, 1])
        self.assertEqual([event["ts"] for event in merged if "ts" in event], [5.25, 102.0])
        self.assertEqual(merged[5]["id"], "1.0")
        self.assertEqual(merged[4]["args"]["name"], "rank 1")

    def test_of_killed_processes(self):
        whole = self.trace(0, 0, {"ph": "X", "ts": 1.0}, {"ph": "X", "ts": 2.0})
        self.assertEqual(len(merge([("a", whole)])), 4)
        self.assertEqual(len(merge([("a", whole[:-8])])), 3)

    def test_what_cannot_be_merged(self):
        for traces in ([("a", "[\n")], [("a", self.trace(1, 0)), ("b", self.trace(1, 9))]):
            with self.assertRaises(ValueError):
                merge(traces)


def main(paths):
    if not paths or paths[0] in ("-h", "--help"):
        print(__doc__)
        return 0 if paths else 2
    if paths == ["--test"]:
        return 0 if unittest.main(argv=sys.argv[:1], exit=False).result.wasSuccessful() else 1
    traces = []
    try:
        for path in paths:
            with open(path, encoding="utf-8") as file:
                traces.append((path, file.read()))
        merged = merge(traces)
    except (OSError, ValueError) as error:
        print(f"merge-traces: {error}", file=sys.stderr)
        return 1
    lines = ",\n".join(json.dumps(event, separators=(",", ":")) for event in merged)
    print(f"[\n{lines}\n]")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
