import { autocompletion } from '@codemirror/autocomplete';
import { python } from '@codemirror/lang-python';
import { indentOnInput, indentUnit } from '@codemirror/language';
import { Prec } from '@codemirror/state';
import { keymap, lineNumbers, type EditorView, type KeyBinding } from '@codemirror/view';
import { Menu } from '@mantine/core';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { codeTexts as texts } from '../../../../texts/code.ts';
import type { CodeShape, LineProblem } from '../../model/code-shape.ts';
import { CodeEditor, type CodeLanguage, type CodeProps } from './code-editor.tsx';
import { lineMarks, setLineMark } from './line-mark.ts';
import { pythonSources } from './python-completion.ts';
import { scalaSources } from './scala-completion.ts';
import { scalaLanguage } from './scala-language.ts';
import { snippetChoices, type SnippetChoice } from './snippet-choices.ts';
import classes from './fields.module.css';

export interface ProgramInputProps extends CodeProps {
  readonly shape: CodeShape;
  /** The table that Scala code registers. */
  readonly table: string;
  /** The problem whose line is marked. */
  readonly problem: LineProblem | undefined;
  /** Display text of the keys that show the rows. */
  readonly keys: string;
  /** Shows the rows of the node. */
  readonly onPreview: () => void;
}

/** A field of Python or Scala code: completion, snippets, and the line of a problem. */
export default function ProgramInput({ shape, table, problem, keys, onPreview, ...rest }: ProgramInputProps) {
  const view = useRef<EditorView>(null);
  const preview = useRef(onPreview);
  preview.current = onPreview;
  const language = useMemo(() => languageOf(shape, preview), [shape]);
  useLineMark(view, problem, [language, rest.disabled]);
  const { start, snippets } = snippetChoices(shape, rest.tables, table);
  const insert = (choice: SnippetChoice): void => {
    const at = view.current;
    if (at === null) return;
    const { changes, anchor, head } = choice.insertionIn(at.state.doc.toString(), at.state.selection.main.head);
    at.dispatch({ changes, selection: { anchor, head }, scrollIntoView: true, userEvent: 'input' });
    at.focus();
  };
  return (
    <CodeEditor {...rest} view={view} language={language}>
      <div className={classes.codeBar}>
        {rest.disabled ? null : <SnippetMenu snippets={snippets} onInsert={insert} />}
        {rest.disabled || rest.value.trim() !== '' ? null : (
          <button type="button" className={classes.link} onClick={() => insert(start)}>
            {start.title}
          </button>
        )}
        <button type="button" className={classes.link} title={texts.showRowsHint(keys)} onClick={onPreview}>
          {texts.showRows}
        </button>
      </div>
    </CodeEditor>
  );
}

interface SnippetMenuProps {
  readonly snippets: readonly SnippetChoice[];
  readonly onInsert: (choice: SnippetChoice) => void;
}

const SnippetMenu = ({ snippets, onInsert }: SnippetMenuProps) => (
  // the focus goes to the code
  <Menu position="bottom-start" width={220} transitionProps={{ duration: 0 }} returnFocus={false}>
    <Menu.Target>
      <button type="button" className={classes.link}>
        {texts.insert} <span aria-hidden>▾</span>
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {snippets.map((choice) => (
        <Menu.Item key={choice.title} onClick={() => onInsert(choice)}>
          {choice.title}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

/** A key that shows the rows; the whole workflow does not run. */
const previewKey = (key: string, preview: RefObject<() => void>): KeyBinding => ({
  key,
  stopPropagation: true,
  run: () => {
    preview.current();
    return true;
  },
});

const languageOf =
  (shape: CodeShape, preview: RefObject<() => void>): CodeLanguage =>
  (latest) => {
    const tables = () => latest.current.tables;
    return [
      Prec.high(keymap.of(['Mod-Enter', 'Ctrl-Enter'].map((key) => previewKey(key, preview)))),
      shape === 'scala' ? scalaLanguage : [python().language, indentUnit.of('    ')],
      indentOnInput(),
      lineNumbers(),
      lineMarks,
      autocompletion({
        override: shape === 'scala' ? scalaSources(tables) : pythonSources(shape, tables),
        icons: false,
        maxRenderedOptions: 60,
      }),
    ];
  };

/** Marks the line of a problem, also in a new editor. */
function useLineMark(
  view: RefObject<EditorView | null>,
  problem: LineProblem | undefined,
  editor: readonly unknown[],
): void {
  useEffect(() => {
    view.current?.dispatch({ effects: setLineMark.of(problem) });
    // a problem is compared by its values
    // oxlint-disable-next-line exhaustive-deps
  }, [view, problem?.line, problem?.message, ...editor]);
}
