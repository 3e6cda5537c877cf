import type { FieldKind, FieldSpec } from '../catalogue.ts';
import type { WorkflowNode } from '../document/types.ts';
import { fieldText, jsonList, textList } from '../fields.ts';
import { isAllowed } from '../options.ts';
import { mentionsParameter } from '../parameters/substitute.ts';
import { problem } from '../problems/problem.ts';
import type { Problem } from '../problems/problem.ts';
import { fieldLabel, nodeLabel } from '../problems/quote.ts';
import { STORAGE_LEVELS } from '../rules/storage-levels.ts';
import { isWebUrl, shownUrl } from '../urls.ts';
import { specOf } from './context.ts';
import type { Check } from './context.ts';
import { nearest } from './nearest.ts';

/** Required fields without a value, and values that are not of their field's kind or options. */
export const checkFields: Check = function* (context) {
  for (const [at, node] of context.graph.workflow.nodes.entries()) {
    if (at % atOnce === atOnce - 1) yield undefined;
    const own = specOf(context, node)?.fields ?? [];
    yield* own.flatMap((spec) => checkField(node, spec));
    if (!own.some((spec) => spec.name === STORAGE_LEVEL.name)) yield* checkField(node, STORAGE_LEVEL);
  }
};

/** Nodes whose fields one step checks. */
const atOnce = 200;

/** Any node may have this field (interface, "Field"). */
const STORAGE_LEVEL: FieldSpec = {
  name: 'storageLevel',
  kind: 'choice',
  widget: 'array',
  title: 'Storage level',
  required: false,
  default: 'DEFAULT',
  options: STORAGE_LEVELS,
};

/** The values of a field that can be checked: without empty ones and those that mention a parameter. */
export function judgedValues(node: WorkflowNode, spec: FieldSpec): readonly string[] {
  const text = fieldText(node, spec.name);
  if (text === undefined) return [];
  const values = spec.list ? textList(text) : [text];
  return values.filter((value) => value !== '' && !mentionsParameter(value));
}

function checkField(node: WorkflowNode, spec: FieldSpec): readonly Problem[] {
  if (spec.kind === 'layout') return [];
  const location = { nodeId: node.id, field: spec.name };
  const params = { node: nodeLabel(node), field: fieldLabel(spec) };
  const text = fieldText(node, spec.name);
  if (text === undefined || (spec.list && textList(text).every((value) => value === ''))) {
    const missing = spec.required && !spec.default;
    return missing ? [problem('missing-field', params, location)] : [];
  }
  const problems = judgedValues(node, spec).flatMap((value) => {
    const code = MALFORMED[spec.kind]?.(value);
    if (code) return [problem(code, { ...params, value: spec.kind === 'url' ? shownUrl(value) : value }, location)];
    if (spec.kind === 'boolean' || isAllowed(spec, value)) return [];
    const options = spec.options ?? [];
    return [problem('value-not-an-option', { ...params, value, options, nearest: nearest(value, options) }, location)];
  });
  const isBroken = spec.list && text.trimStart().startsWith('[') && !jsonList(text);
  return isBroken ? [problem('list-not-json', { ...params, value: text }, location), ...problems] : problems;
}

type MalformedCode = 'value-not-integer' | 'value-not-number' | 'value-not-boolean' | 'value-not-url';

const DIGITS = /^\s*[+-]?\d+\s*$/;
const NUMBER = /^\s*[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)\s*$/i;
/** Whole numbers may be written as others are: `20.0`, `1e3`. */
const isWhole = (value: string): boolean =>
  DIGITS.test(value) || (NUMBER.test(value) && Number.isSafeInteger(Number(value)));
const BOOLEAN = /^\s*(?:true|false)\s*$/i;

/** The form that the text of a value must have, for kinds that have one. */
const MALFORMED: { readonly [K in FieldKind]?: (value: string) => MalformedCode | undefined } = {
  integer: (value) => (isWhole(value) ? undefined : 'value-not-integer'),
  number: (value) => (NUMBER.test(value) ? undefined : 'value-not-number'),
  boolean: (value) => (BOOLEAN.test(value) ? undefined : 'value-not-boolean'),
  url: (value) => (isWebUrl(value) ? undefined : 'value-not-url'),
};
