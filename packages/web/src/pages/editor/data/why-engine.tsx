import { editorTexts } from '../../../texts/editor.ts';
import { useLive } from '../state/live.ts';
import { useEditor } from '../state/store.ts';
import classes from '../editor.module.css';

const texts = editorTexts;

/** The engine of a run, and the first reason if it is not the fast one; a click leads to the node. */
export function WhyEngine() {
  const columns = useLive((state) => state.columns);
  const select = useEditor((state) => state.select);
  const nodes = [...columns.values()].filter(({ engine }) => engine !== null);
  if (nodes.length === 0) return null;
  const slow = nodes.filter(({ engine }) => engine === 'spark');
  const [first] = slow;
  if (first === undefined) return <span className={`${classes.saved} ${classes.wide}`}>sail</span>;
  return (
    <button
      type="button"
      className={`${classes.tool} ${classes.wide}`}
      title={slow.flatMap(({ reasons }) => reasons).join('\n')}
      onClick={() => select(slow.map(({ nodeId }) => nodeId))}
    >
      spark · {texts.why}
    </button>
  );
}
