"""Runs commands on the Python client, one JSON object in a line, and answers each in a line: for test/clients."""
import contextlib
import io
import json
import keyword
import os
import sys

sys.path.insert(0, os.environ["CLIENT_FOLDER"])
import optionwire  # noqa: E402


def answer(**line):
    print(json.dumps(line), flush=True)


def sleep(seconds):
    """The test moves the clock of the service, and no time passes here."""
    answer(sleep=seconds)
    sys.stdin.readline()


def client_of(settings):
    return optionwire.Optionwire(**settings, sleep=sleep)


def plain(value):
    return {"bytes": len(value), "begins": value[:24].decode("latin1")} if isinstance(value, bytes) else value


def run(command):
    kind = command["kind"]
    if kind == "call":
        arguments = {f"{name}_" if keyword.iskeyword(name) else name: it for name, it in command["input"].items()}
        return plain(getattr(client_of(command["client"]), command["operation"])(**arguments))
    if kind == "rows":
        client = client_of(command["client"])
        return list(client.rows(getattr(client, command["operation"]), **command["input"]))
    if kind == "pages":
        client = client_of(command["client"])
        return len(list(client.pages(getattr(client, command["operation"]), **command["input"])))
    if kind == "webhook":
        return optionwire.verify_webhook(command["body"], command["headers"], command["secret"], now=command["now"])
    if kind == "frame":
        table = optionwire.frame(command["answer"])
        return {"columns": list(table.columns), "types": [str(it) for it in table.dtypes], "rows": len(table),
                "empty": int(table.isna().sum().sum())}
    if kind == "operations":
        own = {"pages", "rows"}
        return [name for name in vars(optionwire.Optionwire) if not name.startswith("_") and name not in own]
    if kind == "notebook":
        with open(command["file"], encoding="utf-8") as file:
            notebook = json.load(file)
        names = {"__name__": "__main__"}
        printed = io.StringIO()
        for number, cell in enumerate(notebook["cells"]):
            if cell["cell_type"] == "code":
                with contextlib.redirect_stdout(printed):
                    exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
        return printed.getvalue()
    raise ValueError(kind)


try:
    import pandas  # noqa: F401

    answer(ready=True, pandas=True)
except ImportError:
    answer(ready=True, pandas=False)

for line in sys.stdin:
    try:
        answer(value=run(json.loads(line)))
    except optionwire.OptionwireError as error:
        answer(problem={"status": error.status, "code": error.code, "detail": error.detail, "errors": error.errors,
                        "text": str(error), "request_id": error.request_id})
    except Exception as error:  # noqa: BLE001
        answer(failure=f"{type(error).__name__}: {error}")
