import { autocompletion } from '@codemirror/autocomplete';
import { python } from '@codemirror/lang-python';
import { indentOnInput, indentUnit } from '@codemirror/language';
import { Prec } from '@codemirror/state';
import { keymap, lineNumbers, type EditorView, type KeyBinding } from '@codemirror/view';
import { Menu } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { codeTexts as texts } from '../../../../texts/code.ts';
import type { CodeShape, LineProblem, SavedCode } from '../../model/code-shape.ts';
import { codeChanges, showChangesSince } from './code-changes.ts';
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
  /** The code in the last saved version, if it differs. */
  readonly saved: SavedCode | undefined;
  /** The problem whose line is marked. */
  readonly problem: LineProblem | undefined;
  /** Display text of the keys that show the rows. */
  readonly keys: string;
  /** Shows the rows of the node. */
  readonly onPreview: () => void;
}

/** What keys of the field do. */
interface Actions {
  readonly preview: () => void;
  /** Hides the changes; false if they are not shown. */
  readonly hideChanges: () => boolean;
}

/** A field of Python or Scala code: completion, snippets, the line of a problem, and changes since the saved version. */
export default function ProgramInput({ shape, table, saved, problem, keys, onPreview, ...rest }: ProgramInputProps) {
  const view = useRef<EditorView>(null);
  // a later version is not compared unless the user asks for it
  const [comparedVersion, setComparedVersion] = useState<number>();
  const original = saved !== undefined && saved.version === comparedVersion ? saved.code : undefined;
  const hideChanges = (): boolean => {
    setComparedVersion(undefined);
    return original !== undefined;
  };
  const actions = useRef<Actions>({ preview: onPreview, hideChanges });
  actions.current = { preview: onPreview, hideChanges };
  const language = useMemo(() => languageOf(shape, actions), [shape]);
  const editor = [language, rest.disabled];
  useLineMark(view, problem, editor);
  useChanges(view, original, editor);
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
        {saved === undefined ? null : (
          <ChangesToggle
            version={saved.version}
            isOn={original !== undefined}
            onToggle={() => setComparedVersion(original === undefined ? saved.version : undefined)}
          />
        )}
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

interface ChangesToggleProps {
  readonly version: number;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

const ChangesToggle = ({ version, isOn, onToggle }: ChangesToggleProps) => (
  <button
    type="button"
    className={classes.link}
    aria-pressed={isOn}
    title={texts.changesHint}
    onClick={onToggle}
    onKeyDown={(event) => {
      if (event.key !== 'Escape' || !isOn) return;
      event.stopPropagation();
      onToggle();
    }}
  >
    {texts.changes(version)}
  </button>
);

/** A key that shows the rows; the whole workflow does not run. */
const previewKey = (key: string, actions: RefObject<Actions>): KeyBinding => ({
  key,
  stopPropagation: true,
  run: () => {
    actions.current.preview();
    return true;
  },
});

/** The key that hides changes; it does nothing else then. */
const hideKey = (actions: RefObject<Actions>): KeyBinding => ({
  key: 'Escape',
  stopPropagation: true,
  run: () => actions.current.hideChanges(),
});

const languageOf =
  (shape: CodeShape, actions: RefObject<Actions>): CodeLanguage =>
  (latest) => {
    const tables = () => latest.current.tables;
    return [
      Prec.high(keymap.of([...['Mod-Enter', 'Ctrl-Enter'].map((key) => previewKey(key, actions)), hideKey(actions)])),
      shape === 'scala' ? scalaLanguage : [python().language, indentUnit.of('    ')],
      indentOnInput(),
      lineNumbers(),
      lineMarks,
      codeChanges,
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

/** Shows the changes since some code, also in a new editor. */
function useChanges(
  view: RefObject<EditorView | null>,
  original: string | undefined,
  editor: readonly unknown[],
): void {
  useEffect(() => {
    view.current?.dispatch({ effects: showChangesSince(original) });
    // oxlint-disable-next-line exhaustive-deps
  }, [view, original, ...editor]);
}
