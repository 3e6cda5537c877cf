import { Input } from '@mantine/core';
import { editorTexts } from '../../../../texts/editor.ts';
import { listOf, listText } from '../../model/graph.ts';
import { Cell } from './cell.tsx';
import type { FieldInputProps } from './field-input.tsx';
import { onMoveKey, useRows } from './use-rows.ts';
import classes from './fields.module.css';

const texts = editorTexts.panel;

/** Several values of one kind, one below the other. */
export function ListInput({ field, value, columns, allColumns, error, isDisabled, onChange }: FieldInputProps) {
  const rows = useRows(
    listOf(value),
    () => true,
    (next) => onChange(listText(next)),
  );
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
        {rows.items.map(({ id, row }, i) => (
          <div
            key={id}
            className={classes.line}
            onKeyDownCapture={(event) => onMoveKey(event, (by) => rows.move(i, by))}
          >
            <Cell
              field={field}
              label={`${field.title} ${i + 1}`}
              value={row}
              columns={columns}
              tables={allColumns}
              isDisabled={isDisabled}
              onChange={(next) => rows.change(i, next)}
            />
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
          </div>
        ))}
        <button type="button" className={classes.link} disabled={isDisabled} onClick={() => rows.add('')}>
          + {texts.addRow}
        </button>
      </div>
    </Input.Wrapper>
  );
}
