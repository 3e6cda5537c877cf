export interface OfNode {
  /** As `nodeLabel` gives it. */
  readonly node: string;
}
export interface OfField extends OfNode {
  /** As `fieldLabel` gives it; the problem itself has the stored name in `field`. */
  readonly field: string;
}
export interface OfValue extends OfField {
  readonly value: string;
}
export interface OfEdge {
  /** As `edgeLabel` gives it. */
  readonly edge: string;
}
export interface OfPair extends OfEdge {
  readonly source: string;
  readonly sourceType: string;
  readonly target: string;
  readonly targetType: string;
  readonly allowed: readonly string[];
}
export interface OfCount extends OfNode {
  readonly count: number;
  readonly limit: number;
}

/** The parameters of each problem. */
export interface ProblemParams {
  'not-json': { readonly line: number; readonly column: number; readonly fault: string };
  'too-deep': { readonly limit: number };
  'not-a-workflow': { readonly actual: string };
  'not-a-dataset': { readonly actual: string };
  'wrong-shape': { readonly path: string; readonly expected: string; readonly actual: string };
  'too-many-problems': { readonly limit: number };
  'node-without-id': { readonly path: string; readonly id: string };
  'node-without-class': OfNode;
  'bad-schema': { readonly dataset: string; readonly fault: string };
  'bad-detail-schema': { readonly dataset: string; readonly fault: string };
  'schemas-differ': { readonly dataset: string; readonly column: string };
  'unknown-compatibility': { readonly value: string; readonly supported: readonly string[] };
  'duplicate-node-id': { readonly id: string; readonly count: number };
  'duplicate-edge-id': { readonly id: string; readonly count: number };
  'duplicate-field': OfField;
  'dangling-edge': OfEdge & { readonly missing: readonly string[] };
  'self-loop': OfEdge & OfNode;
  cycle: { readonly nodes: readonly string[] };
  'table-cycle': OfNode & { readonly table: string; readonly nodes: readonly string[] };
  'unknown-class': OfNode & { readonly nodeClass: string };
  'class-unavailable': OfNode & { readonly nodeClass: string; readonly reason: string };
  'unknown-type': OfNode & { readonly type: string };
  'type-differs': OfNode & { readonly type: string; readonly expected: string };
  'note-with-edge': OfNode & OfEdge;
  'pairing-forbidden': OfPair;
  'pairing-unusual': OfPair;
  'too-few-inputs': OfCount;
  'too-many-inputs': OfCount;
  'inputs-against-rule': OfNode & {
    readonly count: number;
    readonly type: string;
    readonly min: number;
    readonly max: number;
  };
  'outputs-against-rule': OfCount & { readonly type: string };
  'too-many-outputs': OfCount;
  'unknown-anchor': OfNode & OfEdge & { readonly anchor: string; readonly names: readonly string[] };
  'anchor-taken': OfNode & OfEdge & { readonly anchor: string };
  'missing-field': OfField;
  'value-not-an-option': OfValue & { readonly options: readonly string[]; readonly nearest?: string };
  'value-not-integer': OfValue;
  'value-not-number': OfValue;
  'value-not-boolean': OfValue;
  'value-not-url': OfValue;
  'list-not-json': OfValue;
  'rows-differ': OfNode & { readonly lengths: ReadonlyMap<string, number> };
  'rows-incomplete': OfField & { readonly lengths: ReadonlyMap<string, number> };
  'dataset-not-found': OfValue;
  'target-shared': OfValue & { readonly other: string; readonly otherField: string };
  'plan-refused': OfNode & { readonly fault: string; readonly advice: string };
  'data-not-there': OfNode & { readonly fault: string };
  'plans-unchecked': { readonly fault: string };
  'column-not-found': OfValue & { readonly columns: readonly string[]; readonly nearest?: string };
  'unknown-parameter': OfField & { readonly name: string };
  'unused-parameter': { readonly name: string };
  'parameter-not-understood': { readonly text: string };
  'parameter-not-closed': { readonly text: string };
}
