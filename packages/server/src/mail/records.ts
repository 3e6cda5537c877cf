import { Type } from 'typebox';
import { Id, Millis, Nullable } from '../http/types.ts';
import type { MailRow } from './outbox.ts';

/** A mail about the end of a run, and what has become of it. */
export const MailRecord = Type.Object({
  id: Id,
  executionId: Id,
  outcome: Type.String({ description: 'success or failure: the list that contains the address' }),
  recipient: Type.String(),
  status: Type.String({ description: 'WAITING, SENDING, SENT, FAILED, or UNCERTAIN: it may have arrived' }),
  attempts: Type.Integer(),
  createdAt: Millis,
  nextAttemptAt: Nullable(Millis),
  endedAt: Nullable(Millis),
  message: Nullable(Type.String()),
});

export const mailRecord = ({ claim, status, nextAttemptAt, ...same }: MailRow) => ({
  ...same,
  status,
  nextAttemptAt: status === 'WAITING' && claim === null ? nextAttemptAt : null,
});
