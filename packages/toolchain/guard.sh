#!/bin/sh
# guard.sh SCRATCH FOLDER COMMAND [ARGUMENT...]: makes SCRATCH and runs COMMAND in FOLDER; ends COMMAND and removes
# SCRATCH when its owner is gone, however the owner ended.
# stdin  lifeline: each line is a signal for COMMAND (TERM, KILL); its end means that the owner died.
# fd 3   report: "pid N" once, "exit CODE" once COMMAND and SCRATCH are gone.
# The owner starts this in a process group of its own, so that no key on a terminal reaches it.
set -u
# An owner that is gone reads no report: that must not end us before we have cleaned up.
trap : PIPE
scratch=$1
folder=$2
shift 2
exec 4<&0 </dev/null
(umask 077 && mkdir -p "$scratch") && cd "$folder" || exit 1
if setpriv --pdeathsig KILL true 2>/dev/null; then
  setpriv --pdeathsig KILL "$@" 3>&- 4<&- &
else
  "$@" 3>&- 4<&- &
fi
engine=$!
exec 2>/dev/null
{
  while read -r signal; do kill -s "$signal" "$engine"; done <&4
  kill -s KILL "$engine"
} 3>&- &
# Told once COMMAND cannot outlive us: were we killed before, nobody would end it.
echo "pid $engine" >&3
wait "$engine"
code=$?
cd /
rm -rf "$scratch"
echo "exit $code" >&3
kill -s KILL 0
