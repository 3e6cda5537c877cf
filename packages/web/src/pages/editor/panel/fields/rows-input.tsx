import { Input, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { editorTexts } from '../../../../texts/editor.ts';
import { columnsTexts } from '../../../../texts/columns.ts';
import { listsOf, rowsOf } from '../../model/field-groups.ts';
import type { FieldSpec } from '../../model/catalogue.ts';
import { listOf, listText } from '../../model/graph.ts';
import type { Column } from '../../state/live.ts';
import { Cell } from './cell.tsx';
import { onMoveKey, useRows, type Rows } from './use-rows.ts';
import classes from './fields.module.css';

const texts = editorTexts.panel;

interface RowsInputProps {
  readonly fields: readonly FieldSpec[];
  /** The texts of the fields, each a list. */
  readonly values: readonly string[];
  readonly inputs: readonly (readonly Column[])[];
  readonly errors: readonly (string | undefined)[];
  readonly isDisabled: boolean;
  /** Fills the rows with existing columns; undefined if the rows are not a schema. */
  readonly take: { readonly many: number; readonly act: () => Promise<void> } | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** Fields with aligned lists, as a table: a row is one rule. */
export function RowsInput({ fields, values, inputs, errors, isDisabled, take, onChange }: RowsInputProps) {
  const blank = fields.map(({ kind, options, default: standard, required }) =>
    kind === 'choice' && required ? (options?.[0] ?? '') : standard.startsWith('[') ? '' : standard,
  );
  // an empty row is shown here, but is not in the graph
  const rows = useRows(
    rowsOf(values.map(listOf)),
    (row) => row.some((value, i) => value !== blank[i]),
    (usedRows) => onChange(listsOf(usedRows, fields.length).map(listText)),
  );
  const wrong = errors.filter((one) => one !== undefined);
  const hints = fields.filter(({ description }) => description !== '');
  return (
    <Input.Wrapper size="xs" error={wrong.length === 0 ? undefined : wrong.join(' ')} labelElement="div">
      <div className={classes.rows} role="group" aria-label={fields.map(({ title }) => title).join(', ')}>
        {rows.items.length === 0 ? null : (
          <table>
            <RowsHead fields={fields} />
            <tbody>
              {rows.items.map(({ id, row }, i) => (
                <RuleRow key={id} {...{ fields, inputs, isDisabled, rows, row, i }} />
              ))}
            </tbody>
          </table>
        )}
        <div className={classes.bar}>
          <button type="button" className={classes.link} disabled={isDisabled} onClick={() => rows.add(blank)}>
            + {rows.items.length === 0 ? fields.map(({ title }) => title).join(', ') : texts.addRow}
          </button>
          <TakeColumns take={take} isDisabled={isDisabled} />
        </div>
        {rows.items.length === 0 || hints.length === 0 ? null : (
          <p className={classes.hint}>{hints.map(({ title, description }) => `${title}: ${description}`).join('. ')}</p>
        )}
      </div>
    </Input.Wrapper>
  );
}

const RowsHead = ({ fields }: Pick<RowsInputProps, 'fields'>) => (
  <thead>
    <tr>
      {fields.map(({ name, title, required, description }) => (
        <th key={name} scope="col" title={description || undefined}>
          {title}
          {required ? ' *' : ''}
        </th>
      ))}
      <th scope="col">
        <VisuallyHidden>{columnsTexts.actions}</VisuallyHidden>
      </th>
    </tr>
  </thead>
);

interface RuleRowProps extends Pick<RowsInputProps, 'fields' | 'inputs' | 'isDisabled'> {
  readonly rows: Rows<readonly string[]>;
  readonly row: readonly string[];
  /** The index of the row. */
  readonly i: number;
}

const RuleRow = ({ fields, inputs, isDisabled, rows, row, i }: RuleRowProps) => (
  <tr onKeyDownCapture={(event) => onMoveKey(event, (by) => rows.move(i, by))}>
    {fields.map((field, j) => (
      <td key={field.name}>
        <Cell
          field={field}
          label={`${field.title} ${i + 1}`}
          value={row[j] ?? ''}
          columns={inputs[field.input] ?? inputs[0] ?? []}
          tables={inputs}
          isDisabled={isDisabled}
          onChange={(value) => rows.change(i, row.with(j, value))}
        />
      </td>
    ))}
    <td className={classes.moves}>
      <button
        type="button"
        className={classes.small}
        aria-label={texts.moveUp(i + 1)}
        disabled={isDisabled}
        aria-disabled={i === 0}
        onClick={() => rows.move(i, -1)}
      >
        ↑
      </button>
      <button
        type="button"
        className={classes.small}
        aria-label={texts.removeRow(i + 1)}
        disabled={isDisabled}
        onClick={() => rows.remove(i)}
      >
        ×
      </button>
    </td>
  </tr>
);

/** Fills the rows with the existing columns; nothing if there are none. */
function TakeColumns({ take, isDisabled }: Pick<RowsInputProps, 'take' | 'isDisabled'>) {
  const [isTaking, setTaking] = useState(false);
  if (take === undefined || take.many === 0) return null;
  return (
    <button
      type="button"
      className={classes.link}
      disabled={isDisabled || isTaking}
      onClick={() => {
        setTaking(true);
        void take.act().finally(() => setTaking(false));
      }}
    >
      {texts.takeColumns(take.many)}
    </button>
  );
}
