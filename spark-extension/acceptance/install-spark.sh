#!/usr/bin/env bash
# install-spark.sh FOLDER
#   Installs a Spark distribution, with spark-submit, spark-sql, thrift server, beeline and Connect, and what executes
#   notebooks, from the Python package index into a virtual environment. Does nothing when it is there; of two that
#   run at once the second waits.
set -euo pipefail

folder=${1:?usage: install-spark.sh FOLDER}
packages=(pyspark==4.2.0 'pandas<3' pyarrow grpcio grpcio-status googleapis-common-protos zstandard nbclient ipykernel)

python=${PYTHON:-python3}
if ! "$python" -c 'import venv, ensurepip' >/dev/null 2>&1; then
  echo "no Python with venv: install python3 and python3-venv, or set PYTHON" >&2
  exit 3
fi

mkdir -p "$folder"
exec 9>"$folder/.lock"
flock 9
[[ -f $folder/.ready ]] && exit 0
"$python" -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --retries 5 "${packages[@]}"
touch "$folder/.ready"
