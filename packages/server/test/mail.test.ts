import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import type { SMTPServerOptions } from 'smtp-server';
import { selfSigned } from '../../cli/test/self-signed.ts';
import { statuses } from '../src/executions/status.ts';
import { claimNext, finish, kill, reclaim, requestStop } from '../src/executions/transitions.ts';
import { enqueue, type NewExecution } from '../src/executions/enqueue.ts';
import { readSettings } from '../src/index.ts';
import type { Report as MailReport } from '../src/mail/content.ts';
import { htmlOf } from '../src/mail/html.ts';
import { Mailer } from '../src/mail/mailer.ts';
import { textOf } from '../src/mail/text.ts';
import { openStore } from '../src/store/database.ts';
import { csv, draftOf, endless, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { MailServer, type ReceivedMail } from './mail-server.ts';
import { TestService, type Client } from './support.ts';
import { answerUntil } from '@millrace/testkit/until';

interface Mail {
  readonly id: number;
  readonly recipient: string;
  readonly status: string;
  readonly outcome: string;
  readonly attempts: number;
  readonly nextAttemptAt: number | null;
  readonly message: string;
}

const from = 'Millrace <millrace@example.org>';
const people = csv('people.csv', ['name', 'age'], ['STRING', 'INTEGER']);
const ages: NodeDraft = {
  nodeClass: 'graph.NodeGraphValues',
  name: 'Ages',
  fields: { title: 'Ages of people', graphType: 'COLUMNCHART', xCol: 'name', yCols: ['age'] },
};
const silent = pino({ level: 'silent' });
const [minute, day] = [60_000, 86_400_000];

test('a chart has what it says of itself beneath its title', () => {
  const output = {
    type: 'chart',
    nodeId: '3',
    title: 'ROC Curve',
    truncated: false,
    columns: [{ name: 'x', type: 'int' }],
    rows: [[1]],
    chart: { kind: 'line', encodings: { x: 'x', y: ['x'] }, options: { description: 'How <often> it is right' } },
  } as const;
  const report: MailReport = {
    workflow: 'Judge',
    end: 'completed',
    isFailure: false,
    facts: [],
    message: null,
    link: undefined,
    failed: undefined,
    outputs: [{ node: 'Judge (node 3)', output, picture: 'chart-1' }],
    left: 0,
  };
  assert.match(htmlOf(report), /ROC Curve.*How &lt;often&gt; it is right<\/p><img/);
  assert.match(textOf(report), /ROC Curve — Judge \(node 3\)\nHow <often> it is right\n/);
});

describe('mail about runs', () => {
  let server: MailServer;
  let service: TestService;
  let client: Client;
  let ahead = 0;
  before(async () => {
    server = await MailServer.start();
    service = await TestService.start(
      {
        MILLRACE_ENGINE: 'sail',
        MILLRACE_SMTP_URL: server.url,
        MILLRACE_MAIL_FROM: from,
        MILLRACE_BASE_URL: 'https://millrace.example.org/',
      },
      () => Date.now() + ahead,
    );
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n<b>Bo</b> & Co,7\n');
  });
  beforeEach(() => {
    server.onRecipient = () => undefined;
    server.onContent = () => undefined;
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const save = async (name: string, ...nodes: readonly NodeDraft[]): Promise<number> => {
    const answer = await client.post('/api/v1/workflows', { workflow: inARow(name, nodes) });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const startRun = async (workflowId: number, mails: Record<string, string>): Promise<number> => {
    const answer = await client.post('/api/v1/workflow/execute', { workflowId, ...mails });
    assert.equal(answer.status, 200, answer.text);
    return Number(answer.text);
  };
  const mailsOf = async (run: number): Promise<readonly Mail[]> =>
    (await client.get(`/api/v1/workflow-executions/${run}/mails`)).json as Mail[];
  /** The mails of a run once each of them has come to something. */
  const settled = async (run: number): Promise<readonly Mail[]> => {
    const isUnderWay = ({ status, attempts, nextAttemptAt }: Mail): boolean =>
      status === 'SENDING' || (status === 'WAITING' && (attempts === 0 || nextAttemptAt === null));
    return answerUntil(
      () => mailsOf(run),
      (mails) => mails.length > 0 && !mails.some(isUnderWay),
    );
  };
  /** Lets time pass until the next attempt at the mails of a run, and returns them once it is over. */
  const nextAttempt = async (run: number): Promise<readonly Mail[]> => {
    const before = await mailsOf(run);
    ahead += Math.max(...before.map(({ nextAttemptAt }) => nextAttemptAt ?? 0)) - (Date.now() + ahead) + 1;
    service.service.context.mailer.wake();
    return answerUntil(
      () => settled(run),
      (mails) => mails.every(({ attempts }, i) => attempts > (before[i]?.attempts ?? 0)),
    );
  };
  const only = <T>(items: readonly T[]): T => {
    assert.equal(items.length, 1);
    return items[0] as T;
  };
  const header = ({ mail }: ReceivedMail, key: string): string | undefined =>
    mail.headers.find((one) => one.key === key)?.value;

  test('success: who, when, how long, link, the table as HTML and the chart as a picture, and the same as text', async () => {
    const run = await startRun(await save('Ages & more', people, print, ages), { emailOnSuccess: 'ada@example.org' });
    const { status, outcome, message } = only(await settled(run));
    assert.deepEqual([status, outcome], ['SENT', 'success'], message);
    assert.match(message, /^250 /);
    const receipt = only(server.to('ada@example.org'));
    const { mail } = receipt;
    assert.equal(receipt.from, 'millrace@example.org');
    assert.deepEqual(mail.from, { name: 'Millrace', address: 'millrace@example.org' });
    assert.equal(mail.subject, 'Ages & more: completed');
    assert.equal(header(receipt, 'auto-submitted'), 'auto-generated');
    const { html = '', text = '' } = mail;
    const link = `https://millrace.example.org/executions/${run}`;
    assert.ok(html.includes(`<a href="${link}">`) && text.includes(link), text);
    for (const part of [html, text]) {
      assert.match(part, /Run by/);
      assert.match(part, /admin/);
      assert.match(part, /Duration[\s\S]*\d s/);
      assert.match(part, /Engine[\s\S]*sail/);
    }
    assert.match(html, /<h2[^>]*>Ages &amp; more: /);
    assert.match(html, /<td[^>]*>Ada<\/td><td[^>]*text-align:right[^>]*>36<\/td>/);
    assert.match(html, /<td[^>]*>&lt;b&gt;Bo&lt;\/b&gt; &amp; Co<\/td>/);
    assert.ok(!html.includes('<b>Bo'));
    assert.match(text, /Ada\s+│ +36/);
    const picture = only(mail.attachments);
    assert.equal(picture.mimeType, 'image/png');
    assert.equal(picture.disposition, 'inline');
    assert.ok(html.includes(`src="cid:${picture.contentId?.slice(1, -1)}"`));
    const png = Buffer.from(picture.content as ArrayBuffer);
    assert.deepEqual([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)], ['PNG', 1_280, 720]);
    assert.ok(png.length > 5_000, `a picture of ${png.length} bytes`);
    const log = (await client.get(`/api/v1/workflow-executions/${run}/logs/view?search=mail`)).text;
    assert.match(log, /^\S+ INFO - mail to=ada@example\.org outcome=success status=SENT attempts=1 message=250 /);
  });

  test('failure: the node that failed, with its error and what to try; only those who asked for it are told', async () => {
    const run = await startRun(await save('Broken', csv('nowhere.csv', ['a'], ['STRING']), print), {
      emailOnSuccess: 'glad@example.org',
      emailOnFailure: 'bob@example.org',
    });
    assert.equal(only(await settled(run)).outcome, 'failure');
    const { mail } = only(server.to('bob@example.org'));
    assert.equal(mail.subject, 'Broken: failed');
    const report = ((await client.get(`/api/v1/workflow-executions/${run}/nodes`)).json as { report: Report }[])[0]
      ?.report;
    assert.ok(report);
    assert.match(mail.text ?? '', /Node 1 "NodeDatasetCSV" \(fire\.nodes\.dataset\.NodeDatasetCSV\) failed/);
    assert.ok(
      mail.text?.includes(report.error.message) && mail.text.includes(`To try: ${report.error.remedy}`),
      mail.text,
    );
    assert.ok(mail.html?.includes('nowhere.csv') && mail.html.includes('<b>To try:</b>'), mail.html);
    assert.deepEqual(server.to('glad@example.org'), []);
  });
  interface Report {
    readonly error: { readonly message: string; readonly remedy: string };
  }

  test('each of several addresses gets one of its own, whatever becomes of the others', async () => {
    server.onRecipient = (address) => (address.startsWith('gone') ? [550, 'no such user here'] : undefined);
    const run = await startRun(await save('Several', people, print), {
      emailOnSuccess: ' cy@example.org, gone@example.org;\ncy@example.org , dee@BÜCHER.example',
    });
    const fates = (await settled(run)).map(({ recipient, status, message }) => [
      recipient,
      status,
      message.slice(0, 3),
    ]);
    assert.deepEqual(fates, [
      ['cy@example.org', 'SENT', '250'],
      ['gone@example.org', 'FAILED', '550'],
      ['dee@xn--bcher-kva.example', 'SENT', '250'],
    ]);
    assert.deepEqual(only(server.to('cy@example.org')).to, ['cy@example.org']);
    only(server.to('dee@bücher.example'));
  });

  test('names of users write no headers and no HTML', async () => {
    const name = 'Evil\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>';
    const graph = await save(name, people, { ...print, name: '<img src=x onerror=alert(1)>' });
    await settled(await startRun(graph, { emailOnSuccess: 'eve@example.org' }));
    const { mail, to, raw } = only(server.to('eve@example.org'));
    assert.deepEqual(to, ['eve@example.org']);
    assert.equal(mail.bcc, undefined);
    assert.ok(!/^bcc:/im.test(raw.toString().split('\r\n\r\n')[0] ?? ''));
    assert.equal(mail.subject, 'Evil Bcc: all@example.org <script>alert(1)</script>: completed');
    assert.match(mail.html ?? '', /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.ok(!/<script|<img/i.test(mail.html ?? ''), mail.html);
  });

  test('much is cut: rows, columns, cells, outputs', async () => {
    const wide = Array.from({ length: 30 }, (_, i) => `repeat('x', 900) as c${i}`).join(', ');
    const many = Array.from({ length: 25 }, () => ({ ...print, fields: { n: '100' } }));
    const graph = await save('Much', people, sql(`select ${wide} from t cross join range(50)`), ...many);
    const run = await startRun(graph, { emailOnSuccess: 'much@example.org' });
    await settled(run);
    const { mail, raw } = only(server.to('much@example.org'));
    assert.match(mail.html ?? '', /… first 20 rows, 15 more columns/);
    assert.match(mail.html ?? '', /5 more outputs do not fit into this mail/);
    assert.match(mail.html ?? '', /x{199}…/);
    assert.ok(raw.length < 4_000_000, `${raw.length} bytes`);
  });

  test('a server that is busy is asked again, later each time; the mail keeps its id', async () => {
    const ids: string[] = [];
    server.onContent = (raw) => {
      ids.push(/^Message-ID: (.*)$/im.exec(raw.toString())?.[1] ?? '');
      return [451, 'try again later'];
    };
    const run = await startRun(await save('Busy', people, print), { emailOnSuccess: 'fay@example.org' });
    const first = only(await settled(run));
    assert.deepEqual([first.status, first.attempts], ['WAITING', 1]);
    assert.match(first.message, /451 .*try again later/);
    const at = Date.now() + ahead;
    const second = only(await nextAttempt(run));
    assert.equal(second.attempts, 2);
    assert.ok((second.nextAttemptAt ?? 0) - at >= minute, 'the second wait is longer');
    server.onContent = (raw) => void ids.push(/^Message-ID: (.*)$/im.exec(raw.toString())?.[1] ?? '');
    assert.equal(only(await nextAttempt(run)).status, 'SENT');
    assert.equal(only(server.to('fay@example.org')).mail.messageId, ids[0]);
    assert.deepEqual(ids, [ids[0], ids[0], ids[0]]);
    assert.match(ids[0] ?? '', /^<[\w.-]+@example\.org>$/);
  });

  test('what a server refuses for good is not tried again', async () => {
    server.onContent = () => [554, 'we do not want this'];
    const run = await startRun(await save('Refused', people, print), { emailOnSuccess: 'gus@example.org' });
    const { status, attempts, message } = only(await settled(run));
    assert.deepEqual([status, attempts], ['FAILED', 1]);
    assert.match(message, /554 .*we do not want this/);
  });

  test('a server that takes the whole mail and hangs up may have it: it is not sent again', async () => {
    let whole = 0;
    server.onContent = async () => {
      whole++;
      server.hangUp();
    };
    const run = await startRun(await save('Hung up', people, print), { emailOnSuccess: 'ida@example.org' });
    const { status, attempts, message } = only(await settled(run));
    assert.deepEqual([status, attempts, whole], ['UNCERTAIN', 1, 1]);
    assert.match(message, /may have arrived and is not sent again/);
  });

  test('runs that a user stops or kills are not mailed about', async () => {
    const graph = await save('Endless', people, endless);
    const stopped = await startRun(graph, { emailOnSuccess: 'jo@example.org', emailOnFailure: 'jo@example.org' });
    await client.post(`/api/v1/workflow-execution/${stopped}/stop`);
    assert.equal(await client.waitForEnd(stopped), 'STOPPED');
    const killed = await startRun(graph, { emailOnFailure: 'jo@example.org' });
    await client.post(`/api/v1/workflow-execution/${killed}/kill`);
    assert.deepEqual([await mailsOf(stopped), await mailsOf(killed)], [[], []]);
  });

  test('a fire that could not begin is a failure, with the reason', async () => {
    const graph = inARow('Gone', [people, print]);
    const workflow = await client.post('/api/v1/workflows', { workflow: graph });
    const schedule = await client.post('/api/v1/workflow-schedules', {
      analysisFlowId: Number(workflow.text),
      name: 'each hour',
      fireEvery: 'HOURLY',
      emailonFailure: 'kim@example.org',
    });
    assert.equal(schedule.status, 200, schedule.text);
    const broken = inARow('Gone', [people, { nodeClass: 'no.such.Class' }]);
    assert.equal(
      (await client.put('/api/v1/workflows', { analysisflowId: Number(workflow.text), workflow: broken })).status,
      200,
    );
    ahead += 60 * minute;
    const [fire] = await service.service.context.schedules.tick();
    assert.equal(fire?.outcome, 'FAILED');
    await client.delete(`/api/v1/workflow-schedules/${(schedule.json as { id: number }).id}`);
    assert.equal(only(await settled(fire?.executionId ?? 0)).status, 'SENT');
    const { mail } = only(server.to('kim@example.org'));
    assert.equal(mail.subject, 'Gone: failed');
    assert.match(mail.text ?? '', /no\.such\.Class/);
  });

  test('addresses that are none are refused with their field and what to write', async () => {
    const workflowId = await save('Addresses', people, print);
    const bad = [
      'ada',
      'ada@',
      '@example.org',
      'a b@example.org',
      'Ada <ada@example.org>',
      'a@-x.org',
      'a@x..org',
      'a@b@c d',
      'ada@exa_mple.org',
      `${'a'.repeat(65)}@x.org`,
      'a@example.org\u0000',
      'ada@example.org bob@example.org',
    ];
    for (const word of bad)
      for (const field of ['emailOnSuccess', 'emailOnFailure']) {
        const answer = await client.post('/api/v1/workflow/execute', {
          workflowId,
          [field]: `ok@example.org, ${word}`,
        });
        assert.equal(answer.status, 422, word);
        const { detail, errors } = answer.json as { detail: string; errors: { field: string }[] };
        assert.equal(errors[0]?.field, field);
        assert.match(detail, /invalid mail address .*: enter addresses such as ada@example\.org, separated by commas/);
      }
    const crowd = Array.from({ length: 21 }, (_, i) => `a${i}@example.org`).join();
    assert.match(
      (await client.post('/api/v1/workflow/execute', { workflowId, emailOnSuccess: crowd })).text,
      /at most 20/,
    );
    const schedule = { analysisFlowId: workflowId, name: 's', fireEvery: 'DAILY', emailonSuccess: 'nobody' };
    const refusal = await client.post('/api/v1/workflow-schedules', schedule);
    assert.equal(refusal.status, 422);
    assert.match(refusal.text, /emailonSuccess: invalid mail address \\"nobody\\"/);
  });

  test('an administrator tries the settings and hears the answer', async () => {
    const answer = await client.post('/api/v1/mail/test', { to: 'lee@example.org' });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(Object.keys(answer.json as object), ['sent', 'answer']);
    assert.match(answer.text, /"sent":true,"answer":"250 /);
    assert.match(only(server.to('lee@example.org')).mail.text ?? '', /settings work/);
    server.onRecipient = () => [550, 'nobody of that name'];
    const refusal = await client.post('/api/v1/mail/test', { to: 'lee@example.org' });
    assert.deepEqual(refusal.json, { sent: false, answer: '550 nobody of that name' });
    assert.equal((await client.post('/api/v1/mail/test', { to: 'lee' })).status, 422);
    const analyst = await service.addUser('analyst');
    assert.equal((await analyst.post('/api/v1/mail/test', { to: 'lee@example.org' })).status, 403);
  });

  test('a mail that a clock which was ahead put off is tried again once the clock is back', async () => {
    const jump = 2 * 3_600_000;
    server.onRecipient = () => [451, 'later'];
    ahead += jump;
    const run = await startRun(await save('Ahead', people, print), { emailOnSuccess: 'mia@example.org' });
    const waiting = only(await settled(run));
    assert.deepEqual([waiting.status, waiting.attempts], ['WAITING', 1]);
    ahead -= jump;
    server.onRecipient = () => undefined;
    service.service.context.mailer.wake();
    const [mail] = await answerUntil(
      () => settled(run),
      (mails) => mails.every(({ attempts }) => attempts > 1),
    );
    assert.equal(mail?.status, 'SENT');
  });

  test('every change of state that ends a run posts its mails once', async () => {
    const { store, db } = service.service.context;
    const graph = await save('States', people, print);
    const row = await db.selectFrom('workflows').selectAll().where('id', '=', graph).executeTakeFirstOrThrow();
    let count = 0;
    const draft = (): NewExecution => ({
      ...draftOf(row, Date.now()),
      name: 'States',
      jobId: `states-${++count}`,
      runKey: `states-${count}`,
      emailOnSuccess: 'good@example.org',
      emailOnFailure: 'bad@example.org',
    });
    const recipientsOf = async (id: number): Promise<readonly string[]> =>
      (await db.selectFrom('mails').select('recipient').where('executionId', '=', id).execute()).map(
        (one) => one.recipient,
      );
    /** A run that this test works on: in one transaction, for the service must not take it. */
    const claim = () =>
      db.transaction().execute(async (tx) => {
        const id = await enqueue(tx, draft());
        const entry = await claimNext({ ...store, db: tx }, 'this test', Date.now() + ahead, minute);
        assert.equal(entry?.id, id);
        return { id, fence: entry?.fence ?? 0 };
      });
    const at = Date.now();
    for (const [status, expected] of [
      [statuses.COMPLETED, ['good@example.org']],
      [statuses.FAILED, ['bad@example.org']],
      [statuses.TIMEOUT, ['bad@example.org']],
      [statuses.STOPPED, []],
    ] as const) {
      const run = await claim();
      assert.equal(await finish(db, run, { status, message: null, endedAt: at }), true);
      assert.equal(await finish(db, run, { status: statuses.FAILED, message: null, endedAt: at }), false);
      assert.deepEqual(await recipientsOf(run.id), expected);
      service.service.context.mailer.wake();
      if (status === statuses.TIMEOUT) assert.equal(only(await settled(run.id)).status, 'SENT');
    }
    assert.ok(server.to('bad@example.org').some(({ mail }) => mail.subject === 'States: timed out'));
    const killed = await claim();
    await kill(db, killed.id, at, 'killed by a user');
    assert.equal(await finish(db, killed, { status: statuses.FAILED, message: null, endedAt: at }), false);
    const [stopping, crashing] = [await claim(), await claim()];
    const rows = await db.transaction().execute(async (tx) => {
      await requestStop(tx, stopping.id, at);
      await tx.updateTable('executions').set({ leaseUntil: 1 }).where('id', '=', stopping.id).execute();
      await tx.updateTable('executions').set({ leaseUntil: 1, crashes: 2 }).where('id', '=', crashing.id).execute();
      return reclaim(tx, at, 'expired');
    });
    assert.deepEqual(
      new Map(rows.map(({ id, status }) => [id, status])),
      new Map([
        [stopping.id, statuses.STOPPED],
        [crashing.id, statuses.FAILED],
      ]),
    );
    assert.deepEqual(await recipientsOf(killed.id), []);
    assert.deepEqual(await recipientsOf(stopping.id), []);
    assert.deepEqual(await recipientsOf(crashing.id), ['bad@example.org']);
  });

  test('several senders on one store send each mail once', async () => {
    const { db, store, settings } = service.service.context;
    const graph = await save('Shared', people, print);
    const list = Array.from({ length: 20 }, (_, i) => `shared${i}@example.org`);
    const url = settings.MILLRACE_DATABASE_URL;
    const second = url === undefined ? store : await openStore({ url: url });
    const now = (): number => Date.now() + ahead;
    const mailers = [store, second].map(
      (its) => new Mailer({ store: its, settings, now, log: silent, timeoutMs: 20_000 }),
    );
    try {
      // as a process of PostgreSQL begins: nothing is taken for broken off
      for (const mailer of mailers) await mailer.start();
      const runs = [1, 2, 3].map(() => startRun(graph, { emailOnSuccess: list.join() }));
      const ids = await Promise.all(runs);
      for (const id of ids) {
        await client.waitForEnd(id);
        for (const mailer of mailers) mailer.wake();
      }
      for (const id of ids)
        assert.ok((await settled(id)).every(({ status, attempts }) => status === 'SENT' && attempts === 1));
      for (const address of list) {
        const mails = server.to(address);
        assert.deepEqual([mails.length, new Set(mails.map(({ mail }) => mail.messageId)).size], [3, 3], address);
      }
      const { n } = await db
        .selectFrom('mails')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('executionId', 'in', ids)
        .executeTakeFirstOrThrow();
      assert.equal(n, 60);
    } finally {
      for (const mailer of mailers) await mailer.close();
      if (second !== store) await second.db.destroy();
    }
  });
});

test('without a mail server a run that asks for mail says so', async () => {
  await using service = await TestService.start({ MILLRACE_ENGINE: 'sail' });
  const client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  const creation = await client.post('/api/v1/workflows', { workflow: inARow('Unsent', [people, print]) });
  const run = Number(
    (
      await client.post('/api/v1/workflow/execute', {
        workflowId: Number(creation.text),
        emailOnSuccess: 'ada@example.org',
      })
    ).text,
  );
  assert.equal(await client.waitForEnd(run), 'COMPLETED');
  const events = (await client.get(`/api/v1/workflow-executions/${run}/events`)).text;
  assert.match(events, /"level":"warning","message":"mail is requested but cannot be sent: .*MILLRACE_SMTP_URL/);
  const [mail] = await answerUntil(
    async () => (await client.get(`/api/v1/workflow-executions/${run}/mails`)).json as Mail[],
    ([one]) => one?.status !== 'WAITING',
  );
  assert.equal(mail?.status, 'FAILED');
  assert.match(mail?.message ?? '', /set MILLRACE_SMTP_URL/);
  const answer = await client.post('/api/v1/mail/test', { to: 'ada@example.org' });
  assert.equal(answer.status, 409);
  assert.match(answer.text, /MILLRACE_SMTP_URL/);
});

test('a server that is not there, and one that says nothing at all, are told to who tries the settings', async () => {
  const open = new Set<Socket>();
  const silent = createServer((socket) => void open.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const settings = { MILLRACE_SMTP_URL: `smtp://127.0.0.1:${port}`, MILLRACE_MAIL_FROM: from };
  await using service = await TestService.start(settings, Date.now, { mailTimeoutMs: 300 });
  const client = await service.signedIn();
  const mute = await client.post('/api/v1/mail/test', { to: 'ada@example.org' });
  assert.equal((mute.json as { sent: boolean }).sent, false);
  assert.match(mute.text, /timeout|greeting/i);
  open.forEach((socket) => socket.destroy());
  silent.close();
  await once(silent, 'close');
  const dead = await client.post('/api/v1/mail/test', { to: 'ada@example.org' });
  assert.match(dead.text, /"sent":false,"answer":".*ECONNREFUSED/);
});

test('a server that never says anything holds up no run, and is given up after a day', async () => {
  await using server = await MailServer.start();
  const release = Promise.withResolvers<void>();
  server.onRecipient = () => release.promise;
  let ahead = 0;
  const settings = { MILLRACE_ENGINE: 'sail', MILLRACE_SMTP_URL: server.url, MILLRACE_MAIL_FROM: from };
  await using service = await TestService.start(settings, () => Date.now() + ahead, { mailTimeoutMs: 500 });
  let client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  const creation = await client.post('/api/v1/workflows', { workflow: inARow('Silent', [people, print]) });
  const emailOnSuccess = Array.from({ length: 6 }, (_, i) => `hal${i}@example.org`).join();
  const ask = async (): Promise<number> =>
    Number((await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text), emailOnSuccess })).text);
  const first = await ask();
  for (const run of [first, await ask(), await ask()]) assert.equal(await client.waitForEnd(run), 'COMPLETED');
  const mailsThat = (enough: (mail: Mail) => boolean): Promise<readonly Mail[]> =>
    answerUntil(
      async () => (await client.get(`/api/v1/workflow-executions/${first}/mails`)).json as Mail[],
      (mails) => mails.every(enough),
    );
  const waiting = await mailsThat(({ attempts, nextAttemptAt }) => attempts > 0 && nextAttemptAt !== null);
  assert.deepEqual(new Set(waiting.map(({ status }) => status)), new Set(['WAITING']));
  ahead += day;
  service.service.context.mailer.wake();
  client = await service.signedIn();
  const [mail] = await mailsThat(({ status }) => status === 'FAILED');
  assert.match(mail?.message ?? '', /^given up after \d+ attempts: /);
  release.resolve();
  assert.deepEqual(server.mails, []);
});

test('an attempt that takes long stays its process’s for as long as that lives', async () => {
  await using server = await MailServer.start();
  const release = Promise.withResolvers<void>();
  server.onRecipient = () => release.promise;
  const settings = { MILLRACE_ENGINE: 'sail', MILLRACE_SMTP_URL: server.url, MILLRACE_MAIL_FROM: from };
  await using service = await TestService.start(settings, Date.now, { mailLeaseMs: 3_000 });
  const client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
  const creation = await client.post('/api/v1/workflows', { workflow: inARow('Slow', [people, print]) });
  const runRequest = { workflowId: Number(creation.text), emailOnSuccess: 'ada@example.org' };
  const run = Number((await client.post('/api/v1/workflow/execute', runRequest)).text);
  assert.equal(await client.waitForEnd(run), 'COMPLETED');
  const mail = async () => {
    // SQLite answers at once: nothing else would ever have its turn
    await setImmediate();
    return (await service.service.context.db.selectFrom('mails').selectAll().execute())[0] ?? assert.fail('no mail');
  };
  const leases = new Set<number>();
  while (leases.size < 6) {
    const { attempts, claim, nextAttemptAt } = await mail();
    assert.ok(attempts <= 1, 'another attempt has begun');
    if (claim !== null) leases.add(nextAttemptAt);
  }
  release.resolve();
  while ((await mail()).status !== 'SENT') assert.notEqual((await mail()).status, 'UNCERTAIN');
  assert.deepEqual([(await mail()).attempts, server.mails.length], [1, 1]);
});

test('a password goes to a server over TLS alone, unless that is switched off', async () => {
  const names: string[] = [];
  await using server = await MailServer.start({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username = '', password }, _session, done) => {
      names.push(`${username}:${password ?? ''}`);
      if (password === 'pa ss/word') done(null, { user: username });
      else done(new Error('wrong'));
    },
  });
  const settingsOf = (url: string) =>
    readSettings({ MILLRACE_SMTP_URL: url, MILLRACE_MAIL_FROM: 'millrace@example.org' });
  const attempt = async (userinfo: string, query: string) => {
    const settings = settingsOf(`smtp://${userinfo}@127.0.0.1:${server.port}${query}`);
    const mailer = new Mailer({
      store: null as never,
      settings,
      now: Date.now,
      log: silent,
      timeoutMs: 20_000,
    });
    return mailer.test('ada@example.org');
  };
  assert.equal((await attempt('ada:pa%20ss%2Fword', ''))?.fate, 'later');
  assert.deepEqual(names, []);
  assert.equal((await attempt('ada:pa%20ss%2Fword', '?starttls=off'))?.fate, 'taken');
  const wrong = await attempt('ada:guess', '?starttls=off');
  assert.equal(wrong?.fate, 'later');
  assert.match(wrong?.answer ?? '', /535/);
  assert.ok(!wrong?.answer.includes('guess'));
});

test('over TLS, from the start or on the way, mail goes to servers whose certificate is trusted', async () => {
  const own = selfSigned();
  const names: string[] = [];
  const asking: SMTPServerOptions = {
    ...own,
    authOptional: false,
    disabledCommands: [],
    onAuth: ({ username = '', password }, _session, done) => {
      names.push(`${username}:${password ?? ''}`);
      done(null, { user: username });
    },
  };
  await using onTheWay = await MailServer.start(asking);
  await using atOnce = await MailServer.start({ ...asking, secure: true });
  const attempt = async (scheme: string, { port }: MailServer) => {
    const settings = readSettings({
      MILLRACE_SMTP_URL: `${scheme}://ada:secret@127.0.0.1:${port}`,
      MILLRACE_MAIL_FROM: 'millrace@example.org',
    });
    const mailer = new Mailer({ store: null as never, settings, now: Date.now, log: silent, timeoutMs: 20_000 });
    return (await mailer.test('ada@example.org'))?.fate;
  };
  assert.deepEqual([await attempt('smtp', onTheWay), await attempt('smtps', atOnce), names], ['later', 'later', []]);
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, own.cert]);
  try {
    assert.deepEqual([await attempt('smtp', onTheWay), await attempt('smtps', atOnce)], ['taken', 'taken']);
  } finally {
    setDefaultCACertificates(before);
  }
  assert.deepEqual(names, ['ada:secret', 'ada:secret']);
});

test('mail settings are checked at the start', () => {
  const url = 'smtp://mail.example.org';
  const wrong = (environment: NodeJS.ProcessEnv, words: RegExp): void =>
    assert.throws(() => readSettings(environment), words);
  wrong({ MILLRACE_SMTP_URL: url }, /MILLRACE_SMTP_URL requires MILLRACE_MAIL_FROM/);
  wrong({ MILLRACE_SMTP_URL: url, MILLRACE_MAIL_FROM: 'nobody' }, /MILLRACE_MAIL_FROM "nobody" must be an address/);
  wrong({ MILLRACE_SMTP_URL: url, MILLRACE_MAIL_FROM: 'a@x.org\r\nBcc: b@x.org' }, /must be an address/);
  for (const bad of [
    'relay.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://x:0',
    'smtp://u:p%@x',
    'smtp://x/path',
    'smtp://x?tls=no',
    'smtps://x?starttls=off',
  ])
    assert.throws(
      () => readSettings({ MILLRACE_SMTP_URL: bad, MILLRACE_MAIL_FROM: 'a@x.org' }),
      ({ message }: Error) => message.startsWith('MILLRACE_SMTP_URL ') && !message.includes(`"${bad}"`),
      bad,
    );
  readSettings({ MILLRACE_SMTP_URL: 'smtps://u:p@[::1]:465', MILLRACE_MAIL_FROM: '"Mill, race" <a@x.org>' });
});
