import { Textarea, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { untilThere } from '../../../../api/line.ts';
import type { CodeProps } from './code-editor.tsx';
import type { CodeInputProps } from './code-input.tsx';
import type { ProgramInputProps } from './program-input.tsx';

const readCodeInput = () => untilThere(() => import('./code-input.tsx'));
const CodeInput = lazy(readCodeInput);
// the code editor is large: it loads after the drawing
requestIdleCallback(() => void readCodeInput());
// few workflows have code in Python or Scala
const ProgramInput = lazy(() => untilThere(() => import('./program-input.tsx')));

/** A field of SQL or other code. While its editor is loading, the text is in a read-only field. */
export const CodeField = (props: CodeInputProps) => (
  <Suspense fallback={<WaitingCode {...props} />}>
    <CodeInput {...props} />
  </Suspense>
);

/** A field of Python or Scala code; it loads as the one above does. */
export const ProgramCodeField = (props: ProgramInputProps) => (
  <Suspense fallback={<WaitingCode {...props} />}>
    <ProgramInput {...props} />
  </Suspense>
);

const WaitingCode = ({ label, isCell, isTall, value, description, error, withAsterisk }: CodeProps) =>
  isCell === true ? (
    <TextInput size="xs" aria-label={label} value={value} disabled data-pending />
  ) : (
    <Textarea
      {...{ label, description, error, withAsterisk, value }}
      size="xs"
      disabled
      data-pending
      rows={isTall === true ? 8 : 2}
    />
  );
