/** Where the SQL of the two stores differs. */
export interface Words {
  /** Type of a key that counts up by itself. */
  readonly id: string;
  readonly text: string;
}

/** The statements of a migration, in order. They are never changed once released: a change is another migration. */
export type Statements = (words: Words) => readonly string[];
