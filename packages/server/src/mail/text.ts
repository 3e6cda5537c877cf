import { drawChart, drawTable, printable } from '@millrace/runner/drawings';
import type { Report, ReportOutput } from './content.ts';
import { chartWords, cut, omission, longestText, maxRows, withoutTags } from './words.ts';

/** Widest line of drawn tables and bars. */
const width = 100;

/** A mail as plain text. */
export function textOf({ workflow, end, message, facts, link, failed, outputs, left }: Report): string {
  const lines = [`${workflow}: ${end}`, ''];
  if (failed?.error !== undefined) {
    const { error, id, name, nodeClass } = failed;
    lines.push(`Node ${id} "${name}" (${nodeClass}) failed:`);
    if (error.field !== undefined) lines.push(`  field: ${error.field}`);
    lines.push(`  ${error.errorClass === undefined ? '' : `[${error.errorClass}] `}${error.message}`);
    lines.push(`  To try: ${error.remedy}`, '');
  } else if (message !== null) lines.push(message, '');
  for (const [name, value] of facts) lines.push(`${`${name}:`.padEnd(10)} ${value}`);
  if (link !== undefined) lines.push('', link);
  for (const one of outputs) lines.push('', ...outputLines(one));
  if (left > 0) lines.push('', omission(left));
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function outputLines({ node, output }: ReportOutput): readonly string[] {
  const head = [`${output.title} — ${node}`];
  switch (output.type) {
    case 'table':
      return [...head, ...drawTable(output, maxRows, width)];
    case 'chart':
      return [
        ...head,
        ...[chartWords(output)].filter(Boolean),
        ...drawChart({ ...output, rows: output.rows.slice(0, maxRows) }, width),
      ];
    case 'text':
      return [...head, cut(output.format === 'html' ? withoutTags(output.text) : output.text, longestText)];
    case 'variable':
      return [`${output.name} = ${cut(JSON.stringify(output.value), longestText)} — ${node}`];
    case 'file':
      return [`${output.written ? `Written as ${output.format}` : 'Left unchanged'}: ${output.path} — ${node}`];
  }
}
