/** Python text that may be laid out over several lines: plain text, parts one after another, brackets, or a chain of methods. */
export type Doc = string | readonly Doc[] | Brackets | Chain;

interface Brackets {
  readonly open: string;
  readonly items: readonly Doc[];
  readonly close: string;
  /** Between items; a comma by default. An operator such as `&` begins the next line. */
  readonly operator?: string;
}

interface Chain {
  readonly base: Doc;
  readonly steps: readonly Doc[];
}

export const call = (name: Doc, items: readonly Doc[]): Doc => [name, { open: '(', items, close: ')' }];
/** Brackets that only group. */
export const inParentheses = (doc: Doc): Doc => ({ open: '(', items: [doc], close: ')', operator: '' });
/** `a & b & c`; stands inside brackets of a call or of its own. */
export const operation = (operator: string, items: readonly Doc[]): Doc => ({
  open: '',
  items,
  close: '',
  operator,
});
export const list = (items: readonly Doc[]): Doc => ({ open: '[', items, close: ']' });

/** `base.step.step`; one chain where `base` is one already. */
export const chain = (base: Doc, step: Doc): Doc =>
  typeof base === 'object' && 'base' in base
    ? { base: base.base, steps: [...base.steps, step] }
    : { base, steps: [step] };

const lineWidth = 100;
const indentWidth = 4;

/** The document on one line. */
export function flat(doc: Doc): string {
  if (typeof doc === 'string') return doc;
  if ('open' in doc)
    return `${doc.open}${doc.items.map(flat).join(doc.operator === undefined ? ', ' : ` ${doc.operator} `)}${doc.close}`;
  return 'base' in doc ? [doc.base, ...doc.steps].map(flat).join('') : doc.map(flat).join('');
}

const fits = (text: string, column: number): boolean => !text.includes('\n') && column + text.length <= lineWidth;

/** What may begin on the line of the bracket around it: text, and brackets of its own. */
const hugs = (doc: Doc): boolean =>
  typeof doc === 'string' || ('open' in doc && doc.open !== '' && doc.operator === undefined);

/** Lays the document out within the line width; `column` is where it begins, `indent` that of its line. */
export function layOut(doc: Doc, indent = 0, column = indent): string {
  const oneLine = flat(doc);
  if (typeof doc === 'string' || fits(oneLine, column)) return oneLine;
  const inner = indent + indentWidth;
  const line = `\n${' '.repeat(inner)}`;
  const end = `\n${' '.repeat(indent)}`;
  if ('open' in doc) {
    const {
      operator,
      items: [only],
    } = doc;
    if (only === undefined) return oneLine;
    if (doc.items.length === 1 && hugs(only)) return `${doc.open}${layOut(only, indent, column + 1)}${doc.close}`;
    if (doc.open === '')
      return doc.items
        .map((item, i) =>
          i === 0 ? layOut(item, indent, column) : `${end}${operator} ${layOut(item, indent, indent + 2)}`,
        )
        .join('');
    const items = doc.items.map((item, i) => {
      const head = operator === undefined || i === 0 ? '' : `${operator} `;
      return `${line}${head}${layOut(item, inner, inner + head.length)}${operator === undefined ? ',' : ''}`;
    });
    return `${doc.open}${items.join('')}${end}${doc.close}`;
  }
  if ('base' in doc) {
    const [only] = doc.steps;
    if (doc.steps.length === 1 && only !== undefined && typeof doc.base === 'string')
      return doc.base + layOut(only, indent, column + doc.base.length);
    const steps = [doc.base, ...doc.steps].map((part) => `${line}${layOut(part, inner)}`);
    return `(${steps.join('')}${end})`;
  }
  let text = '';
  for (const part of doc) {
    const last = text.lastIndexOf('\n');
    text += layOut(part, indent, last < 0 ? column + text.length : text.length - last - 1);
  }
  return text;
}
