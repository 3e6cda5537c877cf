import type { DataFrame } from '@millrace/spark-connect';

/**
 * How code takes its inputs and gives its rows: `one` defines a function of the first input, `many` one of a list of them,
 * `script` reads a variable and may assign another, `jython` is written for the Java interface of Spark, `polars` defines a
 * function of the rows of its input as a DataFrame of Polars, `scala` is statements for Spark's Scala interface that register
 * their result as a table, and `shell` is a list of commands as JSON.
 */
export type CodeStyle = 'one' | 'many' | 'script' | 'jython' | 'polars' | 'scala' | 'shell';

/** The code of a node, and what it works on. */
export interface CodeRequest {
  readonly code: string;
  readonly nodeId: string;
  readonly style: CodeStyle;
  readonly inputs: readonly DataFrame[];
  /** How many outputs it gives; as many as it likes if not set. */
  readonly outputs?: number;
  /** What the code reads as parameters of the run and of the node. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The name of the input in queries of the code, for `jython`; of the result, for `scala`. */
  readonly table?: string;
  /** The root of the file space as engines see it, if paths of the code are paths of the file space. */
  readonly root: string | undefined;
}

/** A chart that code shows: its kind as code of others names it, and its columns. */
export interface CodeChart {
  readonly kind: string;
  readonly x: string;
  readonly y: readonly string[];
}

/** What code shows while it runs, in its order. */
export type CodeResult =
  | { readonly type: 'text' | 'html'; readonly title: string; readonly text: string }
  | { readonly type: 'table'; readonly title: string; readonly rows: DataFrame; readonly limit: number }
  | {
      readonly type: 'chart';
      readonly title: string;
      readonly rows: DataFrame;
      readonly limit: number;
      readonly chart: CodeChart;
    };

export interface CodeAnswer {
  readonly outputs: readonly DataFrame[];
  readonly results: readonly CodeResult[];
  /** What the code sets for nodes behind it, by name. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Runs the code of nodes in processes of its own, in the engine session of the run. */
export interface CodeRunner {
  /** Throws a RunError: `CODE_FAILED` with the line of the code, or why no code runs here. */
  run(request: CodeRequest): Promise<CodeAnswer>;
}
