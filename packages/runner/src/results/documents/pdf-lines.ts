import LineBreaker from 'linebreak';
import { letterOf } from './pdf-fonts.ts';

/** A stretch of a line in one font. */
export interface Run {
  readonly text: string;
  readonly font: number;
}

const missing = '\ufffd';
const tab = '    ';
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** The text in letters that the fonts have; the others are told to `lost`. */
export const legible = (text: string, onLost: (character: string) => void): string =>
  text.replaceAll('\t', tab).replaceAll(/[^\n -~]/gu, (character) => {
    if (letterOf(codeOf(character)) !== undefined) return character;
    if (invisible.test(character)) return '';
    onLost(character);
    return missing;
  });

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;
const advanceOf = (character: string): number => letterOf(codeOf(character))?.advance ?? 0;

const widthOf = (text: string): number => {
  let width = 0;
  for (const character of text) width += advanceOf(character);
  return width;
};

/** The lines of a text that is as wide as `width`, in parts of the font size. Words wider than a line are cut. */
export function* linesOf(text: string, width: number): Generator<string> {
  for (const paragraph of text.split('\n')) yield* wrap(paragraph, width);
}

function* wrap(paragraph: string, width: number): Generator<string> {
  const breaker = new LineBreaker(paragraph);
  let [line, used, from] = ['', 0, 0];
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const piece = paragraph.slice(from, next.position);
    from = next.position;
    // blanks at the end of a line may stand over its edge
    if (used + widthOf(piece.trimEnd()) > width && line !== '') {
      yield line.trimEnd();
      [line, used] = ['', 0];
    }
    for (const character of piece) {
      const advance = advanceOf(character);
      if (used + advance > width && character.trim() !== '') {
        yield line;
        [line, used] = ['', 0];
      }
      line += character;
      used += advance;
    }
  }
  yield line.trimEnd();
}

const rightToLeft =
  /([\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?:[^\p{L}\p{N}]+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*)/u;

/** A line cut up where the font or the direction of writing changes. */
export const runsOf = (line: string): readonly Run[] => line.split(rightToLeft).flatMap(byFont);

function byFont(stretch: string): readonly Run[] {
  const runs: { text: string; font: number }[] = [];
  for (const character of stretch) {
    const font = letterOf(codeOf(character))?.font ?? 0;
    const last = runs.at(-1);
    if (last?.font === font) last.text += character;
    else runs.push({ text: character, font });
  }
  return runs;
}
