import type { Column, StructType } from '@millrace/spark-connect';
import type { NodeType, ProcessorSpec } from '@millrace/workflow';
import type { Category } from './categories.ts';
import type { Context } from './context.ts';
import type { Example } from './examples.ts';
import type { Fields, FieldValues, StoredFields } from './fields.ts';
import type { Outcome, Outputs } from './results.ts';

/** The SQL of a node, and the names under which it reads its inputs. */
export interface Query {
  readonly sql: string;
  readonly inputs: readonly string[];
}

export type Need = 'ml' | 'python' | 'streaming' | 'udf' | 'files-of-engine' | 'xml' | 'orc' | 'avro';

/** What a run fixes and another run has otherwise. */
export type Varying = 'now' | 'seed';

export interface Definition<F extends Fields> {
  readonly nodeClass: string;
  readonly name: string;
  readonly type: NodeType;
  readonly category: Category;
  readonly description: string;
  readonly fields: F;
  /** 1 for a transform, 0 for a dataset if not set. */
  readonly inputs?: { readonly min: number; readonly max: number };
  readonly outputs?: readonly string[];
  /** The output of edges that name none, where old files expect the input handed on. */
  readonly defaultOutput?: string;
  readonly inputNames?: readonly string[];
  readonly needs?: readonly Need[];
  /** Why `auto` must not run it on Sail, though the plan itself may look verified. */
  readonly unverified?: string;
  /** What of the run its work depends on, by its fields or whatever they say: it is another one each time. */
  readonly varies?: readonly Varying[] | ((fields: FieldValues<F>) => readonly Varying[]);
  /** Other classes under which saved files name the same processor. */
  readonly formerly?: readonly string[];
  /** The name that the input gets, for the SQL of other nodes. */
  readonly registers?: (fields: FieldValues<F>) => string;
  /** Scala code that registers functions for the queries of nodes behind it. */
  readonly functions?: (fields: FieldValues<F>) => string;
  /** The name of the variable that it sets for nodes behind it. */
  readonly sets?: (fields: FieldValues<F>) => string;
  /** The query of the node, which may read tables that others have registered. */
  readonly query?: (fields: FieldValues<F>) => Query;
  /**
   * Aggregates that it asks of its only input before anything else: the engine may compute them while it materializes the rows.
   * They must not fail for any row. Throws a `FieldError` for an input that the node cannot take.
   */
  readonly asks?: (fields: FieldValues<F>, schema: StructType) => readonly Column[];
  readonly examples: readonly Example[];
  run(context: Context<F>): Outputs | Promise<Outputs>;
}

/** Parts of a context that may be left out. */
type Given = 'nodeId' | 'tables' | 'learned' | 'trains' | 'version';

/** A processor of the catalogue. */
export interface Processor extends ProcessorSpec {
  readonly type: NodeType;
  readonly category: Category;
  readonly needs: readonly Need[];
  readonly unverified?: string;
  readonly formerly: readonly string[];
  /** What of the run its work depends on. Throws a `FieldError` for a value that cannot be used. */
  readonly varies: (stored: StoredFields) => readonly Varying[];
  readonly registers?: (stored: StoredFields) => string;
  readonly sets?: (stored: StoredFields) => string;
  readonly functions?: (stored: StoredFields) => string;
  readonly query?: (stored: StoredFields) => Query;
  readonly asks?: (stored: StoredFields, schema: StructType) => readonly Column[];
  readonly examples: readonly Example[];
  /** Reads the stored fields and composes the outputs. Throws `FieldError` for a value that cannot be used. */
  compose(
    context: Omit<Context<Fields>, 'fields' | Given> &
      Partial<Pick<Context<Fields>, Given>> & { readonly stored: StoredFields },
  ): Promise<Outcome>;
}
