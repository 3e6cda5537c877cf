import { Link } from '@tanstack/react-router';
import type { Fire } from '../../api/queries-of-schedules.ts';
import { firesTexts } from '../../texts/fires.ts';
import { Status } from '../../ui/status.tsx';
import classes from './outcome.module.css';

interface OutcomeProps {
  readonly fire: Fire;
}

const signs: Readonly<Record<string, readonly [sign: string, tone: string]>> = {
  FIRED: ['▷', 'soft'],
  SKIPPED: ['↷', 'soft'],
  MISSED: ['○', 'signal'],
  FAILED: ['✕', 'bad'],
};

/** The outcome of a fire: the state of its run with a link, if there is one. */
export function Outcome({ fire: { outcome, executionId, executionStatus, message } }: OutcomeProps) {
  const [sign, tone] = signs[outcome] ?? ['?', 'soft'];
  const text =
    outcome === 'FIRED' && executionStatus !== null ? (
      <Status status={executionStatus} />
    ) : (
      <span className={classes.outcome} data-tone={tone} title={message ?? undefined}>
        <span aria-hidden>{sign}</span>
        {firesTexts.outcomes[outcome] ?? outcome}
      </span>
    );
  if (executionId === null) return text;
  return (
    <Link to="/executions/$id" params={{ id: String(executionId) }} className={classes.link}>
      {text}
    </Link>
  );
}
