# SPDX-License-Identifier: Apache-2.0
# Non-project synthesis of mce_top with Vivado, out of context, from the same file list as all else.
# It cannot be run in this project's continuous integration: no figure in the docs comes from it.
#   vivado -mode batch -source scripts/vivado_synth.tcl -tclargs xc7a50tcsg324-1
set root [file normalize [file join [file dirname [info script]] ..]]
set part [expr {[llength $argv] > 0 ? [lindex $argv 0] : "xc7a50tcsg324-1"}]
set out  [file join $root build vivado]
file mkdir $out

set list [open [file join $root rtl files.f]]
foreach line [split [read $list] "\n"] {
  if {$line ne "" && ![string match "#*" $line]} { read_verilog [file join $root $line] }
}
close $list
read_xdc [file join $root constraints ooc.xdc]

synth_design -top mce_top -part $part -mode out_of_context -flatten_hierarchy rebuilt \
  -include_dirs [file join $root rtl gen]
report_utilization -hierarchical -file [file join $out utilization.rpt]
report_timing_summary -file [file join $out timing.rpt]
write_checkpoint -force [file join $out mce_top.dcp]
