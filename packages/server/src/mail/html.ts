import type { Cell, RunOutput } from '@millrace/runner';
import type { Report, Shown } from './content.ts';
import { chartWords, cut, omission, longestText, mostRows, withoutTags } from './words.ts';

/** Most columns of a table, and most characters of a cell. */
const [mostColumns, longestCell] = [15, 200];

/** Text as HTML has it. */
export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    // what HTML does not allow
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '\ufffd');

const styles = {
  body: 'font-family:sans-serif;font-size:14px;color:#222',
  bad: 'border-left:4px solid #c0392b;padding:4px 12px;margin:12px 0;background:#fdf3f2',
  table: 'border-collapse:collapse;font-size:13px',
  head: 'border:1px solid #ccc;padding:3px 8px;text-align:left;background:#f2f4f7',
  left: 'border:1px solid #ccc;padding:3px 8px;text-align:left',
  right: 'border:1px solid #ccc;padding:3px 8px;text-align:right',
  name: 'padding:1px 16px 1px 0;color:#666;vertical-align:top',
  quiet: 'color:#666',
} as const;

/** A mail as HTML: styles stand at each element, for mail programs drop others. */
export function htmlOf(report: Report): string {
  const { workflow, end, isFailure, message, facts, link, shown, left } = report;
  const colour = isFailure ? '#c0392b' : '#1e8449';
  const parts = [
    `<h2 style="margin:0 0 8px">${escaped(workflow)}: <span style="color:${colour}">${escaped(end)}</span></h2>`,
    report.failed?.error === undefined
      ? message === null
        ? ''
        : `<p style="${styles.bad}">${escaped(cut(message, longestText))}</p>`
      : failureOf(report.failed),
    `<table>${facts.map(([name, value]) => `<tr><td style="${styles.name}">${escaped(name)}</td><td>${escaped(value)}</td></tr>`).join('')}</table>`,
    link === undefined ? '' : `<p><a href="${escaped(link)}">${escaped(link)}</a></p>`,
    ...shown.map(outputOf),
    left > 0 ? `<p style="${styles.quiet}">${escaped(omission(left))}</p>` : '',
  ];
  return `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body style="${styles.body}">\n${parts.filter((part) => part !== '').join('\n')}\n</body></html>\n`;
}

function failureOf({ id, name, nodeClass, error }: NonNullable<Report['failed']>): string {
  if (error === undefined) return '';
  const { message, remedy, field, errorClass } = error;
  const kind = errorClass === undefined ? '' : ` <code>${escaped(errorClass)}</code>`;
  return [
    `<div style="${styles.bad}"><p>Node ${escaped(id)} <b>${escaped(name)}</b> (${escaped(nodeClass)}) failed${kind}</p>`,
    field === undefined ? '' : `<p>Field <b>${escaped(field)}</b></p>`,
    `<p>${escaped(cut(message, longestText))}</p><p><b>To try:</b> ${escaped(remedy)}</p></div>`,
  ].join('');
}

function outputOf({ node, output, picture, noPicture = '' }: Shown): string {
  const head = `<h3 style="margin:18px 0 4px">${escaped(output.title)} <small style="${styles.quiet}">${escaped(node)}</small></h3>`;
  switch (output.type) {
    case 'table':
      return head + tableOf(output);
    case 'chart':
      if (picture === undefined)
        return `${head}${descriptionOf(output)}<p style="${styles.quiet}">The chart could not be drawn: ${escaped(cut(noPicture, longestCell))}. Its data:</p>${tableOf(output)}`;
      return `${head}${descriptionOf(output)}<img src="cid:${escaped(picture)}" width="640" alt="${escaped(`${output.chart.kind}: ${output.title}`)}">`;
    case 'text':
      return `${head}<pre style="white-space:pre-wrap">${escaped(cut(output.format === 'html' ? withoutTags(output.text) : output.text, longestText))}</pre>`;
    case 'variable':
      return `${head}<p><code>${escaped(output.name)}</code> = ${escaped(cut(JSON.stringify(output.value), longestText))}</p>`;
    case 'file':
      return `${head}<p>${output.written ? `Written as ${escaped(output.format)} to` : 'Left unchanged:'} <code>${escaped(output.path)}</code></p>`;
  }
}

function descriptionOf(output: Extract<RunOutput, { type: 'chart' }>): string {
  const words = chartWords(output);
  return words === '' ? '' : `<p style="${styles.quiet};margin:0 0 4px">${escaped(words)}</p>`;
}

const numeric = /^(tinyint|smallint|int|bigint|float|double|decimal)/;

const cellText = (cell: Cell | undefined): string =>
  cut(cell == null ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell), longestCell);

type Table = Extract<RunOutput, { type: 'table' | 'chart' }>;

/** Columns that only steer how others look are left out. */
function tableOf(table: Table): string {
  const hidden = table.type === 'table' ? table.options?.['hidden'] : undefined;
  const all = table.columns.flatMap(({ name, type }, index) =>
    Array.isArray(hidden) && hidden.includes(name)
      ? []
      : [{ name, index, style: numeric.test(type) ? styles.right : styles.left }],
  );
  const columns = all.slice(0, mostColumns);
  const rows = table.rows.slice(0, mostRows);
  const head = columns.map(({ name }) => `<th style="${styles.head}">${escaped(cut(name, longestCell))}</th>`).join('');
  const body = rows
    .map((row) =>
      columns.map(({ index, style }) => `<td style="${style}">${escaped(cellText(row[index]))}</td>`).join(''),
    )
    .map((cells) => `<tr>${cells}</tr>`)
    .join('\n');
  const notes = [
    ...(table.truncated || table.rows.length > rows.length ? [`first ${rows.length} rows`] : []),
    ...(all.length > columns.length ? [`${all.length - columns.length} more columns`] : []),
  ];
  const note = notes.length === 0 ? '' : `<p style="${styles.quiet}">… ${notes.join(', ')}</p>`;
  return `<table style="${styles.table}"><tr>${head}</tr>\n${body}</table>${note}`;
}
