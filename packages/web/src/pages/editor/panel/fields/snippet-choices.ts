import { codeTexts } from '../../../../texts/code.ts';
import { pythonTexts } from '../../../../texts/python.ts';
import { scalaTexts } from '../../../../texts/scala.ts';
import type { CodeShape } from '../../model/code-shape.ts';
import type { CodeTables } from './code-editor.tsx';
import { insertionOf, snippetsFor } from './python-snippets.ts';
import { scalaInsertionOf, scalaSnippetNames } from './scala-snippets.ts';
import type { Insertion } from './snippets.ts';

/** Text that a user can insert into code. */
export interface SnippetChoice {
  readonly title: string;
  /** The insertion at a position of the code. */
  readonly insertionIn: (code: string, at: number) => Insertion;
}

/** What can be inserted into code of a shape. */
export interface SnippetChoices {
  /** For empty code. */
  readonly start: SnippetChoice;
  readonly snippets: readonly SnippetChoice[];
}

/** The snippets for code of a shape, whose Scala registers a table; with columns of its inputs. */
export function snippetChoices(shape: CodeShape, tables: CodeTables, table: string): SnippetChoices {
  const title = codeTexts.start[shape];
  if (shape === 'scala') {
    const place = { tables, table };
    return {
      start: { title, insertionIn: (code, at) => scalaInsertionOf(code, at, place) },
      snippets: scalaSnippetNames.map((name) => ({
        title: scalaTexts.snippets[name],
        insertionIn: (code, at) => scalaInsertionOf(code, at, place, name),
      })),
    };
  }
  return {
    start: { title, insertionIn: (code, at) => insertionOf(code, at, shape, tables) },
    snippets: snippetsFor(shape).map((name) => ({
      title: pythonTexts.snippets[name],
      insertionIn: (code, at) => insertionOf(code, at, shape, tables, name),
    })),
  };
}
