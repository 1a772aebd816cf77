#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Area of the default build and of the other variants of the hash unit, clock of the default build.

The same as `make ppa` for the builds default, pke (no hash unit) and hash2 (one round a cycle),
place and route for the first only. Writes build/results/ppa/*.json and docs/results.md.
"""

from __future__ import annotations

import argparse
import sys

import ppa
from ppa_builds import named

HASHES = ("default", "pke", "hash2")
"""Builds of the three variants of the hash unit; the first is the default."""


def main() -> int:
    """All variants, then the documents."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--no-clock", action="store_true", help="area only, no place and route")
    parser.add_argument("--seeds", type=int, default=3, help="place and route runs, best counts")
    args = parser.parse_args()
    seeds = 0 if args.no_clock else args.seeds
    try:
        good = [ppa.one(named()[name], seeds=seeds if name == HASHES[0] else 0) for name in HASHES]
    except RuntimeError as error:
        sys.exit(f"error: {error}")
    return 0 if all(good) and ppa.documents() == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
