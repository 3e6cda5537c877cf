import {
  RangeSet,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Transaction,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  gutterLineClass,
  GutterMarker,
  WidgetType,
  type DecorationSet,
} from '@codemirror/view';
import type { LineProblem } from '../../model/code-shape.ts';

/** A problem, at the start of its line. */
interface Mark {
  readonly at: number;
  readonly message: string;
}

/** Marks the line of a problem, or removes the mark. */
export const setLineMark = StateEffect.define<LineProblem | undefined>();

const lineMark = StateField.define<Mark | undefined>({
  create: () => undefined,
  update(mark, transaction) {
    const moved = mark === undefined || !transaction.docChanged ? mark : { ...mark, at: movedTo(mark.at, transaction) };
    for (const effect of transaction.effects)
      if (effect.is(setLineMark)) return markOf(transaction.state, effect.value);
    return moved;
  },
  provide: (field) => [
    EditorView.decorations.from(field, (mark) => (view) => lineDecorations(view.state, mark)),
    gutterLineClass.from(field, (mark) =>
      mark === undefined ? RangeSet.empty : RangeSet.of(gutterMark.range(mark.at)),
    ),
  ],
});

/** Lets a field of code mark the line of a problem. */
export const lineMarks: Extension = lineMark;

/** The marked line, from 1, with its message. */
export function markedLine(state: EditorState): LineProblem | undefined {
  const mark = state.field(lineMark, false);
  return mark === undefined ? undefined : { line: state.doc.lineAt(mark.at).number, message: mark.message };
}

/** The last line stands for a line that no longer exists. */
function markOf({ doc }: EditorState, problem: LineProblem | undefined): Mark | undefined {
  if (problem === undefined) return undefined;
  return { at: doc.line(Math.min(problem.line, doc.lines)).from, message: problem.message };
}

/** A mark moves with its line. If all text is replaced, it stays at the number of its line. */
function movedTo(at: number, { changes, startState, newDoc }: Transaction): number {
  const { number } = startState.doc.lineAt(at);
  let isAll = false;
  changes.iterChanges((from, to) => (isAll ||= from === 0 && to === startState.doc.length));
  if (isAll) return newDoc.line(Math.min(number, newDoc.lines)).from;
  return newDoc.lineAt(changes.mapPos(at, 1)).from;
}

const gutterMark = new (class extends GutterMarker {
  override elementClass = 'cm-problem';
})();

/** The message at the end of its line, for screen readers. */
class SpokenMessage extends WidgetType {
  readonly #message: string;

  constructor(message: string) {
    super();
    this.#message = message;
  }

  override eq(other: SpokenMessage): boolean {
    return this.#message === other.#message;
  }

  override toDOM(): HTMLElement {
    const text = document.createElement('span');
    text.className = 'cm-spoken';
    text.textContent = this.#message;
    return text;
  }
}

function lineDecorations({ doc }: EditorState, mark: Mark | undefined): DecorationSet {
  if (mark === undefined) return Decoration.none;
  const { from, to } = doc.lineAt(mark.at);
  return Decoration.set([
    Decoration.line({ class: 'cm-problem', attributes: { title: mark.message } }).range(from),
    Decoration.widget({ widget: new SpokenMessage(mark.message), side: 1 }).range(to),
  ]);
}
