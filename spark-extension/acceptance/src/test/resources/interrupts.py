# SPDX-License-Identifier: Apache-2.0
"""Executes cells in a kernel as Jupyter does, and presses its button to interrupt what runs."""

import pathlib
import threading
import time

from jupyter_client.manager import start_new_kernel

PATIENCE = 180

manager, client = start_new_kernel(kernel_name="python3", startup_timeout=PATIENCE)


def show(message):
    content = message["content"]
    if message["msg_type"] == "stream":
        print(content["text"], end="")
    elif message["msg_type"] in ("display_data", "execute_result"):
        print(content["data"]["text/plain"])
    elif message["msg_type"] == "error":
        print(f"ERROR in {len(content['traceback'])} lines")
        print("\n".join(content["traceback"]))


def cell(name, text):
    print(f"--- {name}", flush=True)
    client.execute_interactive(text, output_hook=show, timeout=PATIENCE)


def interrupt_when_there_is(table):
    def press():
        deadline = time.monotonic() + PATIENCE
        while not pathlib.Path("spark-warehouse", table, "_delta_log").exists():
            if time.monotonic() > deadline:
                return
            time.sleep(0.1)
        time.sleep(2)
        manager.interrupt_kernel()

    threading.Thread(target=press, daemon=True).start()


def copies(table, slowly=True):
    where = "WHERE java_method('java.lang.Thread', 'sleep', 600000L) IS NOT NULL"
    text = f"CREATE OR REFRESH STREAMING TABLE {table} AS SELECT a FROM STREAM raw"
    return f"{text} {where}" if slowly else text


try:
    cell(
        "start",
        """
import os
import signal
import threading

from pyspark.sql import SparkSession

spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.jars", os.environ["JARS"])
    .config("spark.plugins", "io.millrace.spark.MillracePlugin")
    .getOrCreate()
)
pyspark_handler = signal.getsignal(signal.SIGINT)
spark.sparkContext.setLogLevel("OFF")
%load_ext millrace
spark.sql("CREATE TABLE raw (a INT) USING delta")
spark.sql("INSERT INTO raw VALUES (1), (2)")
print("extension", __import__("millrace").__version__)""",
    )

    interrupt_when_there_is("magic")
    cell("magic, interrupted", f"%%millrace\n{copies('magic')}")
    cell("magic, again", f"%%millrace flows\n{copies('magic', slowly=False)}")
    cell("magic, kept", "flows.first().status, flows.first().output_rows")
    cell("magic, wrong", "%%millrace\nCREATE MATERIALIZED VIEW wrong AS\nSELECT b FROM raw")
    cell("query", "%millrace SELECT a, NULL AS nothing FROM raw ORDER BY a")

    interrupt_when_there_is("plain")
    cell("plain, interrupted", f'spark.sql("{copies("plain")}")')
    cell("plain, again", f'spark.sql("{copies("plain", slowly=False)}").first().status')

    # The shell and scripts of PySpark have its handler, which does not get through to Java.
    interrupt_when_there_is("shell")
    cell(
        "shell, interrupted",
        f"""
signal.signal(signal.SIGINT, pyspark_handler)
spark.sql("{copies("shell")}")""",
    )
    cell("shell, busy", f"%millrace {copies('shell', slowly=False)}")
    cell("shell, stopped", "%millrace STOP PIPELINE 'spark_catalog.default.shell'")
    cell("shell, again", f'spark.sql("{copies("shell", slowly=False)}").first().status')

    cell(
        "all, interrupted",
        f"""
def interrupt():
    while spark.sql("SHOW PIPELINE UPDATES").where("status = 'RUNNING'").isEmpty() or not (
        spark.interruptAll()
    ):
        pass
threading.Thread(target=interrupt).start()
try:
    spark.sql("{copies("everything")}")
except Exception as error:
    print(error.getCondition())""",
    )
    cell("all, again", f'spark.sql("{copies("everything", slowly=False)}").first().status')
    cell("end", "spark.stop()")
finally:
    client.stop_channels()
    manager.shutdown_kernel()
