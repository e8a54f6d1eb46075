"""Build the starter suite from its sources: `python cases/starter/build.py [--check] [--lean] [--topic NAME]`.

Without options: check every rule and write the case files and the controls' recordings. With `--check`: write nothing
and fail where a file on disk differs. With `--topic`: look at one source only and write nothing. With `--lean`: also
have Lean verify every formalization (slower).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))

from builder.authoring import Finding  # noqa: E402
from builder.suite import Suite, files, load, table  # noqa: E402


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="build.py", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file on disk differs")
    parser.add_argument("--topic", metavar="NAME", help="only source/NAME.yaml; writes nothing")
    parser.add_argument("--lean", action="store_true", help="verify every formalization with the embedded Lean")
    parser.add_argument("--source", type=Path, default=HERE / "source", help="folder of the sources")
    parser.add_argument("--output", type=Path, default=HERE, help="folder to write to")
    options = parser.parse_args(argv)

    paths = sorted(options.source.glob("*.yaml"))
    if not any(options.topic in (None, path.stem) for path in paths):
        print(f"no source {options.topic or '*'}.yaml in {options.source}", file=sys.stderr)
        return 2
    # All are read even for one topic: ids must differ over all of them.
    suite = load(paths)
    if options.topic:
        suite = suite.only(f"{options.topic}.yaml")
    if options.lean:
        suite.findings += _verify(suite)
    print(table(suite))
    for finding in suite.findings:
        print(finding)
    errors = [finding for finding in suite.findings if not finding.warning]
    if errors:
        print(f"\n{len(errors)} to mend; nothing written")
        return 1
    if options.topic:
        return 0
    return _compare(suite, options.output) if options.check else _write(suite, options.output)


def _verify(suite: Suite) -> list[Finding]:
    # Imported here: without --lean the builder needs no Lean.
    from builder.lean_check import verify

    from pytest_faithform.lean.backends.embedded import EmbeddedLean

    lean = EmbeddedLean()
    try:
        return verify(suite, lean)
    finally:
        lean.close()


def _write(suite: Suite, output: Path) -> int:
    for name, text in files(suite).items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
        print(f"wrote {name}: {text.count(chr(10))} lines")
    return 0


def _compare(suite: Suite, output: Path) -> int:
    stale = []
    for name, text in files(suite).items():
        path = output / name
        if not path.is_file() or path.read_bytes() != text.encode("utf-8"):
            stale.append(name)
    for name in stale:
        print(f"{name} is not what the sources give; run build.py without --check")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
