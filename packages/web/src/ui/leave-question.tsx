import { useBlocker } from '@tanstack/react-router';
import { commonTexts } from '../texts/common.ts';
import { Question } from './question.tsx';
import { isTouched } from './touched.ts';

const texts = commonTexts.leave;

interface LeaveQuestionProps {
  /** The unsaved changes. */
  readonly hint: string;
  readonly isAsked: () => boolean;
  readonly onLeave: () => void;
}

/** Asks before the user leaves unsaved changes. */
export function LeaveQuestion({ hint, isAsked, onLeave }: LeaveQuestionProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isAsked(),
    enableBeforeUnload: () => isTouched() && isAsked(),
    withResolver: true,
  });
  return (
    <Question
      isOpen={status === 'blocked'}
      title={texts.title}
      yes={texts.leave}
      no={texts.stay}
      onNo={() => reset?.()}
      onYes={() => {
        onLeave();
        proceed?.();
      }}
    >
      {hint}
    </Question>
  );
}
