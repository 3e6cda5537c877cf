"""Text of PDF files: `pdf_text.py FILE...` prints a JSON list of {"file", "text"}, one entry a file.

Pages follow each other with a line end between. A file that cannot be read ends the program with one line on stderr
that names it, and exit code 1.
"""

import json
import logging
import sys
from pathlib import Path

from pypdf import PdfReader
from pypdf.errors import FileNotDecryptedError, PyPdfError


def text_of(path: str) -> str:
    with open(path, "rb") as file:
        if b"%PDF-" not in file.read(1024):
            raise ValueError("it is no PDF")
    reader = PdfReader(path)
    if reader.is_encrypted and not reader.decrypt(""):
        raise FileNotDecryptedError("it is protected by a password")
    return "\n".join(page.extract_text() for page in reader.pages)


def main(paths: list[str]) -> int:
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    texts = []
    for path in paths:
        try:
            texts.append({"file": path, "text": text_of(path)})
        # pypdf lets errors of its own parts through for files that are no PDF at all
        except (PyPdfError, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            why = " ".join(str(error).split()) or type(error).__name__
            print(f'"{Path(path).name}" cannot be read as a PDF: {why}', file=sys.stderr)
            return 1
    # lone surrogates of a broken font table cannot be written as UTF-8
    json.dump(texts, sys.stdout, ensure_ascii=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
