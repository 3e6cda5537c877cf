import { styleText } from 'node:util';
import type { Emit, NodeReport, RunEvent, RunOutput } from '@millrace/runner';
import { drawChart, drawTable, printable } from '@millrace/runner/drawings';
import { withStoredName } from './problems.ts';

const maxRows = 24;

/** Prints a run for people: a line a node as it ends, then what the nodes show. */
export function showRun(out: NodeJS.WriteStream): Emit {
  const style = (format: Parameters<typeof styleText>[0], text: string): string =>
    out.isTTY ? styleText(format, printable(text)) : printable(text);
  /** `text` is printable, or styled. */
  const write = (text: string): void => void out.write(`${text}\n`);
  const line = (text = ''): void => write(printable(text));
  const names = new Map<string, string>();

  const node = (report: NodeReport): void => {
    const mark = { COMPLETED: style('green', '✓'), FAILED: style('red', '✗'), SKIPPED: '–', STOPPED: '■' }[
      report.status
    ];
    const rows =
      report.rows === null
        ? ''
        : `${(report.outputRows ?? [report.rows]).map((r) => (r ?? 0).toLocaleString('en')).join(' + ')} rows`;
    const rejected =
      report.rejected === undefined ? '' : style('yellow', `  ${report.rejected.toLocaleString('en')} rejected`);
    const name = printable(`${report.id.padStart(4)} ${report.name.padEnd(28)}`);
    write(`${mark} ${name} ${rows.padStart(16)} ${`${report.ms} ms`.padStart(10)}${rejected}`);
    if (report.because !== undefined) line(`       skipped, because node ${report.because} failed`);
    const { error } = report;
    if (error === undefined) return;
    const errorClass = error.errorClass === undefined ? '' : `[${error.errorClass}] `;
    const message = withStoredName(error.message, error.field);
    write(style('red', `       ${report.nodeClass}: ${errorClass}${message}`));
    line(`       to try: ${error.remedy}`);
  };

  const output = (o: RunOutput): void => {
    const title = `${o.title}  (${names.get(o.nodeId) ?? ''}, node ${o.nodeId})`;
    line();
    write(style('bold', title));
    switch (o.type) {
      case 'text':
        line(o.format === 'html' ? o.text.replaceAll(/<[^>]*>/g, '') : o.text);
        return;
      case 'variable':
        line(`${o.name} = ${JSON.stringify(o.value)}`);
        return;
      case 'file':
        line(o.written ? `written as ${o.format} to ${o.path}` : `not changed: ${o.path}`);
        return;
      case 'chart':
        for (const text of drawChart(o, out.columns ?? 100)) line(text);
        return;
      case 'table':
        for (const text of drawTable(o, o.title === 'Rejected rows' ? 5 : maxRows, out.columns ?? 120)) line(text);
    }
  };

  return (event: RunEvent) => {
    switch (event.event) {
      case 'run.started':
        write(style('bold', event.workflow));
        return;
      case 'engine.chosen':
        write(
          `${style('cyan', event.engine)}: ${printable(event.why)}${event.startMs > 0 ? ` (up in ${event.startMs} ms)` : ''}`,
        );
        return;
      case 'engine.application': {
        const { applicationId, master, uiWebUrl } = event;
        line(`application ${applicationId} on ${master}${uiWebUrl === '' ? '' : `: ${uiWebUrl}`}`);
        return;
      }
      case 'engine.changed':
        write(style('yellow', `${event.from} → ${event.to}: ${event.why}`));
        return;
      case 'engine.ended':
        write(style('red', `${event.engine} ended: ${event.why}`));
        return;
      case 'node.started':
        names.set(event.id, event.name);
        return;
      case 'node.finished':
        names.set(event.id, event.name);
        node(event);
        return;
      case 'log':
        line(`${event.level}: ${event.message}`);
        return;
      case 'run.finished': {
        for (const one of event.outputs) output(one);
        const done = event.nodes.filter((n) => n.status === 'COMPLETED').length;
        line();
        write(
          style(
            'bold',
            `${event.status.toLowerCase()}: ${done} of ${event.nodes.length} nodes on ${event.engine} in ${event.ms} ms`,
          ),
        );
        return;
      }
      case 'output':
    }
  };
}
