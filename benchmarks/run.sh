#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures Millrace beside its rivals. Prints tables to stdout, progress to stderr.
#
#   benchmarks/run.sh [ROUNDS [PART...]]     3 rounds and all parts by default
#   parts: validate command idle expectations files independent chain rows load cdc
set -euo pipefail
here=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(dirname "$here")
rounds=${1:-3}
[[ $# -gt 0 ]] && shift
mvn -q -B -f "$root/pom.xml" -Dquick -Dbundle.skip=true -pl benchmarks -am package \
  dependency:build-classpath -Dmdep.outputFile=target/class-path -Dmdep.includeScope=runtime >&2
folder=$(mktemp -d "${TMPDIR:-/tmp}/millrace-benchmarks.XXXXXX")
trap 'rm -rf "$folder"' EXIT
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
"$java" -Xmx256m -cp "$here/target/classes:$(cat "$here/target/class-path")" \
  io.millrace.benchmarks.BenchmarkSuite "$folder" "$rounds" "$root/bin/millrace" "$@"
