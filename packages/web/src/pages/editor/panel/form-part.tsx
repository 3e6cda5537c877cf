import { sentence, statement } from '../../../ui/format.ts';
import type { Processor } from '../model/catalogue.ts';
import type { FormPart } from '../model/field-groups.ts';
import { codeShapeOf } from '../model/code-shape.ts';
import { valueOf, withValues, type GraphNode } from '../model/graph.ts';
import type { Column, GraphProblem } from '../state/live.ts';
import { useEditorStore } from '../state/store.ts';
import { FieldInput } from './fields/field-input.tsx';
import { ProgramField } from './fields/program-field.tsx';
import { RowsInput } from './fields/rows-input.tsx';
import { useTakeColumns } from './fields/use-take-columns.ts';
import classes from './node-panel.module.css';

interface FormPartProps {
  readonly part: FormPart;
  readonly node: GraphNode;
  readonly processor: Processor;
  readonly inputs: readonly (readonly Column[])[];
  readonly outputs: readonly Column[];
  readonly problems: readonly GraphProblem[];
  readonly isDisabled: boolean;
}

/** A part of a node's form: a heading, a field, or fields with aligned lists. */
export function FormPartInput({ part, node, processor, inputs, outputs, problems, isDisabled }: FormPartProps) {
  const store = useEditorStore();
  const set = (values: Readonly<Record<string, string>>): void =>
    store
      .getState()
      .change((is) => withValues(is, node.id, values, processor), `field ${node.id} ${Object.keys(values).join(' ')}`);
  const wrong = (name: string): string | undefined => {
    const problem = problems.find(({ field, severity }) => field === name && severity === 'error');
    if (problem === undefined) return undefined;
    return problem.message.includes(problem.remedy)
      ? problem.message
      : `${statement(problem.message)} ${sentence(problem.remedy)}`;
  };
  const valueIn = (name: string): string | undefined =>
    node.fields.find((field) => field.name === name)?.value ?? undefined;
  const take = useTakeColumns(node, processor, part.kind === 'schema' ? part.fields : [], outputs);
  if (part.kind === 'heading') return <h3 className={classes.section}>{part.title}</h3>;
  if (part.kind === 'field') {
    const { field } = part;
    const common = {
      field,
      value: valueIn(field.name) ?? field.default,
      error: wrong(field.name),
      isDisabled,
      onChange: (value: string) => set({ [field.name]: value }),
    };
    const shape = field.kind === 'code' ? codeShapeOf(processor.nodeClass) : undefined;
    return shape === undefined ? (
      <FieldInput {...common} columns={inputs[field.input] ?? inputs[0] ?? []} allColumns={inputs} />
    ) : (
      <ProgramField {...common} node={node} shape={shape} tables={inputs} problems={problems} />
    );
  }
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
