import { autocompletion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { useRef } from 'react';
import { CodeEditor, type CodeLanguage, type CodeProps } from './code-editor.tsx';
import { sqlLanguage } from './sql-language.ts';

export interface CodeInputProps extends CodeProps {
  /** Default: SQL. */
  readonly language?: 'sql' | 'plain';
}

const plainLanguage: CodeLanguage = () => autocompletion({ override: [] });

/** A field of SQL (or of rules without a syntax), with columns and functions to complete. */
export default function CodeInput({ language = 'sql', ...rest }: CodeInputProps) {
  const view = useRef<EditorView>(null);
  return <CodeEditor {...rest} view={view} language={language === 'sql' ? sqlLanguage : plainLanguage} />;
}
