import type { DocumentKind, DocumentWriter, Write } from './document.ts';

const style =
  'body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font-family: sans-serif; line-height: 1.5 } ' +
  'p { white-space: pre-wrap; overflow-wrap: anywhere } section + section { break-before: page }';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);

const opens = /^\s*<(?:[a-z][a-z0-9-]*(?:[\s/][^>]*)?|!doctype[^>]*|!--[\s\S]*?--)>/i;
const closes = /(?:<\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?|--)>\s*$/i;
/** True for text that begins and ends with a tag; an address as `<jane@example.org>` is none. */
const isHtml = (text: string): boolean => opens.test(text) && closes.test(text);
const isWholePage = (text: string): boolean => /^\s*(?:<!doctype html|<html[\s>])/i.test(text);

/** What a page shows: what stands between its body tags. */
const bodyOf = (page: string): string =>
  /<body(?:\s[^>]*)?>([\s\S]*)<\/body\s*>/i.exec(page)?.[1] ??
  page.replaceAll(/<!doctype[^>]*>|<head(?:\s[^>]*)?>[\s\S]*?<\/head\s*>|<\/?(?:html|body)(?:\s[^>]*)?>/gi, '');

class HtmlWriter implements DocumentWriter {
  readonly #title: string;
  readonly #write: Write;
  /** A whole page that may turn out to be alone. */
  #pending: string | undefined;
  #hasBegun = false;

  constructor(title: string, write: Write) {
    this.#title = title;
    this.#write = write;
  }

  add(text: string, onNewPage: boolean): void {
    if (!this.#hasBegun && this.#pending === undefined && isHtml(text) && isWholePage(text)) {
      this.#pending = text;
      return;
    }
    this.#begin();
    if (onNewPage) this.#write('</section>\n<section>\n');
    this.#block(text);
  }

  end(): void {
    if (this.#pending !== undefined) return this.#write(this.#pending);
    this.#begin();
    this.#write('</section>\n</body>\n</html>\n');
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#write(
      `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${escapeHtml(this.#title)}</title>\n<style>${style}</style>\n</head>\n<body>\n<section>\n`,
    );
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) this.#block(pending);
  }

  #block(text: string): void {
    const block = isHtml(text) ? (isWholePage(text) ? bodyOf(text) : text) : `<p>${escapeHtml(text)}</p>`;
    this.#write(`${block}\n`);
  }
}

/** Web pages: text as paragraphs, HTML as it is. */
export const html: DocumentKind = {
  extension: 'html',
  begin: (title, write) => new HtmlWriter(title, write),
};
