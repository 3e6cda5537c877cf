import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api/problem.ts';
import type { ImportReport } from '../../api/queries-of-workflows.ts';
import { workflowImportTexts } from '../../texts/workflow-import.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { count } from '../../ui/format.ts';
import type { ImportedFile } from './imports.ts';
import classes from './import.module.css';

const texts = workflowImportTexts;

/** The result of one file: its workflows with their nodes, or the error. */
export function FileReport({ imported: { file, state, reports = [], error } }: { readonly imported: ImportedFile }) {
  return (
    <section className={classes.report} aria-label={file.name} data-state={state}>
      <h3>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.state} data-tone={state}>
          {texts.states[state]}
        </span>
      </h3>
      {error === undefined ? null : (
        <p className={classes.fault}>
          {error.message} {error instanceof ApiError ? error.remedy : null}
        </p>
      )}
      {reports.map((report) => (
        <WorkflowReport key={report.id} report={report} />
      ))}
    </section>
  );
}

type NodeState = 'runs' | 'warned' | 'broken';

const signs = { runs: '✓', warned: '!', broken: '✕' } as const;

interface NodeLine {
  readonly id: string;
  readonly name: string;
  readonly state: NodeState;
  readonly remarks: readonly { readonly text: string; readonly remedy?: string; readonly kind: string }[];
}

function linesOf({ nodes, problems, adapted, older }: ImportReport): readonly NodeLine[] {
  const remarks = (id: string | undefined): NodeLine['remarks'] => [
    ...problems
      .filter(({ nodeId }) => nodeId === id)
      .map(({ message, remedy, severity }) => ({ text: message, remedy, kind: severity })),
    ...adapted.filter(({ nodeId }) => nodeId === id).map(({ message }) => ({ text: message, kind: 'adapted' })),
    ...older.filter(({ nodeId }) => nodeId === id).map(({ message }) => ({ text: message, kind: 'warning' })),
  ];
  const stateOf = (all: NodeLine['remarks']): NodeState =>
    all.some(({ kind }) => kind === 'error') ? 'broken' : all.length > 0 ? 'warned' : 'runs';
  const ofNodes = nodes.map(({ id, name }) => ({ id, name, remarks: remarks(id), state: stateOf(remarks(id)) }));
  const ids = new Set(nodes.map(({ id }) => id));
  const others = [
    ...new Set(
      [...problems, ...adapted, ...older].map(({ nodeId }) => nodeId).filter((id) => id === undefined || !ids.has(id)),
    ),
  ].flatMap(remarks);
  return others.length === 0
    ? ofNodes
    : [{ id: '', name: texts.whole, remarks: others, state: stateOf(others) }, ...ofNodes];
}

const order: Readonly<Record<NodeState, number>> = { broken: 0, warned: 1, runs: 2 };

/** An imported workflow, nodes with remarks first. */
function WorkflowReport({ report }: { readonly report: ImportReport }) {
  const { id, name, canRun, overwritten, renewed, nodes } = report;
  const lines = linesOf(report).toSorted((a, b) => order[a.state] - order[b.state]);
  const remarkable = lines.filter(({ state }) => state !== 'runs');
  const rest = lines.length - remarkable.length;
  return (
    <div className={classes.workflow}>
      <p className={classes.head}>
        <Link to="/workflows/$id" params={{ id: String(id) }}>
          {name || workflowsTexts.noName(id)}
        </Link>
        <span data-tone={canRun ? 'good' : 'bad'}>{canRun ? texts.runs : texts.runsNot}</span>
        <span className="soft">{texts.nodes(count(nodes.length), nodes.length)}</span>
        {overwritten ? <span className="soft">{texts.overwritten}</span> : null}
        {renewed ? <span className="soft">{texts.renewed}</span> : null}
      </p>
      {remarkable.length === 0 ? null : (
        <ul className={classes.lines}>
          {remarkable.map((line) => (
            <li key={line.id} data-state={line.state}>
              <span aria-hidden className={classes.sign}>
                {signs[line.state]}
              </span>
              <div>
                <strong>{line.name || line.id}</strong> <span className="soft">{texts.nodeStates[line.state]}</span>
                {line.remarks.map(({ text, remedy, kind }, i) => (
                  <p key={i}>
                    {kind === 'adapted' ? <em>{texts.adapted}</em> : null} {text}
                    {remedy === undefined ? null : <span className="soft"> {remedy}</span>}
                  </p>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      {rest === 0 ? null : (
        <details className={classes.rest}>
          <summary>
            <span data-tone="good">✓</span> {texts.runNodes(count(rest), rest)}
          </summary>
          <p>
            {lines
              .filter(({ state }) => state === 'runs')
              .map((line) => line.name || line.id)
              .join(', ')}
          </p>
        </details>
      )}
    </div>
  );
}
