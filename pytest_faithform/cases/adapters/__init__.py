"""One adapter for each public data set; `ADAPTERS` by the names of the command line."""

from __future__ import annotations

from pytest_faithform.cases.adapters import (
    beyond,
    leandojo,
    math500,
    minif2f,
    processbench,
    proofflow,
    robustpabench,
    table,
)
from pytest_faithform.cases.adapters.base import Adapter

__all__ = ["ADAPTERS"]

_MODULES = (minif2f, math500, processbench, proofflow, robustpabench, beyond, table, leandojo)
ADAPTERS: dict[str, Adapter] = {module.ADAPTER.name: module.ADAPTER for module in _MODULES}
