import { editorTexts } from '../../../texts/editor.ts';
import { count } from '../../../ui/format.ts';
import { isNote, outputNames } from '../model/catalogue.ts';
import { Plan } from '../canvas/plan.tsx';
import { Problems } from '../panel/problems.tsx';
import { useLive } from '../state/live.ts';
import { useEditor } from '../state/store.ts';
import { samples, useEnvironment, useUi, type DataTab } from '../state/ui-store.ts';
import { Inputs, NodeData } from './node-data.tsx';
import classes from './data-pane.module.css';

const texts = editorTexts.data;

/** The preview of the selected node: rows, columns, outputs, and the problems of the graph. */
export function DataPane() {
  const { catalogue, ui } = useEnvironment();
  const tab = useUi((state) => state.tab);
  const side = useUi((state) => state.side);
  const sample = useUi((state) => state.sample);
  const node = useEditor(({ graph, selected }) => {
    const [only] = selected.size === 1 ? selected : [];
    return graph.nodes.find(({ id }) => id === only);
  });
  const nodeId = node === undefined || isNote(node) ? undefined : node.id;
  return (
    <section className={classes.pane} aria-label={texts.title}>
      <div className={classes.bar}>
        <span className={classes.title}>{nodeId === undefined ? texts.noNode : texts.outputOf(node?.name ?? '')}</span>
        <DataTabs tab={tab} />
        {nodeId === undefined || tab === 'problems' ? null : (
          <PreviewOptions sample={sample} onSample={(rows) => ui.setState({ sample: rows })} />
        )}
      </div>
      <div className={classes.body}>
        {tab === 'problems' ? (
          <Problems />
        ) : nodeId === undefined || node === undefined ? (
          <p className={classes.hint}>{texts.chooseNode}</p>
        ) : (
          <>
            {tab === 'plan' ? <Plan nodeId={nodeId} /> : null}
            {side === 'both' && tab !== 'plan' ? <Inputs nodeId={nodeId} sample={sample} /> : null}
            {tab === 'plan' ? null : (
              <NodeData
                nodeId={nodeId}
                sample={sample}
                tab={tab}
                names={outputNames(node, catalogue.get(node.nodeClass))}
              />
            )}
          </>
        )}
      </div>
    </section>
  );
}

function DataTabs({ tab }: { readonly tab: DataTab }) {
  const { ui } = useEnvironment();
  const problems = useLive((state) => state.problems);
  const isWrong = problems.some(({ severity }) => severity === 'error');
  const tabs: readonly (readonly [DataTab, string])[] = [
    ['rows', texts.rows],
    ['columns', texts.columns],
    ['shown', texts.shown],
    ['plan', texts.plan],
    ['problems', texts.problems(count(problems.length))],
  ];
  return (
    <div role="tablist" aria-label={texts.title} className={classes.tabs}>
      {tabs.map(([one, title]) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={tab === one}
          className={classes.tab}
          data-wrong={one === 'problems' && isWrong}
          onClick={() => ui.setState({ tab: one })}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

interface PreviewOptionsProps {
  /** Number of input rows. */
  readonly sample: number;
  readonly onSample: (sample: number) => void;
}

/** The size of the sample, and whether the input is next to the output. */
function PreviewOptions({ sample, onSample }: PreviewOptionsProps) {
  const { ui } = useEnvironment();
  const side = useUi((state) => state.side);
  return (
    <>
      <label className={classes.sample}>
        {texts.sample}
        <select value={sample} onChange={(event) => onSample(Number(event.currentTarget.value))}>
          {samples.map((rows) => (
            <option key={rows} value={rows}>
              {count(rows)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className={classes.side}
        aria-pressed={side === 'both'}
        onClick={() => ui.setState({ side: side === 'both' ? 'output' : 'both' })}
      >
        {texts.withInput}
      </button>
    </>
  );
}
