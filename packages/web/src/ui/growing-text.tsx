import { Textarea, type TextareaProps } from '@mantine/core';
import classes from './growing-text.module.css';

interface GrowingTextProps extends Omit<TextareaProps, 'autosize' | 'rows'> {
  readonly minRows: number;
  readonly maxRows?: number;
}

/** A field for several lines that grows with them by the browser's own means: measuring by a script lays the whole page out. */
export function GrowingText({ minRows, maxRows, classNames, style, ...rest }: GrowingTextProps) {
  const own = typeof classNames === 'object' ? classNames : {};
  const rows = { '--min-rows': minRows, ...(maxRows === undefined ? {} : { '--max-rows': maxRows }) };
  return (
    <Textarea
      {...rest}
      rows={minRows}
      classNames={{ ...own, input: [classes.input, own.input].filter(Boolean).join(' ') }}
      style={[rows, style]}
    />
  );
}
