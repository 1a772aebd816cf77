# SPDX-License-Identifier: Apache-2.0
"""``python -m mce``."""

from mce.cli import main

main()
