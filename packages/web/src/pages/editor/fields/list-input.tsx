import { Input } from '@mantine/core';
import { texts } from '../../../texts.ts';
import { listOf, listText } from '../graph.ts';
import { Cell } from './cell.tsx';
import type { FieldInputProps } from './field-input.tsx';
import classes from './fields.module.css';

const said = texts.editor.panel;

/** Several values of one kind, one below the other. */
export function ListInput({ field, value, columns, allColumns, error, isDisabled, onChange }: FieldInputProps) {
  const list = listOf(value);
  const set = (next: readonly string[]): void => onChange(listText(next));
  return (
    <Input.Wrapper
      size="xs"
      label={field.title}
      description={field.description || undefined}
      error={error}
      withAsterisk={field.required}
      labelElement="div"
    >
      <div className={classes.list}>
        {list.map((one, i) => (
          // values may be the same twice: their place is all that tells them apart
          <div key={i} className={classes.line}>
            <Cell
              field={field}
              label={`${field.title} ${i + 1}`}
              value={one}
              columns={columns}
              tables={allColumns}
              isDisabled={isDisabled}
              onChange={(next) => set(list.with(i, next))}
            />
            <button
              type="button"
              className={classes.small}
              aria-label={said.removeRow(i + 1)}
              disabled={isDisabled}
              onClick={() => set(list.toSpliced(i, 1))}
            >
              ×
            </button>
          </div>
        ))}
        <button type="button" className={classes.link} disabled={isDisabled} onClick={() => set([...list, ''])}>
          + {said.addRow}
        </button>
      </div>
    </Input.Wrapper>
  );
}
