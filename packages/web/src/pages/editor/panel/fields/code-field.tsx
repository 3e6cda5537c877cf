import { Textarea, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { untilThere } from '../../../../api/line.ts';
import type { CodeInputProps } from './code-input.tsx';

const readCodeInput = () => untilThere(() => import('./code-input.tsx'));
const CodeInput = lazy(readCodeInput);
// the code editor is large: it loads after the drawing
requestIdleCallback(() => void readCodeInput());

/** A field of SQL or other code. While its editor is loading, the text is in a read-only field. */
export function CodeField(props: CodeInputProps) {
  const { label, isCell, isTall, value, description, error, withAsterisk } = props;
  const waiting =
    isCell === true ? (
      <TextInput size="xs" aria-label={label} value={value} disabled data-pending />
    ) : (
      <Textarea
        {...{ label, description, error, withAsterisk, value }}
        size="xs"
        disabled
        data-pending
        rows={isTall ? 8 : 2}
      />
    );
  return (
    <Suspense fallback={waiting}>
      <CodeInput {...props} />
    </Suspense>
  );
}
