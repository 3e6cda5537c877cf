import { askThread, type ThreadEnd } from '@millrace/file-space/threads';
import { hostUrl, lookupOf, NotPublic } from '@millrace/file-space/urls/reach';
import type { ListedHost } from '@millrace/file-space/urls';
import { Problem } from '../problems.ts';
import { turns } from '../timing/turns.ts';
import type { Answer, Question } from './trial-worker.ts';

/** Milliseconds within which a database must have answered all that it is asked. */
const patience = 10_000;
/** Megabytes of JavaScript values that an answer may take. */
const heapMb = 64;

/** Trials at once: each has a thread. */
const inTurn = turns(8);

/** A question without what the setting says of hosts. */
export type DatabaseQuestion = Omit<Question, 'hosts'>;

/**
 * Asks a database in a thread of its own, within bounds of time, bytes and memory: what answers may be no database, and mean
 * harm. Goes only to public hosts and to those that the operator lists; for all others there is one answer, which says
 * nothing of the host. Fails with UNPROCESSABLE.
 */
export async function askDatabase(
  question: DatabaseQuestion,
  hosts: readonly ListedHost[],
): Promise<readonly (readonly unknown[])[]> {
  const { host, port, database } = question;
  const answer = isRefused(host, port, hosts) ? 'refused' : await inTurn(() => answerOf({ ...question, hosts }));
  if (answer === 'refused')
    throw new Problem(
      'UNPROCESSABLE',
      `host "${host}" has no public address: check it, or ask the operator to add it to the setting MILLRACE_URL_HOSTS`,
    );
  if ('failed' in answer)
    throw new Problem('UNPROCESSABLE', `cannot use database "${database}" at ${host}:${port}: ${answer.failed}`, {
      cause: answer.cause,
    });
  return answer.rows;
}

/** Whether a host is refused without a look at the network. */
function isRefused(host: string, port: number, hosts: readonly ListedHost[]): boolean {
  try {
    lookupOf(hostUrl(host, port), hosts);
    return false;
  } catch (error) {
    if (error instanceof NotPublic) return true;
    throw error;
  }
}

async function answerOf(question: Question): Promise<Answer> {
  const module = new URL('./trial-worker.ts', import.meta.url);
  try {
    // variables such as PGHOST are the service's own
    return await askThread({ module, heapMb, env: {}, errorOf: noAnswer }, question, AbortSignal.timeout(patience));
  } catch (error) {
    const { message, cause } = error as Error;
    return { failed: message, ...(cause === undefined ? {} : { cause }) };
  }
}

function noAnswer(end: ThreadEnd, cause?: Error): Error {
  if (end === 'told') return new Error(`no response within ${patience / 1_000} s`);
  // what its words make of PostgreSQL's client ends the thread alone
  return new Error(end === 'memory' ? 'its response is too large' : 'its response is not valid PostgreSQL protocol', {
    cause,
  });
}
