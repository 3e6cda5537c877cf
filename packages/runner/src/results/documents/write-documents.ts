import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentLayout, DocumentSave } from '@millrace/processors';
import type { DataFrame, ExecuteOptions } from '@millrace/spark-connect';
import type { DocumentKind, DocumentWriter } from './document.ts';
import { FileNames } from './file-names.ts';
import { loadKind } from './kinds.ts';
import { Sink } from './sink.ts';

/** A row that becomes part of a document. */
interface Row {
  readonly content: string | null;
  readonly name: string;
  /** Its page number as text; empty where it has none. */
  readonly page: string;
  /** 1 for the first row. */
  readonly number: number;
}

/** Writes rows as documents into a new folder, as they arrive. Gives what the user should know, one line each. */
export async function writeDocuments(
  { data, format, documents }: DocumentSave,
  folder: string,
  options: ExecuteOptions = {},
): Promise<readonly string[]> {
  const kind = await loadKind[format]();
  await mkdir(folder);
  const names = new FileNames(documents.fallbackName, documents.ascii ? await asciiSpeller() : undefined);
  const { keyOf, nameOf } = units[documents.per];
  await using writing = new Documents(kind, folder);
  let at: string | undefined;
  for await (const row of rowsOf(data, options)) {
    const key = keyOf(row);
    if (key !== at) await writing.begin(nameOf(names, row));
    at = key;
    await writing.add(row);
  }
  if (at === undefined && documents.per === 'all') await writing.begin(names.takeNumbered(''));
  await writing.end();
  return kind.warnings?.() ?? [];
}

/** Which rows are of one document, and its name. */
interface Unit {
  keyOf(row: Row): string;
  nameOf(names: FileNames, first: Row): string;
}

const units: Readonly<Record<DocumentLayout['per'], Unit>> = {
  all: { keyOf: () => '', nameOf: (names) => names.takeNumbered('') },
  name: { keyOf: ({ name }) => name, nameOf: (names, { name }) => names.take(name) },
  page: { keyOf: ({ page }) => page, nameOf: (names, { page }) => names.takeNumbered(page) },
  row: { keyOf: ({ number }) => String(number), nameOf: (names, { number }) => names.takeNumbered(String(number)) },
};

async function asciiSpeller(): Promise<(name: string) => string> {
  const { default: anyAscii } = await import('any-ascii');
  return (name) => anyAscii(name.normalize('NFC'));
}

async function* rowsOf(data: DataFrame, options: ExecuteOptions): AsyncGenerator<Row> {
  let columns: readonly string[] = [];
  let number = 0;
  for await (const event of data.events(options)) {
    if (event.kind === 'schema') columns = event.schema.fields.map(({ name }) => name);
    if (event.kind !== 'batch') continue;
    const { batch } = event;
    const textOf = (column: string) => {
      const index = columns.indexOf(column);
      return (row: number) => (index < 0 ? null : (batch.value(row, index) as string | null));
    };
    const [content, name, page] = [textOf('content'), textOf('name'), textOf('page')];
    for (let row = 0; row < batch.rowCount; row++)
      yield {
        content: content(row),
        name: (name(row) ?? '').trim(),
        // numbers that were computed may come as 1.0
        page: (page(row) ?? '').trim().replace(/\.0+$/, ''),
        number: ++number,
      };
  }
}

/** Documents of a folder, one at a time. */
class Documents implements AsyncDisposable {
  readonly #kind: DocumentKind;
  readonly #folder: string;
  #sink: Sink | undefined;
  #writer: DocumentWriter | undefined;
  #page: string | undefined;

  constructor(kind: DocumentKind, folder: string) {
    this.#kind = kind;
    this.#folder = folder;
  }

  async begin(name: string): Promise<void> {
    await this.end();
    this.#sink = await Sink.create(join(this.#folder, `${name}.${this.#kind.extension}`));
    this.#writer = this.#kind.begin(name, this.#sink.write);
    this.#page = undefined;
  }

  async add({ content, page }: Row): Promise<void> {
    if (content === null) return;
    for (const [i, text] of clean(content).split('\f').entries()) {
      const isNewPage = i > 0 || (this.#page !== undefined && this.#page !== page);
      this.#writer?.add(text, isNewPage);
      if (this.#sink?.isFull) await this.#sink.flush();
    }
    this.#page = page;
  }

  async end(): Promise<void> {
    this.#writer?.end();
    await this.#sink?.flush();
    await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const sink = this.#sink;
    [this.#sink, this.#writer] = [undefined, undefined];
    await sink?.[Symbol.asyncDispose]();
  }
}

/** Text with line feeds as its only line ends, tabs and form feeds; other control characters become �. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\v\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/[\0-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd');
