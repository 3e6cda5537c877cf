import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph, type GlyphRun } from 'fontkit';
import { unpackWoff } from './woff.ts';

/** Letters of European scripts, Hebrew, Arabic and symbols; then, less handsome, of nearly all others. */
const files = [
  '@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff',
  '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
] as const;

/** A character as pdfkit is to draw it. */
export interface Letter {
  /** Index of its font. */
  readonly font: number;
  /** How far it moves on, in parts of the font size. */
  readonly advance: number;
  readonly glyph: Pick<Glyph, 'id' | 'advanceWidth' | 'codePoints'>;
}

const fonts = new Map<number, Font>();
const letters = new Map<number, Letter | undefined>();

/** The character in the first font that has it; undefined where none has. */
export function letterOf(codePoint: number): Letter | undefined {
  if (letters.has(codePoint)) return letters.get(codePoint);
  const index = files.findIndex((_, at) => fontToMeasure(at).hasGlyphForCodePoint(codePoint));
  const letter = index < 0 ? undefined : letterIn(index, codePoint);
  letters.set(codePoint, letter);
  return letter;
}

function letterIn(index: number, codePoint: number): Letter {
  const font = fontToMeasure(index);
  const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
  return {
    font: index,
    advance: advanceWidth / font.unitsPerEm,
    glyph: { id, advanceWidth, codePoints: [codePoint] },
  };
}

function fontToMeasure(index: number): Font {
  const font = fonts.get(index) ?? load(files[index] ?? files[0]);
  fonts.set(index, font);
  return font;
}

function load(file: string): Font {
  const font = create(unpackWoff(readFileSync(new URL(import.meta.resolve(file)))));
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts`);
  return font;
}

/** Scripts whose letters stand one behind the other whatever their neighbours: no shaping is needed. */
const plain =
  /^[\u0020-\u02ff\u0370-\u0482\u048a-\u058f\u10a0-\u10ff\u1e00-\u1fff\u2010-\u2027\u2030-\u27ff\u3000-\u3029\u3030-\u3098\u309b-\u9fff\uac00-\ud7a3\ufffd]*$/u;

/**
 * A font as pdfkit takes it, one for each document: fontkit remembers glyphs (`_glyphs`) with the character for which it
 * met them first, and a document would hang on those before it. Scripts that are plain are set glyph by glyph: fontkit's
 * own layout looks for ligatures and joined forms in all text, many times as slow.
 */
export function fontToEmbed(index: number): Font {
  const font = Object.create(fontToMeasure(index), { _glyphs: { value: {} } }) as Font;
  const layoutOf = font.layout.bind(font);
  const layout: Font['layout'] = (text, ...rest) => (plain.test(text) ? glyphByGlyph(text) : layoutOf(text, ...rest));
  return Object.defineProperty(font, 'layout', { value: layout });
}

/** What pdfkit reads of a laid out text, for characters that are known to be of one font. */
function glyphByGlyph(text: string): GlyphRun {
  const lettersOfText = Array.from(text, (character) => letterOf(character.codePointAt(0) ?? 0)).filter(
    (l) => l !== undefined,
  );
  const positions = lettersOfText.map(({ glyph }) => ({
    xAdvance: glyph.advanceWidth,
    yAdvance: 0,
    xOffset: 0,
    yOffset: 0,
  }));
  const run = {
    glyphs: lettersOfText.map(({ glyph }) => glyph),
    positions,
    // pdfkit changes the positions to its own scale before it asks
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
  return run as unknown as GlyphRun;
}
