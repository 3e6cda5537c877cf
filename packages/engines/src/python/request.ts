/** A message to the worker; see `python/millrace_worker/__main__.py`. */
export interface WorkerRequest {
  readonly do: string;
  readonly with: object;
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly parquet: boolean;
}

export interface WrittenTable {
  readonly file: string;
  readonly format: 'arrow' | 'parquet';
}

export type WorkerAnswer = { readonly id: number } & (
  | {
      readonly value: unknown;
      readonly tables: Readonly<Record<string, WrittenTable>>;
      readonly warnings: readonly string[];
    }
  | { readonly refused: { readonly field: string; readonly message: string; readonly remedy: string } }
  | { readonly fault: string }
);
