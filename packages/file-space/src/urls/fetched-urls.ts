import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FetchedText } from '@millrace/processors';
import { shownUrl } from '@millrace/workflow';
import { aboutField, runError } from '@millrace/errors';
import { systemFault } from '../file-fault.ts';
import { mustBe } from '../scan/file-kinds.ts';
import { guardedFolder, type GuardedFolder } from '../remote/guarded-folder.ts';
import { bodyOf } from './body.ts';
import { stopped } from './faults.ts';
import { openUrl } from './open-url.ts';
import type { UrlPolicy } from './policy.ts';
import { asUtf8, type TextNotes } from './text.ts';

interface FetchedFile extends FetchedText {
  readonly file: string;
  readonly bytes: number;
}

const maxText = 16 << 20;

/** The texts of a run's URLs, each fetched once into a folder that is gone with this value. */
export class FetchedUrls implements AsyncDisposable {
  readonly #policy: UrlPolicy;
  readonly #fetches = new Map<string, Promise<FetchedFile>>();
  readonly #signal: AbortSignal;
  readonly #urls = new Map<string, string>();
  readonly #parent: string | undefined;
  #folder: Promise<GuardedFolder> | undefined;

  /**
   * `signal`: breaks off what is being fetched; nothing is fetched any more. `parent`: where the folder of the texts is
   * made; the system's temporary folder if not given.
   */
  constructor(policy: UrlPolicy, signal: AbortSignal, parent?: string) {
    this.#policy = policy;
    this.#signal = signal;
    this.#parent = parent;
  }

  /** Text of which each line is a value. */
  async lines(url: string, field: string): Promise<FetchedText> {
    return inField(field, async () => {
      const { file, bytes, ...text } = await this.#once(url);
      await mustBe(file, bytes, 'lines', () => text.shown);
      return text;
    });
  }

  /** Text whole, for a document that is one value. */
  async whole(url: string, field: string): Promise<FetchedText & { readonly text: string }> {
    return inField(field, async () => {
      const { file, bytes, ...facts } = await this.#once(url);
      if (bytes > maxText) throw runError('url-document-too-large', { subject: `"${facts.shown}"` });
      return { ...facts, text: await readFile(file, 'utf8') };
    });
  }

  /** Bytes of all texts so far. */
  async bytes(): Promise<number> {
    const all = await Promise.allSettled(this.#fetches.values());
    return all.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value.bytes : 0), 0);
  }

  /** The URL whose text lies in a file; undefined for other files. */
  urlOf(file: string): string | undefined {
    return this.#urls.get(file);
  }

  /** Takes the texts away, once nothing is being fetched. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#fetches.values());
    await (await this.#folder?.catch(() => undefined))?.[Symbol.asyncDispose]();
  }

  #once(url: string): Promise<FetchedFile> {
    const fetching = this.#fetches.get(url) ?? this.#fetch(url, this.#fetches.size + 1);
    this.#fetches.set(url, fetching);
    return fetching;
  }

  async #fetch(url: string, number: number): Promise<FetchedFile> {
    const signal = this.#signal;
    const displayUrl = shownUrl(url);
    if (signal.aborted) throw stopped({ subject: `"${displayUrl}"` });
    const opened = await openUrl(url, this.#policy, signal);
    const { response, context } = opened;
    try {
      const { path } = await (this.#folder ??= guardedFolder(this.#parent));
      const file = join(path, `${number}.txt`);
      const notes: TextNotes = {};
      const text = asUtf8(bodyOf(opened, this.#policy), response.headers['content-type'], context, notes);
      await pipeline(text, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal });
      this.#urls.set(file, url);
      return {
        file,
        bytes: (await stat(file)).size,
        location: { paths: [file], names: [file], partitions: [] },
        shown: displayUrl,
        warnings: notes.replacedIn === undefined ? [] : [replacementWarning(displayUrl, notes.replacedIn)],
      };
    } catch (error) {
      if (signal.aborted) throw stopped(context);
      throw systemFault(error, 'the temporary folder');
    } finally {
      response.destroy();
    }
  }
}

const replacementWarning = (displayUrl: string, charset: string): string =>
  `"${displayUrl}" contains bytes that are not text in ${charset}: they are shown as the replacement character`;

/** An error names the field of the node that asked, whichever other node asked for the same URL. */
async function inField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw aboutField(error, field);
  }
}
