/** `node docs/pictures/make.ts`: runs the sample workflow and draws what it prints as `run.svg`. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const call = ['run', 'samples/workflows/harbour-traffic.json', '--datasets', 'samples/datasets', '--files', 'samples'];
const printed = execFileSync(process.execPath, ['packages/cli/src/main.ts', ...call], { cwd: root, encoding: 'utf8' });
const lines = [`$ npx millrace ${call.slice(0, 2).join(' ')} …`, '', ...printed.trimEnd().split('\n')].map((l) =>
  l.slice(0, 112),
);
const shown = lines.length > 46 ? [...lines.slice(0, 45), '…'] : lines;

const [cell, line, pad] = [8.4, 19, 24];
const width = Math.ceil(Math.max(...shown.map((l) => l.length)) * cell + 2 * pad);
const height = shown.length * line + 2 * pad;
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const colour = (text: string): string =>
  text.startsWith('✓')
    ? '#8fce9b'
    : text.startsWith('$')
      ? '#7db4e6'
      : /^(sail|spark):/.test(text)
        ? '#e2b66b'
        : '#d9d6cf';
const rows = shown.map(
  (text, i) =>
    `<text x="${pad}" y="${pad + 14 + i * line}" fill="${colour(text)}" xml:space="preserve">${escape(text)}</text>`,
);
writeFileSync(
  new URL('run.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A run of the sample workflow in a terminal">
<rect width="100%" height="100%" rx="6" fill="#22211f"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14">
${rows.join('\n')}
</g>
</svg>
`,
);
