"""A model in GGUF as the folder that vLLM reads: python unpack_gguf.py FOLDER_WITH_THE_GGUF TARGET"""

from __future__ import annotations

import sys
from pathlib import Path


def main(source: Path, target: Path) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer  # type: ignore[import-not-found]

    name = next(source.glob("*.gguf")).name
    model = AutoModelForCausalLM.from_pretrained(source, gguf_file=name)
    # It is unpacked by now, and would not be written as what it was.
    model.hf_quantizer, model.is_quantized = None, False
    if hasattr(model.config, "quantization_config"):
        del model.config.quantization_config
    model.save_pretrained(target)
    AutoTokenizer.from_pretrained(source, gguf_file=name).save_pretrained(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
