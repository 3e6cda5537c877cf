import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { sentence, statement } from '../../../ui/format.ts';
import { GrowingText } from '../../../ui/growing-text.tsx';
import { Icon } from '../canvas/icons.tsx';
import { familyOf, isNote, type Processor } from '../model/catalogue.ts';
import { formOf } from '../model/field-groups.ts';
import { withNode, type GraphNode } from '../model/graph.ts';
import { useLive, type GraphProblem } from '../state/live.ts';
import { useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import { FormPartInput } from './form-part.tsx';
import { MissingColumns } from './missing-columns.tsx';
import { NoteForm } from './note-form.tsx';
import classes from './node-panel.module.css';

const texts = editorTexts.panel;

interface NodeProps {
  readonly node: GraphNode;
}

interface KnownNodeProps extends NodeProps {
  /** Undefined if it is unknown. */
  readonly processor: Processor | undefined;
}

/** The settings of a node. */
export function NodeForm({ node }: NodeProps) {
  const { catalogue, mayChange } = useEnvironment();
  const processor = catalogue.get(node.nodeClass);
  const problems = useLive((state) => state.problems);
  const own = useMemo(() => problems.filter(({ nodeId }) => nodeId === node.id), [problems, node.id]);
  const live = useLive(({ columns }) => columns.get(node.id));
  const inputs = useMemo(() => live?.inputs?.map(({ columns }) => columns) ?? [], [live]);
  const run = useLive(({ runs }) => runs.get(node.id));
  if (isNote(node)) return <NoteForm node={node} />;
  return (
    <div className={classes.form}>
      <NodeName node={node} processor={processor} />
      <ProcessorDescription node={node} processor={processor} />
      {processor?.unavailable == null ? null : <p className={classes.problem}>{processor.unavailable}</p>}
      {own
        .filter(({ field }) => field === undefined || !processor?.fields.some(({ name }) => name === field))
        .map((problem, i) => (
          <ProblemText key={i} problem={problem} />
        ))}
      {run?.message === undefined ? null : (
        <p className={classes.problem} role="status">
          {statement(run.message)} <span className="soft">{sentence(run.remedy ?? '')}</span>
        </p>
      )}
      {processor === undefined || !mayChange ? null : (
        <MissingColumns node={node} processor={processor} inputs={inputs} problems={own} />
      )}
      {processor === undefined ? (
        <RawFields node={node} />
      ) : (
        formOf(processor).map((part) => (
          <FormPartInput
            key={part.key}
            part={part}
            node={node}
            processor={processor}
            inputs={inputs}
            outputs={live?.outputs?.[0]?.columns ?? []}
            problems={own}
            isDisabled={!mayChange}
          />
        ))
      )}
      <About node={node} />
    </div>
  );
}

function NodeName({ node, processor }: KnownNodeProps) {
  const store = useEditorStore();
  const { mayChange } = useEnvironment();
  return (
    <div className={classes.top}>
      <Icon name={familyOf(node, processor)} />
      <TextInput
        size="xs"
        variant="unstyled"
        aria-label={texts.name}
        data-node-name
        classNames={{ input: classes.nodeName ?? '' }}
        readOnly={!mayChange}
        value={node.name}
        onChange={(event) => {
          const name = event.currentTarget.value;
          store.getState().change((is) => withNode(is, node.id, { name }), `name ${node.id}`);
        }}
      />
    </div>
  );
}

/** What the processor does. */
const ProcessorDescription = ({ node, processor }: KnownNodeProps) => (
  <p className={classes.what}>
    {processor === undefined ? (
      texts.unknown(node.nodeClass)
    ) : (
      <>
        {processor.description}{' '}
        <Link to="/processors/$nodeClass" params={{ nodeClass: processor.nodeClass }} className={classes.more}>
          {texts.more}
        </Link>
      </>
    )}
  </p>
);

/** The user's description of the node, its class, and its engine. */
function About({ node }: NodeProps) {
  const store = useEditorStore();
  const { mayChange } = useEnvironment();
  const live = useLive(({ columns }) => columns.get(node.id));
  return (
    <details className={classes.about}>
      <summary>{texts.about}</summary>
      <GrowingText
        size="xs"
        aria-label={texts.description}
        placeholder={texts.descriptionHint}
        minRows={2}
        readOnly={!mayChange}
        value={typeof node['description'] === 'string' ? node['description'] : ''}
        onChange={(event) => {
          const description = event.currentTarget.value;
          store.getState().change((is) => withNode(is, node.id, { description }), `about ${node.id}`);
        }}
      />
      <p className="soft data">
        {node.id} · {node.nodeClass}
      </p>
      {live?.engine == null ? null : (
        <p className="soft">
          {texts.engine(live.engine)} {live.reasons.join('; ')}
        </p>
      )}
    </details>
  );
}

const ProblemText = ({ problem: { message, remedy, severity } }: { readonly problem: GraphProblem }) => (
  <p className={classes.problem} data-severity={severity}>
    {statement(message)}{' '}
    {remedy === '' || message.includes(remedy) ? null : <span className="soft">{sentence(remedy)}</span>}
  </p>
);

/** Fields of a node with an unknown processor: read-only, and preserved. */
const RawFields = ({ node }: { readonly node: GraphNode }) => (
  <dl className={classes.raw}>
    {node.fields.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="data">{value}</dd>
      </div>
    ))}
  </dl>
);
