import PDFDocument from 'pdfkit';
import type { DocumentKind, DocumentWriter, Write } from './document.ts';
import { fontToEmbed } from './pdf-fonts.ts';
import { legible, linesOf, runsOf } from './pdf-lines.ts';

/** A4; all in points. */
const margin = 56;
const [pageWidth, pageHeight] = [595.28, 841.89];
const fontSize = 10;
const lineHeight = 14;
const afterBlock = 7;
/** From the top of a line down to where its letters stand. */
const toBaseline = 10.5;

/** PDF holds a date; documents of the same text are to be the same. */
const date = new Date(Date.UTC(1980, 0, 1));

class PdfWriter implements DocumentWriter {
  readonly #doc: PDFKit.PDFDocument;
  readonly #write: Write;
  readonly #onLost: (character: string) => void;
  readonly #fonts = new Map<number, ReturnType<typeof fontToEmbed>>();
  #y = margin;

  constructor(title: string, write: Write, onLost: (character: string) => void) {
    this.#write = write;
    this.#onLost = onLost;
    // without a first font, which would be Helvetica; the types know of none
    const noFont = { font: null as unknown as string };
    this.#doc = new PDFDocument({
      ...noFont,
      size: [pageWidth, pageHeight],
      margin,
      info: { Title: title, CreationDate: date },
    });
  }

  add(text: string, onNewPage: boolean): void {
    if (onNewPage) this.#turn();
    for (const line of linesOf(legible(text, this.#onLost), (pageWidth - 2 * margin) / fontSize)) {
      if (this.#y + lineHeight > pageHeight - margin) this.#turn();
      this.#line(line);
      this.#y += lineHeight;
    }
    this.#y += afterBlock;
  }

  end(): void {
    this.#doc.end();
    this.#flush();
  }

  #line(line: string): void {
    this.#doc.x = margin;
    for (const { text, font } of runsOf(line))
      this.#doc
        // pdfkit takes a font of fontkit as it is, which its types do not say
        .font(this.#font(font) as unknown as string, `font-${font}`, fontSize)
        // with a list of features, pdfkit lays a run out as a whole and remembers no word
        .text(text, this.#doc.x, this.#y + toBaseline, { lineBreak: false, baseline: 'alphabetic', features: [] });
  }

  #font(index: number): ReturnType<typeof fontToEmbed> {
    const font = this.#fonts.get(index) ?? fontToEmbed(index);
    this.#fonts.set(index, font);
    return font;
  }

  #turn(): void {
    this.#doc.addPage();
    this.#y = margin;
    this.#flush();
  }

  #flush(): void {
    const piece = this.#doc.read() as Buffer | null;
    if (piece !== null) this.#write(piece);
  }
}

/** Most characters that a warning names. */
const maxListed = 10;

/** PDF documents, their text in embedded fonts. */
export function pdf(): DocumentKind {
  const characters = new Set<string>();
  return {
    extension: 'pdf',
    begin: (title, write) => new PdfWriter(title, write, (character) => characters.add(character)),
    warnings: () =>
      characters.size === 0
        ? []
        : [
            `the fonts do not have ${characters.size === 1 ? 'a character' : `${characters.size} characters`} (${[...characters].slice(0, maxListed).map(codeOf).join(', ')}${characters.size > maxListed ? ', …' : ''}); the documents show � for ${characters.size === 1 ? 'it' : 'them'}`,
          ],
  };
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
