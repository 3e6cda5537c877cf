import { Button, NativeSelect, TextInput } from '@mantine/core';
import { nearest } from '@millrace/workflow';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { columnsTexts } from '../../../texts/columns.ts';
import { sentence, statement } from '../../../ui/format.ts';
import { GrowingText } from '../../../ui/growing-text.tsx';
import { formOf, type FormPart } from '../model/field-groups.ts';
import { FieldInput } from './fields/field-input.tsx';
import { RowsInput } from './fields/rows-input.tsx';
import { useTakeColumns } from './fields/use-take-columns.ts';
import { paragraphsOf, writtenIn } from '../canvas/flow.ts';
import { followRename, missingColumns } from '../model/follow-rename.ts';
import { valueOf, withNode, withValues, type GraphNode } from '../model/graph.ts';
import { GroupForm } from './group-form.tsx';
import { chosenNodes, groupsOf } from '../model/groups.ts';
import { Icon } from '../canvas/icons.tsx';
import { familyOf, isNote, type Processor } from '../model/catalogue.ts';
import { useLive, type Column, type GraphProblem } from '../state/live.ts';
import { Several } from './several.tsx';
import { useEditor, useEditorStore } from '../state/store.ts';
import { useSurroundings } from '../state/ui-store.ts';
import classes from './node-panel.module.css';

const said = editorTexts.panel;

/** What is chosen: a node's settings, or what can be done with several. */
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
    <aside className={classes.panel} aria-label={said.title} data-settings>
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

/** What is said of the whole graph. */
function GraphForm() {
  const store = useEditorStore();
  const { mayChange } = useSurroundings();
  const { category = '', description = '' } = useEditor(({ graph }) => graph);
  const set = (change: object, kind: string): void => store.getState().change((is) => ({ ...is, ...change }), kind);
  return (
    <div className={classes.form}>
      <h2 className={classes.heading}>{said.workflow}</h2>
      <TextInput
        size="xs"
        label={columnsTexts.category}
        readOnly={!mayChange}
        value={category === '-' ? '' : category}
        onChange={(event) => set({ category: event.currentTarget.value || '-' }, 'category')}
      />
      <GrowingText
        size="xs"
        label={said.description}
        minRows={2}
        maxRows={10}
        readOnly={!mayChange}
        value={description}
        onChange={(event) => set({ description: event.currentTarget.value }, 'description')}
      />
      <p className={classes.hint}>{said.chooseNode}</p>
    </div>
  );
}

function NodeForm({ node }: { readonly node: GraphNode }) {
  const store = useEditorStore();
  const { catalogue, mayChange } = useSurroundings();
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
          aria-label={said.name}
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
          said.unknown(node.nodeClass)
        ) : (
          <>
            {processor.description}{' '}
            <Link to="/processors/$nodeClass" params={{ nodeClass: processor.nodeClass }} className={classes.more}>
              {said.more}
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
          <Part
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
        <summary>{said.about}</summary>
        <GrowingText
          size="xs"
          aria-label={said.description}
          placeholder={said.descriptionHint}
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
            {said.engine(live.engine)} {live.reasons.join('; ')}
          </p>
        )}
      </details>
    </div>
  );
}

interface MissingColumnsProps {
  readonly node: GraphNode;
  readonly processor: Processor;
  readonly inputs: readonly (readonly Column[])[];
  readonly problems: readonly GraphProblem[];
}

/** Columns that are chosen and not there any more, each with a way to follow it to its new name. */
function MissingColumns({ node, processor, inputs, problems }: MissingColumnsProps) {
  const wrong = problems.map(({ message }) => message);
  const missing = missingColumns(node, processor.fields, inputs, wrong);
  const columns = [...new Set(inputs.flatMap((all) => all.map(({ name }) => name)))];
  return missing.map((name) => <FollowRename key={name} nodeId={node.id} name={name} columns={columns} />);
}

interface FollowRenameProps {
  readonly nodeId: string;
  readonly name: string;
  readonly columns: readonly string[];
}

function FollowRename({ nodeId, name, columns }: FollowRenameProps) {
  const store = useEditorStore();
  const { catalogue } = useSurroundings();
  const [chosen, setChosen] = useState<string>();
  const to = chosen ?? nearest(name, columns) ?? '';
  return (
    <div className={classes.problem} role="group" aria-label={said.missing(name)}>
      {said.missing(name)}
      <div className={classes.rename}>
        <NativeSelect
          size="xs"
          aria-label={said.isNow(name)}
          value={to}
          data={[...(to === '' ? [{ value: '', label: '–' }] : []), ...columns]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button
          size="compact-xs"
          variant="default"
          disabled={to === ''}
          onClick={() => store.getState().change((is) => followRename(is, catalogue, nodeId, name, to))}
        >
          {said.follow}
        </Button>
      </div>
    </div>
  );
}

export const ProblemText = ({ problem: { message, remedy, severity } }: { readonly problem: GraphProblem }) => (
  <p className={classes.problem} data-severity={severity}>
    {statement(message)}{' '}
    {remedy === '' || message.includes(remedy) ? null : <span className="soft">{sentence(remedy)}</span>}
  </p>
);

interface PartProps {
  readonly part: FormPart;
  readonly node: GraphNode;
  readonly processor: Processor;
  readonly inputs: readonly (readonly Column[])[];
  readonly outputs: readonly Column[];
  readonly problems: readonly GraphProblem[];
  readonly isDisabled: boolean;
}

function Part({ part, node, processor, inputs, outputs, problems, isDisabled }: PartProps) {
  const store = useEditorStore();
  const set = (values: Readonly<Record<string, string>>): void =>
    store
      .getState()
      .change((is) => withValues(is, node.id, values, processor), `field ${node.id} ${Object.keys(values).join(' ')}`);
  const wrong = (name: string): string | undefined => {
    const found = problems.find(({ field, severity }) => field === name && severity === 'error');
    if (found === undefined) return undefined;
    return found.message.includes(found.remedy)
      ? found.message
      : `${statement(found.message)} ${sentence(found.remedy)}`;
  };
  const valueIn = (name: string): string | undefined =>
    node.fields.find((field) => field.name === name)?.value ?? undefined;
  const take = useTakeColumns(node, processor, part.kind === 'schema' ? part.fields : [], outputs);
  if (part.kind === 'heading') return <h3 className={classes.section}>{part.title}</h3>;
  if (part.kind === 'field')
    return (
      <FieldInput
        field={part.field}
        value={valueIn(part.field.name) ?? part.field.default}
        columns={inputs[part.field.input] ?? inputs[0] ?? []}
        allColumns={inputs}
        error={wrong(part.field.name)}
        isDisabled={isDisabled}
        onChange={(value) => set({ [part.field.name]: value })}
      />
    );
  return (
    <RowsInput
      fields={part.fields}
      values={part.fields.map(({ name }) => valueOf(node, name))}
      inputs={inputs}
      errors={part.fields.map(({ name }) => wrong(name))}
      isDisabled={isDisabled}
      take={part.kind === 'schema' ? { many: outputs.length, act: take } : undefined}
      onChange={(values) => set(Object.fromEntries(part.fields.map(({ name }, i) => [name, values[i] ?? ''])))}
    />
  );
}

/** Fields of a node whose processor is not known here: to be read, and kept as they are. */
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

/** The words of a note; what is written here is kept as paragraphs of rich text. */
function NoteForm({ node }: { readonly node: GraphNode }) {
  const store = useEditorStore();
  const { mayChange, catalogue } = useSurroundings();
  const processor = catalogue.get(node.nodeClass);
  return (
    <div className={classes.form}>
      <GrowingText
        label={said.note}
        minRows={4}
        maxRows={24}
        readOnly={!mayChange}
        value={writtenIn(valueOf(node, 'comment'))}
        onChange={(event) => {
          const comment = paragraphsOf(event.currentTarget.value);
          store.getState().change((is) => withValues(is, node.id, { comment }), `note ${node.id}`);
        }}
      />
      {processor === undefined
        ? null
        : formOf(processor)
            .filter(({ key }) => key !== 'comment')
            .map((part) => (
              <Part
                key={part.key}
                part={part}
                node={node}
                processor={processor}
                inputs={[]}
                outputs={[]}
                problems={[]}
                isDisabled={!mayChange}
              />
            ))}
    </div>
  );
}
