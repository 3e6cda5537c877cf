/** Endings of names that say what kind of document a file is; the document written has its own. */
const endings = /\.(?:pdf|docx?|odt|rtf|html?|xhtml|txt|md|csv|json|xml)$/i;
const refusedCharacters = /[\u0000-\u001f\u007f<>:"|?*]/g;
/** File systems take 255 bytes; a number and the ending come on top. */
const maxBytes = 200;
const lastResort = 'document';

/** A file's name without its ending, safe on every file system; empty where nothing of it is left. */
function clean(name: string): string {
  const last = name.toWellFormed().normalize('NFC').trim().split(/[/\\]/).at(-1) ?? '';
  const safe = last.trim().replace(endings, '').replaceAll(refusedCharacters, '_');
  // names that begin with . or _ are hidden from readers, and Windows cuts blanks and dots off the end
  return shorten(safe.replace(/^[._\s]+/, '')).replace(/[.\s]+$/, '');
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  let short = '';
  for (const character of name) {
    if (Buffer.byteLength(short + character) > maxBytes) break;
    short += character;
  }
  return short;
}

/** Gives the documents of one folder their names, none of them twice, whatever their case. */
export class FileNames {
  readonly #fallback: string;
  readonly #spell: (name: string) => string;
  readonly #names = new Map<string, number>();

  /** `spell` changes a name before it is cleaned, as into ASCII. */
  constructor(fallback: string, spell: (name: string) => string = (name) => name) {
    this.#spell = spell;
    this.#fallback = clean(spell(fallback)) || lastResort;
  }

  /** A free name after the one wanted, without an ending. */
  take(base: string): string {
    const name = clean(this.#spell(base)) || this.#fallback;
    for (;;) {
      const key = name.toLowerCase();
      const number = (this.#names.get(key) ?? 0) + 1;
      this.#names.set(key, number);
      if (number === 1) return name;
      const numbered = `${name} (${number})`;
      if (this.#names.has(numbered.toLowerCase())) continue;
      this.#names.set(numbered.toLowerCase(), 1);
      return numbered;
    }
  }

  /** A free name after the fallback. `part`: what tells it apart from others, e.g. a page number. */
  takeNumbered(part: string): string {
    return this.take(part === '' ? this.#fallback : `${this.#fallback}_${part.replaceAll(/[/\\]/g, '_')}`);
  }
}
