import { shownUrl } from '@millrace/workflow';
import { pyString } from './text.ts';

/** Name of the function that {@link fetchedFunction} defines. */
const name = 'fetched';

/** What a program needs that reads a text from a URL. */
export const fetchedImports = ['from tempfile import NamedTemporaryFile', 'from urllib.request import urlopen'];

/** Python that copies the text of a URL into a file for Spark, as UTF-8. */
export const fetchedFunction = `def ${name}(url):
    """The text of a URL in a file of this machine, where Spark has to run too."""
    with urlopen(url, timeout=30) as answer:
        text = answer.read().decode(answer.headers.get_content_charset("utf-8"), "replace")
    with NamedTemporaryFile("w", encoding="utf-8", newline="", suffix=".txt", delete=False) as file:
        file.write(text.removeprefix("\\ufeff"))
    return file.name`;

/** Python of the file with the text of a URL: of the URL itself, or of a variable where the URL may hold secrets. */
export class FetchedTexts {
  readonly #variables = new Map<string, string>();

  code(url: string): string {
    const address = shownUrl(url);
    if (address === url.trim()) return `${name}(${pyString(address)})`;
    const variable = this.#variables.get(url) ?? `URL_${this.#variables.size + 1}`;
    this.#variables.set(url, variable);
    return `${name}(${variable})`;
  }
  /** The lines that take URLs with secrets from the environment. */
  definitions(): readonly string[] {
    return [...this.#variables].map(
      ([url, variable]) => `${variable} = os.environ[${pyString(variable)}]  # ${shownUrl(url)}`,
    );
  }
}
