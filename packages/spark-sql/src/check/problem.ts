/** A part of a user's SQL that is refused before it reaches an engine. */
export type SqlProblem = {
  code: SqlProblemCode;
  /** Names the part and the rule; lower-case, without a period. */
  message: string;
  /** What to do instead, as an imperative. */
  remedy: string;
  /** Offset in characters, line and column counted from 1. */
  position: { offset: number; line: number; column: number };
};

export type SqlProblemCode = keyof typeof problems;

/** Every refusal: its message, with `%` for the text that it concerns, and its remedy, with `&` for the choices. */
export const problems = {
  empty: ['the SQL is empty', 'enter a query or an expression'],
  unreadable: ['the SQL has an unclosed %', 'close it'],
  'several-statements': [
    'the SQL has more than one statement',
    'keep one SELECT, and use another node for each further one',
  ],
  'not-a-query': ['% is not a query', 'start the SQL with SELECT, WITH, VALUES or FROM: a node can only read data'],
  write: ['% changes data', 'use a save node to write data: SQL can only read it'],
  script: ['% runs a script', 'use SQL functions or a Python node'],
  function: ['function % is not allowed: it calls Java code', 'remove it'],
  'computed-name': ['IDENTIFIER is not allowed: it computes a name', 'write the name itself'],
  'path-relation': ['% reads files by path', 'read the file with a dataset node and connect it to this node'],
  'table-function': ['% is not a built-in table function', 'read data with a dataset node'],
  'too-deep': ['subqueries are nested more than 32 levels deep', 'split the SQL over several nodes'],
  'too-many-brackets': ['parentheses are nested more than 250 levels deep', 'split the SQL over several nodes'],
  'unknown-table': ['unknown input table "%"', 'use one of &'],
} satisfies Record<string, [string, string]>;

const noInput = 'connect an input to the node';

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
    remedy: code === 'unknown-table' && choices.length === 0 ? noInput : remedy.replace('&', () => choices.join(', ')),
    position: lineAndColumn(sql, offset),
  };
}

function lineAndColumn(sql: string, offset: number): SqlProblem['position'] {
  const before = sql.slice(0, offset);
  return { offset, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** A position in a text, in words. */
export function positionOf(sql: string, offset: number): string {
  const { line, column } = lineAndColumn(sql, offset);
  return `line ${line}, column ${column}`;
}
