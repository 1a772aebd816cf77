# SPDX-License-Identifier: Apache-2.0
"""Runner of vector files: reads known answers, computes, compares every field.

report      Tally and Failure: comparisons, counts, lines
keys        KeyRef, Key: key pairs, generated once in a process
plan        plan_file(path) -> Plan: units of work; SECTIONS
on_units    handlers of sections without keys
on_keygen   handlers of key generation, which the model answers
on_kem      handlers that a backend answers: encapsulation, decapsulation
on_backend  handlers that a backend answers: pke, decode
on_digests  published digests
handlers    table of all of them
runner      run(files, Options) -> tallies
"""
