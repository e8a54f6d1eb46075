"""The two edits that make the packaged Lean module usable as a library: a small loader, and no threads.

`lean.js`, the emscripten loader that the package ships, is 89 MB: it names each of 200,000 exports three times and
resolves them all at start. `slim_loader` keeps what is used. `patch_module` lets the WebAssembly module do without
threads. Both refuse a file that does not look as expected: the package is pinned by hash, so that is never something to
work around.
"""

from __future__ import annotations

import re

__all__ = ["UnexpectedContent", "patch_module", "slim_loader"]


class UnexpectedContent(ValueError):
    """A file of the package does not have the content that the edit is made for."""


_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")

_ASSIGN = "function assignWasmExports(wasmExports){"
_AFTER_ASSIGN = "var wasmImports;function assignWasmImports"

_EAGER_SYMBOLS = 'wasmExports=instance.exports;var origExports=wasmExports;mergeLibSymbols(wasmExports,"main")'
_LAZY_SYMBOLS = (
    'wasmExports=instance.exports;var origExports=wasmExports;Module["wasmExports"]=wasmExports;'
    'wasmImports["main"]=wasmImports["__main_argc_argv"]=wasmExports["__main_argc_argv"]'
)

# Symbols asked for at run time (the interpreter does) are looked up then, by name, in a table that is built once.
_LAZY_DLSYM = """
var dlsymNames=null,dlsymIndex=null;
function dlsymTable(){if(dlsymNames)return;dlsymNames=Object.keys(wasmExports);dlsymIndex=new Map();
dlsymNames.forEach((name,index)=>dlsymIndex.set(name,index))}
var __dlsym_catchup_js=(handle,symbolIndex)=>{dlsymTable();return addFunction(wasmExports[dlsymNames[symbolIndex]])};
__dlsym_catchup_js.sig="ppi";
var __dlsym_js=(handle,symbol,symbolIndex)=>{symbol=UTF8ToString(symbol);dlsymTable();var index=dlsymIndex.get(symbol);
if(index===undefined){dlSetError("unknown symbol");return 0}
var result=wasmExports[symbol];if(typeof result!="function")return result.value;
var address=getFunctionAddress(result);if(address)return address;
result=addFunction(result);(growMemViews(),HEAPU32)[symbolIndex>>2]=index;return result};
"""


def slim_loader(source: str) -> str:
    """The loader (89 MB of JavaScript) without what is not used (under 1 MB left)."""
    source = _drop_symbol_assignments(source)
    source = _replace_once(source, _EAGER_SYMBOLS, _LAZY_SYMBOLS, "eager symbols")
    source = _replace_once(source, "updateGOT(origExports);", "updateUsedGOT(origExports);", "global offset table")
    used_only = (
        "var updateUsedGOT=all=>{var used={};for(var k in GOT){if(all[k]!==undefined)used[k]=all[k]}updateGOT(used)};"
    )
    source = _replace_once(source, "var updateGOT=", used_only + "var updateGOT=", "updateGOT")
    source = _replace_once(source, "var pthreadPoolSize=4", "var pthreadPoolSize=0", "thread pool")
    # Node's permission model refuses process.binding; the same constants are public.
    source = _replace_once(source, 'process.binding("constants")["fs"]', 'require("fs").constants', "file constants")
    start = _find(source, "var __dlsym_catchup_js=", "dlsym")
    end = _find(source, '__dlsym_js.sig="pppp"', "dlsym signature")
    return source[:start] + _LAZY_DLSYM + source[end:]


def _drop_symbol_assignments(source: str) -> str:
    """Keep, of 200,000 lines `_x=Module["_x"]=wasmExports["x"]` and their `var`, those that the rest refers to."""
    body_start = _find(source, _ASSIGN, "export assignments") + len(_ASSIGN)
    after = source.find(_AFTER_ASSIGN, body_start)
    if after < 0 or not source[:after].rstrip().endswith("}"):
        raise UnexpectedContent("lean.js: the end of the export assignments was not found")
    body = source[body_start : source.rindex("}", body_start, after)]
    declared = source.rfind("var _main", 0, body_start)
    if declared < 0:
        raise UnexpectedContent("lean.js: the declaration of the exports was not found")
    declared_end = source.index(";", declared) + 1
    before, between, rest = source[:declared], source[declared_end : body_start - len(_ASSIGN)], source[after:]
    used = set(_IDENTIFIER.findall(before)) | set(_IDENTIFIER.findall(between)) | set(_IDENTIFIER.findall(rest))
    kept = [line for line in body.split(";") if line.split("=", 1)[0] in used]
    names = ",".join(line.split("=", 1)[0] for line in kept)
    return f"{before}var {names};{between}{_ASSIGN}{';'.join(kept)}}}{rest}"


def _find(source: str, text: str, what: str) -> int:
    at = source.find(text)
    if at < 0:
        raise UnexpectedContent(f"lean.js: {what} not found")
    return at


def _replace_once(source: str, old: str, new: str, what: str) -> str:
    if source.count(old) != 1:
        raise UnexpectedContent(f"lean.js: {what} found {source.count(old)} times instead of once")
    return source.replace(old, new)


# task_manager::enqueue_core: a task is run at once if its priority *equals* the one for synchronous tasks. With
# "lower or equal, unsigned" every task is run where it is enqueued, and no thread is ever started.
_ENQUEUE = bytes.fromhex("010b7f238d0241206b2207248d020240200228020c28020c2203417f460440")
_ENQUEUE_COMPARISON = 28
_I32_EQ, _I32_LE_U = 0x46, 0x4D

# task_manager::wait_for: waiting for a task that nobody has resolved would block for ever; it traps instead.
_WAIT_FOR = bytes.fromhex("01047f238d0241106b2203248d020240024002402001fe1002080d00")
_LOCAL_GET_3 = b"\x20\x03"
_UNREACHABLE_NOP = b"\x00\x01"


def patch_module(module: bytearray) -> None:
    """Edit the WebAssembly module in place (three bytes) so that it runs in one thread."""
    at = _only(module, _ENQUEUE, "enqueue_core") + _ENQUEUE_COMPARISON
    if module[at] != _I32_EQ:
        raise UnexpectedContent("lean.wasm: enqueue_core has no comparison where it is expected")
    module[at] = _I32_LE_U
    at = _only(module, _WAIT_FOR, "wait_for") + len(_WAIT_FOR)
    if module[at : at + 2] != _LOCAL_GET_3:
        raise UnexpectedContent("lean.wasm: wait_for does not go on as expected")
    module[at : at + 2] = _UNREACHABLE_NOP


def _only(module: bytearray, pattern: bytes, what: str) -> int:
    at = module.find(pattern)
    if at < 0 or module.find(pattern, at + 1) >= 0:
        raise UnexpectedContent(f"lean.wasm: {what} is not there exactly once")
    return at
