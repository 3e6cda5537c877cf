import { errorCodes } from './codes.ts';

/** The table of all codes with their meanings in Markdown, as `docs/api/errors.md` shows it. */
export const codesTable = (): string =>
  [
    '| code | meaning |',
    '|---|---|',
    ...Object.entries(errorCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
  ].join('\n');
