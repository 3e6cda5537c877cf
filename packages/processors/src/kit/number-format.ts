import { functions as F, types, type Column } from '@millrace/spark-connect';
import { asUnit } from './unit.ts';

const numbers = ['byte', 'short', 'integer', 'long', 'float', 'double', 'decimal'];

/** How numbers are written in text: which marks stand between groups of digits and before the fraction. */
interface Writing {
  readonly group: string;
  readonly point: string;
}

/**
 * How a pattern such as `#.##0,##` or `#,##0.##` has numbers written; undefined for other types and for patterns without
 * groups and with a point, which need no reading of their own.
 */
export function writingOf(kind: string, format: string | undefined): Writing | undefined {
  if (format === undefined || !numbers.includes(kind)) return undefined;
  const [, group = '', point = ''] =
    /^#?([., '’\u00a0\u202f])?#*0(?:([.,])[#0]*)?$/.exec(format.replace(/##0/, '0')) ?? [];
  if (point === ',' && group !== ',') return { group: group || '.', point };
  return group === '' || group === point ? undefined : { group, point: '.' };
}

/** Text as a plain number: without groups, with a point; null if it is not so written. */
export function plainNumber(text: Column, { group, point }: Writing): Column {
  const [g, p] = [group, point].map((mark) => `[${mark}]`);
  const isWritten = text.rlike(`^\\s*[+-]?([0-9]{1,3}(${g}[0-9]{3})+|[0-9]*)(${p}[0-9]*)?([eE][+-]?[0-9]+)?\\s*$`);
  const withoutGroups = F.call('replace', text, group, '');
  const plain = point === '.' ? withoutGroups : F.call('replace', withoutGroups, point, '.');
  return asUnit('number-by-format', F.when(isWritten, plain), text, types.string);
}
