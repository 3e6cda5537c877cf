import { readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

/** Reads the arguments of a command on one file: its path, and which of the options are given. */
export function readFileCall(
  args: readonly string[],
  optionNames: readonly string[],
): { readonly path: string; readonly options: ReadonlySet<string> } {
  const options = Object.fromEntries(optionNames.map((name) => [name, { type: 'boolean' as const }]));
  const { values, positionals } = readArguments({ args: [...args], options, allowPositionals: true });
  const [path, second] = positionals;
  if (path === undefined || second !== undefined) throw new UsageError('specify one file');
  return { path, options: new Set(Object.keys(values)) };
}
