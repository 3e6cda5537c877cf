import type { Cell, RunOutput } from '@millrace/runner';
import type { Report, ReportOutput } from './content.ts';
import { chartWords, cut, omission, longestText, maxRows, withoutTags } from './words.ts';

/** Most columns of a table, and most characters of a cell. */
const [maxColumns, longestCell] = [15, 200];

/** Text as HTML has it. */
export const escapeHtml = (text: string): string =>
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
  const { workflow, end, isFailure, message, facts, link, outputs, left } = report;
  const colour = isFailure ? '#c0392b' : '#1e8449';
  const parts = [
    `<h2 style="margin:0 0 8px">${escapeHtml(workflow)}: <span style="color:${colour}">${escapeHtml(end)}</span></h2>`,
    report.failed?.error === undefined
      ? message === null
        ? ''
        : `<p style="${styles.bad}">${escapeHtml(cut(message, longestText))}</p>`
      : failureOf(report.failed),
    `<table>${facts.map(([name, value]) => `<tr><td style="${styles.name}">${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`).join('')}</table>`,
    link === undefined ? '' : `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    ...outputs.map(outputOf),
    left > 0 ? `<p style="${styles.quiet}">${escapeHtml(omission(left))}</p>` : '',
  ];
  return `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body style="${styles.body}">\n${parts.filter((part) => part !== '').join('\n')}\n</body></html>\n`;
}

function failureOf({ id, name, nodeClass, error }: NonNullable<Report['failed']>): string {
  if (error === undefined) return '';
  const { message, remedy, field, errorClass } = error;
  const kind = errorClass === undefined ? '' : ` <code>${escapeHtml(errorClass)}</code>`;
  return [
    `<div style="${styles.bad}"><p>Node ${escapeHtml(id)} <b>${escapeHtml(name)}</b> (${escapeHtml(nodeClass)}) failed${kind}</p>`,
    field === undefined ? '' : `<p>Field <b>${escapeHtml(field)}</b></p>`,
    `<p>${escapeHtml(cut(message, longestText))}</p><p><b>To try:</b> ${escapeHtml(remedy)}</p></div>`,
  ].join('');
}

function outputOf({ node, output, picture, noPicture = '' }: ReportOutput): string {
  const head = `<h3 style="margin:18px 0 4px">${escapeHtml(output.title)} <small style="${styles.quiet}">${escapeHtml(node)}</small></h3>`;
  switch (output.type) {
    case 'table':
      return head + tableOf(output);
    case 'chart':
      if (picture === undefined)
        return `${head}${descriptionOf(output)}<p style="${styles.quiet}">The chart could not be drawn: ${escapeHtml(cut(noPicture, longestCell))}. Its data:</p>${tableOf(output)}`;
      return `${head}${descriptionOf(output)}<img src="cid:${escapeHtml(picture)}" width="640" alt="${escapeHtml(`${output.chart.kind}: ${output.title}`)}">`;
    case 'text':
      return `${head}<pre style="white-space:pre-wrap">${escapeHtml(cut(output.format === 'html' ? withoutTags(output.text) : output.text, longestText))}</pre>`;
    case 'variable':
      return `${head}<p><code>${escapeHtml(output.name)}</code> = ${escapeHtml(cut(JSON.stringify(output.value), longestText))}</p>`;
    case 'file':
      return `${head}<p>${output.written ? `Written as ${escapeHtml(output.format)} to` : 'Left unchanged:'} <code>${escapeHtml(output.path)}</code></p>`;
  }
}

function descriptionOf(output: Extract<RunOutput, { type: 'chart' }>): string {
  const words = chartWords(output);
  return words === '' ? '' : `<p style="${styles.quiet};margin:0 0 4px">${escapeHtml(words)}</p>`;
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
  const columns = all.slice(0, maxColumns);
  const rows = table.rows.slice(0, maxRows);
  const head = columns
    .map(({ name }) => `<th style="${styles.head}">${escapeHtml(cut(name, longestCell))}</th>`)
    .join('');
  const body = rows
    .map((row) =>
      columns.map(({ index, style }) => `<td style="${style}">${escapeHtml(cellText(row[index]))}</td>`).join(''),
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
