"""The options that take a value: what stands for it, and the help. `options` reads them."""

from __future__ import annotations

__all__ = ["LISTS", "TEXT"]

TEXT: dict[str, tuple[str, str]] = {
    "model": (
        "SPEC",
        "the system under test: recorded:FILE, control:faithful, control:biased, openai:NAME, vllm:NAME, "
        "vllm-offline:NAME, or a plugin's",
    ),
    "base-url": (
        "URL",
        "the endpoint of openai:, or several, separated by commas (default: OPENAI_BASE_URL); for vllm: a running server "
        "(default: one is started per visible GPU)",
    ),
    "vllm-args": ("ARGS", "arguments of the vllm servers, e.g. '--dtype bfloat16 --max-model-len 16384'"),
    "vllm-command": ("COMMAND", "the command that serves {model} (default: vllm serve {model})"),
    "vllm-timeout": ("SECONDS", "how long a vllm server may take to get ready (default 1800)"),
    "lean": (
        "SPEC",
        "the Lean: embedded (default), embedded:prelude, repl:DIR, kimina:URL, recorded:RUN, or a plugin's",
    ),
    "run": (
        "DIR",
        "the run folder; an existing run of the same settings is continued (default: reports/TIME-MODEL under the rootdir)",
    ),
    "samples": ("K", "answers asked per case, each one item (default 1)"),
    "concurrency": ("N", "answers under way on each address (default 16)"),
    "store": ("PATH", "the store of answers (default: .faithform/store.sqlite under the rootdir)"),
    "revision": (
        "REV",
        "the model's revision; part of the store's key, so that new weights are not answered from old ones",
    ),
    "sampling": (
        "SETTINGS",
        "generation settings, e.g. temperature=0.2,max_tokens=4096 (default: 0.6, top_p 0.95, 8192)",
    ),
    "progress": (
        "SECONDS",
        "how often a line says how far the session is, where the output is no terminal (default 30), or off",
    ),
    "request-timeout": ("SECONDS", "how long one request may take (default 600)"),
    "lean-timeout": ("SECONDS", "how long Lean may take for one text (default 60)"),
    "prover": (
        "SPEC",
        "a prover for the steps that Lean's own tactics leave open: openai:NAME (default: none); what it writes counts only "
        "if Lean accepts it as a proof of the very statement",
    ),
    "prover-base-url": ("URL", "the prover's endpoint (default: as for the system under test)"),
    "prover-sampling": ("SETTINGS", "the prover's generation settings, as --faithform-sampling"),
    "prover-samples": ("K", "replies asked per statement and per negation (default 1)"),
    "prover-prompt": ("FILE", "your own prompt template for the prover"),
    "compat": (
        "rpa|bc|vf",
        "also print the numbers under that paper's own definitions, and which choice moves them",
    ),
    "verdict": (
        "assert|measure",
        "assert: an unfaithful item is a failed test; measure: it is shown as unfaithful, and gates decide (default: measure "
        "where a gate or a baseline is given, else assert)",
    ),
    "baseline": ("RUN", "compare with this run by case: a run folder, or a name under reports/ of the rootdir"),
    "executor": (
        "local|ray",
        "where Lean and the servers of vllm: run: on this machine (default), or on the nodes of the Ray cluster of "
        "RAY_ADDRESS or of this machine",
    ),
    "shard": (
        "I/N",
        "measure share I of N of the selected items, whole source problems together; merge the runs with `faithform merge`",
    ),
    "save": ("NAME", "keep this run as reports/NAME, for --faithform-baseline NAME; a partial run is never kept"),
}
LISTS: dict[str, tuple[str, str]] = {
    "cases": ("PATH", "case file or folder for tests that name none themselves; repeatable (default: starter)"),
    "stop": ("TEXT", "a text at which generation ends, beside the model's own end; repeatable"),
    "judge": (
        "SPEC",
        "a judge beside the deterministic one: openai:NAME, with settings behind commas (base_url=URL, temperature=0, "
        "statement=grade|leanscorer|stmt_sc, threshold=9, …), or a plugin's; repeatable, all of them must accept",
    ),
    "prompt": ("NAME=FILE", "your own prompt template, for proof, statement, step or one of the judges'; repeatable"),
    "report": (
        "FORMAT",
        "write report.FORMAT into the run's folder: html, md, json, csv, parquet, tex, junit; repeatable",
    ),
    "gate": (
        "EXPR",
        "what must be true of the run, e.g. 'FR[number_edit,proof].low >= 0.40'; repeatable; 'none' sets the ini's aside",
    ),
}
