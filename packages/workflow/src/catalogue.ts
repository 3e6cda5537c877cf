/** What a field's text means. */
export type FieldKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'column'
  | 'expression'
  | 'sql'
  | 'path'
  | 'url'
  | 'dataset'
  | 'model'
  | 'type'
  | 'format'
  | 'code'
  | 'layout';

/** One configuration field of a processor, as the catalogue knows it. */
export interface FieldSpec {
  readonly name: string;
  readonly kind: FieldKind;
  readonly widget: string;
  readonly title: string;
  readonly description?: string;
  readonly required: boolean;
  readonly default?: string;
  /** The allowed values. */
  readonly options?: readonly string[];
  /** Old spellings of options that saved files hold: spelling -> option. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Which input's columns a column field picks from, from 0; 0 when absent. */
  readonly input?: number;
  /** The value is a list of the kind (JSON text); an empty element means "not used". */
  readonly list?: boolean;
  /**
   * Of a path that is written to: whether what is there stays as the field `saveMode` says, whether a version of a model gets
   * a folder below it (unless `fixedPath` is true), or whether what is there is replaced.
   */
  readonly writes?: 'by-mode' | 'version' | 'replacing';
  /** Lists with the same `rows` name are aligned row by row: element i of each makes one rule. */
  readonly rows?: string;
  /**
   * What a row cannot be without: a row whose key is blank is not used, and one that is used needs its required elements.
   * Absent: the element has a default, or may be left out.
   */
  readonly inRow?: 'key' | 'required';
}

/** A processor, as far as documents are concerned. */
export interface ProcessorSpec {
  readonly nodeClass: string;
  readonly name: string;
  /** Node type of the rule table. */
  readonly type: string;
  readonly category: string;
  readonly description: string;
  readonly fields: readonly FieldSpec[];
  readonly inputs: { readonly min: number; readonly max: number };
  /** Names of named outputs; [] or ['output'] for a single one. */
  readonly outputs: readonly string[];
  /**
   * The output of edges that name none, for nodes whose old files expect the input passed on (Summary, Correlation,
   * charts). Absent: such edges take the outputs in the order of their ids.
   */
  readonly defaultOutput?: string;
  /** Names of the inputs in order, if edges may name them (`targetAnchor`). */
  readonly inputNames?: readonly string[];
  /** Why this processor cannot run here; absent when it can. */
  readonly unavailable?: string;
}

/** The processors that exist, by `nodeClass`. */
export interface Catalogue {
  get(nodeClass: string): ProcessorSpec | undefined;
}
