/** Takes the next piece of a document's file. */
export type Write = (piece: Uint8Array | string) => void;

/** A document under way. Text comes clean: line ends are `\n`, no other control character but the tab is in it. */
export interface DocumentWriter {
  /** Adds text as a block of its own. */
  add(text: string, onNewPage: boolean): void;
  /** Writes what is left. */
  end(): void;
}

/** A kind of document: nothing but its bytes, which depend on the text and the title alone. */
export interface DocumentKind {
  readonly extension: string;
  begin(title: string, write: Write): DocumentWriter;
  /** What could not be written as it stands, one line each. */
  warnings?(): readonly string[];
}
