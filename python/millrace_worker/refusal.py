"""What a person is told who asks for something that cannot be done."""

import re

#: What to do where an input has no rows.
PRECEDING = "check which rows the preceding nodes filter out"


class Refusal(Exception):
    """What is wrong with the rows or fields of a node: the field (or none), one sentence, and what to do."""

    def __init__(self, field: str, message: str, remedy: str):
        super().__init__(message)
        self.field, self.message, self.remedy = field, message, remedy

    def said(self) -> dict[str, str]:
        return {"field": self.field, "message": self.message, "remedy": self.remedy}


#: How scikit-learn begins where it does not like the value of a parameter.
OF_PARAMETER = re.compile(r"The '(\w+)' parameter of \w+ (must be .*)\. Got (.*) instead\.", re.DOTALL)
#: A text as Python writes it.
QUOTED = re.compile(r"^'(.*)'$", re.DOTALL)
#: How XGBoost begins and ends: with time, place and condition, and with calls.
AROUND = re.compile(r"^\[[\d:]+\] (WARNING: )?\S+:\d+: (Check failed: [^:]*: )?| Stack trace: .*$")


def words_of(said: Exception | Warning) -> str:
    """What a library says, in one line and without where in its sources it says so."""
    text = AROUND.sub("", " ".join(str(said).split()))
    if type(said).__name__ == "ConvergenceWarning" and "converge" in text:
        return 'the model did not converge: increase the maximum iterations in field "max_iter", or scale the features'
    if text.startswith("The number of unique classes is greater than 50%"):
        return "more than half of the rows have a class of their own: choose a regression node for continuous numbers"
    return text


def refusal_of(error: Exception, fields: dict[str, str]) -> Refusal | None:
    """What a library says of values that it does not take; nothing for a fault of ours."""
    if not isinstance(error, (ValueError, ArithmeticError)) and type(error).__name__ not in ("InvalidParameterError", "LinAlgError"):
        return None
    text = words_of(error)
    found = OF_PARAMETER.match(text)
    if found is not None:
        name = fields.get(found[1], found[1])
        value = QUOTED.sub(r'"\1"', found[3])
        return Refusal(name, f'invalid value {value} for field "{name}": {found[2]}', "enter a value that meets this rule")
    [first] = text.split(". ")[:1]
    return Refusal("", first.rstrip(".") or type(error).__name__, "check the fields of the node and its input")
