/** Letters of a word that fits into a narrow column. */
const fitting = 18;

/**
 * The parts of a text between possible line breaks: a long name breaks at its own words, as
 * `BinaryClassification|Evaluator`, `number_of_|calls`.
 */
export const partsOf = (text: string): readonly string[] =>
  text.split(/(?<=\s)/).reduce<string[]>(
    (parts, word) => {
      const [first = '', ...rest] =
        word.length <= fitting
          ? [word]
          : word.split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[_/.,:=-])(?=[^\s_/.,:=-])/);
      return [...parts.slice(0, -1), (parts.at(-1) ?? '') + first, ...rest];
    },
    [''],
  );
