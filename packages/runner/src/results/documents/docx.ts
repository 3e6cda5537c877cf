import { Zip, ZipDeflate } from 'fflate';
import type { DocumentKind, DocumentWriter, Write } from './document.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const relationships = (kind: string, target: string): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/${kind}" Target="${target}"/></Relationships>`;

/** What stands beside the text. Source: ECMA-376, part 1, 11 (WordprocessingML) and part 2 (packages). */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
  '_rels/.rels': relationships('officeDocument', 'word/document.xml'),
  'word/_rels/document.xml.rels': relationships('styles', 'styles.xml'),
  'word/styles.xml': `${declaration}<w:styles xmlns:w="${main}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style></w:styles>`,
};
/** A4 with margins of 2.54 cm, in twentieths of a point. */
const page =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text and tabs of a line as the content of a run. */
const runOf = (line: string): string =>
  line
    .split('\t')
    .map((text) =>
      text === '' ? '' : `<w:t xml:space="preserve">${text.replaceAll(/[&<>]/g, (c) => entities[c] ?? c)}</w:t>`,
    )
    .join('<w:tab/>');

const paragraph = (line: string, properties: string): string => {
  const run = runOf(line);
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${run === '' ? '' : `<w:r>${run}</w:r>`}</w:p>`;
};

/** Characters that are compressed at once. */
const atOnce = 1 << 16;
const encoder = new TextEncoder();

class DocxWriter implements DocumentWriter {
  readonly #zip: Zip;
  readonly #body: ZipDeflate;
  #text = `${declaration}<w:document xmlns:w="${main}"><w:body>`;

  constructor(write: Write) {
    this.#zip = new Zip((error, piece) => {
      if (error !== null) throw error;
      write(piece);
    });
    for (const [name, text] of Object.entries(parts)) this.#part(name).push(encoder.encode(text), true);
    this.#body = this.#part('word/document.xml');
  }

  add(text: string, onNewPage: boolean): void {
    const lines = text.split('\n');
    lines.forEach((line, i) => {
      const first = i === 0 && onNewPage ? '<w:pageBreakBefore/>' : '';
      const last = i === lines.length - 1 ? '<w:spacing w:after="160"/>' : '';
      this.#text += paragraph(line, first + last);
      if (this.#text.length > atOnce) this.#flush(false);
    });
  }

  end(): void {
    this.#text += `${page}</w:body></w:document>`;
    this.#flush(true);
    this.#zip.end();
  }

  /** A file in the package, always of the same date: the first that ZIP knows. */
  #part(name: string): ZipDeflate {
    const part = new ZipDeflate(name, { level: 6 });
    part.mtime = new Date(1980, 0, 1);
    this.#zip.add(part);
    return part;
  }

  #flush(final: boolean): void {
    this.#body.push(encoder.encode(this.#text), final);
    this.#text = '';
  }
}

/** Documents of word processors: a line a paragraph. */
export const docx: DocumentKind = { extension: 'docx', begin: (_title, write) => new DocxWriter(write) };
