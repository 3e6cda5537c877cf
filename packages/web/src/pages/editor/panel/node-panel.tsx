import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { columnsTexts } from '../../../texts/columns.ts';
import { sentence, statement } from '../../../ui/format.ts';
import { GrowingText } from '../../../ui/growing-text.tsx';
import { formOf } from '../model/field-groups.ts';
import { withNode, type GraphNode } from '../model/graph.ts';
import { GroupForm } from './group-form.tsx';
import { chosenNodes, groupsOf } from '../model/groups.ts';
import { Icon } from '../canvas/icons.tsx';
import { familyOf, isNote } from '../model/catalogue.ts';
import { useLive, type GraphProblem } from '../state/live.ts';
import { FormPartInput } from './form-part.tsx';
import { MissingColumns } from './missing-columns.tsx';
import { NoteForm } from './note-form.tsx';
import { Several } from './several.tsx';
import { useEditor, useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import classes from './node-panel.module.css';

const texts = editorTexts.panel;

/** The settings of the selected node, or the actions for several. */
export function NodePanel() {
  const node = useEditor(({ graph, selected, selectedGroups }) => {
    const [only] = selected.size === 1 && selectedGroups.size === 0 ? selected : [];
    return only === undefined ? undefined : graph.nodes.find(({ id }) => id === only);
  });
  const group = useEditor(({ graph, selected, selectedGroups }) =>
    selectedGroups.size === 1 && selected.size === 0
      ? groupsOf(graph).all.find(({ id }) => selectedGroups.has(id))
      : undefined,
  );
  const many = useEditor((state) => chosenNodes(state).size);
  return (
    <aside className={classes.panel} aria-label={texts.title} data-settings>
      {group !== undefined ? (
        <GroupForm key={group.id} group={group} />
      ) : node !== undefined ? (
        <NodeForm key={node.id} node={node} />
      ) : many > 1 ? (
        <Several many={many} />
      ) : (
        <GraphForm />
      )}
    </aside>
  );
}

/** The settings of the whole graph. */
function GraphForm() {
  const store = useEditorStore();
  const { mayChange } = useEnvironment();
  const { category = '', description = '' } = useEditor(({ graph }) => graph);
  const set = (change: object, kind: string): void => store.getState().change((is) => ({ ...is, ...change }), kind);
  return (
    <div className={classes.form}>
      <h2 className={classes.heading}>{texts.workflow}</h2>
      <TextInput
        size="xs"
        label={columnsTexts.category}
        readOnly={!mayChange}
        value={category === '-' ? '' : category}
        onChange={(event) => set({ category: event.currentTarget.value || '-' }, 'category')}
      />
      <GrowingText
        size="xs"
        label={texts.description}
        minRows={2}
        maxRows={10}
        readOnly={!mayChange}
        value={description}
        onChange={(event) => set({ description: event.currentTarget.value }, 'description')}
      />
      <p className={classes.hint}>{texts.chooseNode}</p>
    </div>
  );
}

function NodeForm({ node }: { readonly node: GraphNode }) {
  const store = useEditorStore();
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
    </div>
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
