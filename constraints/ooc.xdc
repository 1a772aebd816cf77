# SPDX-License-Identifier: Apache-2.0
# Out of context: the clock and nothing else. 100 MHz; a board file brings its own.
create_clock -name clk -period 10.000 [get_ports clk]
