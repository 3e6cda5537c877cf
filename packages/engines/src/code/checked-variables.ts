import { PARAMETER_NAME } from '@millrace/workflow';
import { codeFailure } from './code-failure.ts';

/** Variables that the code of a node may set, and characters of all their values. */
const [mostVariables, mostCharacters] = [200, 1_000_000];

const name = new RegExp(`^${PARAMETER_NAME}$`, 'u');

/** What code says that it has set, checked: its process may answer what it likes. Throws a RunError. */
export function checkedVariables(answer: unknown): Readonly<Record<string, string>> {
  if (answer === undefined || answer === null) return {};
  const entries = Object.entries(answer);
  if (entries.length > mostVariables)
    throw codeFailure({ message: `the code sets ${entries.length} variables`, remedy: `set at most ${mostVariables}` });
  let characters = 0;
  const variables = new Map<string, string>();
  for (const [key, value] of entries) {
    if (!name.test(key))
      throw codeFailure({
        message: `the code sets the variable "${key.slice(0, 100)}"`,
        remedy: 'use letters, digits and _ in the name of a variable, and no digit first',
      });
    if (typeof value !== 'string') throw codeFailure({ message: 'the code answered in the name of its process' });
    characters += value.length;
    variables.set(key, value);
  }
  if (characters > mostCharacters)
    throw codeFailure({
      message: `the variables that the code sets have ${characters} characters`,
      remedy: `set at most ${mostCharacters} characters`,
    });
  return Object.fromEntries(variables);
}
