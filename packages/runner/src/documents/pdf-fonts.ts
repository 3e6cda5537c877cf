import { readFileSync } from 'node:fs';
import { create, type Font, type Glyph, type GlyphPosition, type GlyphRun } from 'fontkit';
import { unpackWoff } from './woff.ts';

/** Letters of European scripts, Hebrew, Arabic and symbols; then, less handsome, of nearly all others. */
const files = [
  '@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff',
  '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
] as const;

const fonts = new Map<string, Font>();
const places = new Map<number, GlyphPlace | undefined>();

/** Where a character's glyph is found. */
export interface GlyphPlace {
  /** Index of the font. */
  readonly font: number;
  readonly glyph: Glyph;
  /** How far it moves on, in units of the font. */
  readonly units: number;
  /** The same, in parts of the font size. */
  readonly advance: number;
}

/** A font for pdfkit to embed, read when it is first needed. */
export function fontAt(index: number): Font {
  const file = files[index] ?? files[0];
  const font = fonts.get(file) ?? withPlainLayout(load(file));
  fonts.set(file, font);
  return font;
}

/** The glyph of a character in the first font that has one. */
export function glyphOf(codePoint: number): GlyphPlace | undefined {
  if (places.has(codePoint)) return places.get(codePoint);
  const font = files.findIndex((_, index) => fontAt(index).hasGlyphForCodePoint(codePoint));
  const place = font < 0 ? undefined : placeIn(font, codePoint);
  places.set(codePoint, place);
  return place;
}

function placeIn(index: number, codePoint: number): GlyphPlace {
  const font = fontAt(index);
  const glyph = font.glyphForCodePoint(codePoint);
  const units = glyph.advanceWidth;
  return { font: index, glyph, units, advance: units / font.unitsPerEm };
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
 * The font with a layout that sets such scripts glyph by glyph: fontkit's own looks for ligatures and joined forms in
 * all text, many times as slow.
 */
function withPlainLayout(font: Font): Font {
  const layout: Font['layout'] = (text, ...rest) =>
    plain.test(text) ? glyphByGlyph(text) : font.layout(text, ...rest);
  return Object.create(font, { layout: { value: layout } }) as Font;
}

/** What pdfkit reads of a laid out text, for characters that are known to be of one font. */
function glyphByGlyph(text: string): GlyphRun {
  const glyphs: Glyph[] = [];
  const positions: GlyphPosition[] = [];
  for (const character of text) {
    const place = glyphOf(character.codePointAt(0) ?? 0);
    if (place === undefined) continue;
    glyphs.push(place.glyph);
    positions.push({ xAdvance: place.units, yAdvance: 0, xOffset: 0, yOffset: 0 });
  }
  const run = {
    glyphs,
    positions,
    // pdfkit changes the positions to its own scale before it asks
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
  return run as unknown as GlyphRun;
}
