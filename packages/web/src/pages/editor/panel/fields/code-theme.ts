import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { fontFamily: 'var(--font-data)', padding: '6px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-matchingBracket': { backgroundColor: 'var(--signal-soft) !important' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '.cm-gutters': {
    border: '0',
    backgroundColor: 'transparent',
    color: 'var(--ink-faint)',
    fontFamily: 'var(--font-data)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '24px', padding: '0 2px 0 6px' },
  '.cm-gutterElement.cm-problem': { color: 'var(--bad)', fontWeight: '600' },
  '.cm-line.cm-problem': { backgroundColor: 'var(--bad-soft)', boxShadow: 'inset 2px 0 0 var(--bad)' },
  '&.cm-merge-b .cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--good) 12%, transparent)' },
  '&.cm-merge-b .cm-changedText': { background: 'color-mix(in srgb, var(--good) 22%, transparent)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-soft)', paddingLeft: '8px' },
  '.cm-deletedChunk .cm-deletedText, &.cm-merge-b .cm-deletedText': {
    background: 'color-mix(in srgb, var(--bad) 22%, transparent)',
  },
  '.cm-changeGutter': { width: '12px', textAlign: 'center' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'transparent', color: 'var(--good)' },
  '&.cm-merge-b .cm-deletedLineGutter': { background: 'transparent', color: 'var(--bad)' },
  '.cm-changedLineGutter::before': { content: '"+"' },
  '.cm-deletedLineGutter::before': { content: '"−"' },
  // as high as the line, so that the caret is too
  '.cm-spoken': {
    display: 'inline-block',
    width: '1px',
    height: '1em',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    verticalAlign: 'bottom',
    clipPath: 'inset(50%)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--hairline)',
    borderRadius: '6px',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px !important', lineHeight: '1.4' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft) !important',
    color: 'var(--ink) !important',
  },
  '.cm-completionDetail': { color: 'var(--ink-soft)', fontStyle: 'normal', marginLeft: '12px' },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--signal)' },
  { tag: tags.comment, color: 'var(--ink-faint)', fontStyle: 'italic' },
]);

/** The look of fields of code, by the tokens of the page. */
export const codeTheme: Extension = [theme, syntaxHighlighting(colours)];
