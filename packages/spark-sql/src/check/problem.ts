/** Something in a user's SQL that is refused before it reaches an engine. */
export type SqlProblem = {
  code: SqlProblemCode;
  /** One sentence that names the thing. */
  message: string;
  /** What to do instead. */
  remedy: string;
  /** Offset in characters, line and column counted from 1. */
  position: { offset: number; line: number; column: number };
};

export type SqlProblemCode = keyof typeof problems;

/** Every refusal: its sentence, with `%` for the text that it concerns, and its remedy. */
export const problems = {
  empty: ['The SQL is empty.', 'Write a SELECT.'],
  unreadable: ['The SQL has an open %.', 'Close it.'],
  'several-statements': ['More than one statement.', 'Keep one SELECT and use a node for each further one.'],
  'not-a-query': ['% is no query.', 'A node may only read: write SELECT, WITH, VALUES or FROM.'],
  write: ['% changes data.', 'A node may only read: use a save node to write.'],
  script: ['% runs a script.', 'Use SQL functions or a Python node.'],
  function: ['The function % reaches outside the data.', 'Leave it out.'],
  'computed-name': ['IDENTIFIER computes a name.', 'Write the name itself.'],
  'path-relation': ['% reads files by path.', 'Read the file with a dataset node and connect it to this one.'],
  'table-function': ['The table function % is not one of the built-in ones.', 'Read data with a dataset node.'],
  'too-deep': ['Queries stand in each other too deeply.', 'Break it up into several nodes: at most 32 may.'],
  'too-many-brackets': ['Brackets stand in each other too deeply.', 'Break it up into several nodes: at most 250 may.'],
  'unknown-table': ['There is no input table %.', 'Use one of: &.'],
} satisfies Record<string, [string, string]>;

/** Makes a problem of this code about a piece of the text. */
export function problem(
  code: SqlProblemCode,
  sql: string,
  offset: number,
  about = '',
  choices: string[] = [],
): SqlProblem {
  const [message, remedy] = problems[code];
  return {
    code,
    message: message.replace('%', () => about),
    remedy: remedy.replace('&', () => choices.join(', ') || 'no table is connected'),
    position: lineAndColumn(sql, offset),
  };
}

function lineAndColumn(sql: string, offset: number): SqlProblem['position'] {
  const before = sql.slice(0, offset);
  return { offset, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** A place in a text, in words. */
export function positionOf(sql: string, offset: number): string {
  const { line, column } = lineAndColumn(sql, offset);
  return `line ${line}, column ${column}`;
}
