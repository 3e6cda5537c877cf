import { Type } from 'typebox';
import { whoIs } from '../http/authenticate.ts';
import { Problem } from '../problems.ts';
import { IdParams } from '../http/types.ts';
import { addressOf } from '../mail-addresses.ts';
import { noServer } from '../settings/smtp-server.ts';
import { MailRecord, mailRecord } from './records.ts';
import { executionFor } from '../executions/stop.ts';
import type { Resource } from '../http/resource.ts';

/** Mails about runs, and whether mail works. */
export const mail: Resource =
  ({ db, mailer }) =>
  async (app) => {
    app.get(
      '/api/v1/workflow-executions/:id/mails',
      {
        config: { access: 'workflows.view' },
        schema: {
          tags: ['Workflow executions'],
          description: 'The mails about the end of a run, one per address, with their status.',
          params: IdParams,
          response: { 200: Type.Array(MailRecord) },
        },
      },
      async (request) => {
        const { id } = await executionFor(db, whoIs(request), request.params.id);
        const rows = await db.selectFrom('mails').selectAll().where('executionId', '=', id).orderBy('id').execute();
        return rows.map(mailRecord);
      },
    );

    app.post(
      '/api/v1/mail/test',
      {
        config: { access: 'configurations.manage' },
        schema: {
          tags: ['Operation'],
          description: 'Sends a test mail to an address and returns the response of the mail server.',
          body: Type.Object({ to: Type.String({ maxLength: 320 }) }),
          response: { 200: Type.Object({ sent: Type.Boolean(), answer: Type.String() }) },
        },
      },
      async (request) => {
        const to = addressOf(request.body.to.trim());
        if (to === undefined) {
          const message = `invalid mail address "${request.body.to.slice(0, 100)}": enter an address such as ada@example.org`;
          throw new Problem('UNPROCESSABLE', `to: ${message}`, { errors: [{ field: 'to', message, code: 'address' }] });
        }
        const delivery = await mailer.test(to);
        if (delivery === undefined) throw new Problem('WRONG_STATE', noServer);
        return { sent: delivery.fate === 'taken', answer: delivery.answer };
      },
    );
  };
