"""`save` and `load`: models of scikit-learn as files of skops, with a card beside them that says what they are.

Nothing here is a pickle: skops makes only objects of the types that it trusts, which are those of scikit-learn and NumPy,
and XGBoost reads and writes its trees as numbers (UBJSON).
"""

import hashlib
import json
import platform
from pathlib import Path
from typing import Any

import numpy as np

from .refusal import Refusal
from .work import Answer, Fitted, Given

FORMAT = 1
#: What a card says of the files beside it, and not of the model.
OF_FILES = {"format", "file", "sha256", "versions"}
#: Types that skops leaves to us: parts of trees, which hold numbers alone, and estimators of XGBoost, whose trees are numbers too.
TRUSTED = {
    "sklearn.tree._tree.Tree",
    "xgboost.core.Booster",
    "xgboost.sklearn.XGBRegressor",
    "millrace_worker.boosted_trees.BoostedClassifier",
}
ELSEWHERE = "choose a folder with a model that was saved by a node, or save the model again"


def save(given: Given) -> Answer:
    """Writes the model and its card into the folder `to`."""
    fitted = given.model()
    folder = Path(given["to"])
    folder.mkdir()
    if fitted.about["library"] == "sklearn":
        import skops.io

        file = folder / "model.skops"
        skops.io.dump(fitted.model, file)
        told = {"parameters": parameters_of(fitted.model)}
    elif fitted.about["library"] == "xgboost":
        file = folder / "model.ubj"
        fitted.model.save_model(file)
        told = {}
    else:
        from .series import save_series

        file = save_series(fitted, folder)
        told = {}
    card = {
        "format": FORMAT,
        **fitted.about,
        **told,
        "file": file.name,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "versions": versions(fitted.about["library"]),
    }
    (folder / "card.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    return {}, {}


def parameters_of(model: Any) -> dict[str, Any]:
    """What the model was told, for people: values that JSON does not have are texts."""
    told = model.get_params(deep=False) if hasattr(model, "get_params") else {}
    return {name: one if is_json(one) else str(one) for name, one in sorted(told.items())}


def is_json(value: Any) -> bool:
    return value is None or isinstance(value, (str, bool, int)) or (isinstance(value, float) and np.isfinite(value))


def versions(library: str) -> dict[str, str]:
    used = {"python": platform.python_version(), "numpy": np.__version__}
    if library == "xgboost":
        import xgboost

        return {**used, "xgboost": xgboost.__version__}
    import scipy
    import sklearn
    import skops

    return {**used, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__, "skops": skops.__version__}


def load(given: Given) -> Answer:
    """Reads a saved model; its card has been read by who asks."""
    card: dict[str, Any] = given["card"]
    file = given.files["model"]
    if card.get("format") != FORMAT:
        raise Refusal("path", f"cannot load a model in format {card.get('format')}: this version reads format {FORMAT}", ELSEWHERE)
    # XGBoost ends the process for an empty file and for some damaged ones: this check comes before a library reads it
    if hashlib.sha256(file.read_bytes()).hexdigest() != card.get("sha256"):
        raise Refusal("path", f'the model in path "{given["path"]}" is damaged: its file has changed since it was saved', ELSEWHERE)
    if card["library"] == "sklearn":
        model = read_skops(file, given["path"])
    elif card["library"] == "xgboost":
        model = read_trees(file, given["path"], card.get("places"))
    else:
        from .series import load_series

        model = load_series(card, file)
    given.models[given["model"]] = Fitted(model, {key: card[key] for key in card if key not in OF_FILES})
    return {}, {}


def read_skops(file: Path, path: str) -> Any:
    import skops.io

    try:
        found = skops.io.get_untrusted_types(file=file)
        strange = [one for one in found if one not in TRUSTED]
        if strange:
            raise Refusal("path", f'the file in path "{path}" contains objects of types that no model has: {", ".join(strange[:5])}', ELSEWHERE)
        return skops.io.load(file, trusted=found)
    except Refusal:
        raise
    except Exception as error:
        raise Refusal("path", f'cannot read the model in path "{path}": {" ".join(str(error).split())[:200]}', ELSEWHERE) from error


def read_trees(file: Path, path: str, places: int | None) -> Any:
    import xgboost

    written = file.read_bytes()
    try:
        # what does not even begin as a model ends the process
        if not written.startswith(b"{L"):
            raise ValueError("no object of UBJSON")
        booster = xgboost.Booster(model_file=bytearray(written))
    except ValueError as error:
        raise Refusal("path", f'cannot read the model in path "{path}"', ELSEWHERE) from error
    if booster.num_features() != places:
        raise Refusal("path", f'the model in path "{path}" has {booster.num_features()} features, but its card describes another model', ELSEWHERE)
    return booster
