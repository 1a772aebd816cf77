# SPDX-License-Identifier: Apache-2.0
"""Host driver of the accelerator: one class for simulation and hardware, only its bus differs."""
