import { Button, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../api/problem.ts';
import type { Schedule } from '../../api/queries.ts';
import {
  createSchedule,
  nextFiresQuery,
  scheduleQuery,
  updateSchedule,
  workflowsQuery,
} from '../../api/queries-of-schedules.ts';
import { scheduleFormTexts } from '../../texts/schedule-form.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { FormFoot, Refused } from '../../ui/form-foot.tsx';
import { Restored } from '../../ui/restored.tsx';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { bodyOf, lacksTime, ruleOf, type Draft } from './draft.ts';
import { NextFires } from './next-fires.tsx';
import { RuleMonth } from './rule-month.tsx';
import { MailFields, MannerFields, WhatFields } from './schedule-fields.tsx';
import { WhenFields } from './when-fields.tsx';
import classes from './schedule.module.css';

const texts = scheduleFormTexts;

interface ScheduleFormProps {
  /** Key of the draft in the tab's storage. */
  readonly draftKey: string;
  readonly saved: Draft;
  /** Absent for a new schedule. */
  readonly record?: Schedule;
  /** Without it the form is read-only. */
  readonly mayChange: boolean;
  /** Begins again with the saved record. */
  readonly onRenew?: () => void;
}

interface Saving {
  readonly over: Schedule | undefined;
  /** Replaces the changes of another user in the meantime. */
  readonly isForced?: boolean;
}

/** The form of a schedule, with its next fire times. */
export function ScheduleForm({ draftKey, saved, record, mayChange, onRenew }: ScheduleFormProps) {
  const { draft, isChanged, isRestored, change, discard } = useDraft(draftKey, saved);
  const next = useNextFires(draft);
  const name = useName(draft);
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setTried] = useState(false);
  const isLeaving = useRef(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: async ({ over: known, isForced = false }: Saving) => {
      const over = isForced && known !== undefined ? await latest(known.id) : known;
      const body = bodyOf(draft, name, over);
      return over === undefined ? createSchedule(body) : updateSchedule(over.id, body);
    },
    onSuccess: async () => {
      isLeaving.current = true;
      discard();
      await client.invalidateQueries({ queryKey: ['schedules'] });
      await navigate({ to: '/schedules' });
    },
  });
  const latest = (id: number): Promise<Schedule> => client.fetchQuery({ ...scheduleQuery(id), staleTime: 0 });
  const theirs = useMutation({
    mutationFn: latest,
    onSuccess: () => {
      discard();
      onRenew?.();
    },
  });
  const edit = (part: Partial<Draft>): void => {
    // the error belongs to an earlier draft
    save.reset();
    change(part);
  };
  const isStale = save.error instanceof ApiError && save.error.status === 409;
  const errors = errorsOf(draft, next.error, save.error, wasTried);
  useEffect(() => {
    if (save.isError) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [save.isError]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (draft.workflow === '' || lacksTime(draft))
      form.current?.querySelector<HTMLElement>(draft.workflow === '' ? '[name=workflow]' : '[type=time]')?.focus();
    else save.mutate({ over: record && { ...record, version: draft.version } });
  };
  const fields = { draft, change: edit, errors };
  return (
    <form ref={form} onSubmit={submit} className={classes.form} noValidate>
      {isRestored ? <Restored onDiscard={discard} /> : null}
      <fieldset disabled={!mayChange} className={classes.parts}>
        <section aria-labelledby="what">
          <h2 id="what">{texts.what}</h2>
          <WhatFields {...fields} name={name} />
        </section>
        <section aria-labelledby="when">
          <h2 id="when">{texts.when}</h2>
          <WhenFields {...fields} />
        </section>
      </fieldset>
      <div className={classes.next}>
        <NextFires fires={next.fires} zone={draft.zone} isActive={draft.isActive} />
        {next.rule === undefined ? null : <RuleMonth rule={next.rule} zone={draft.zone} />}
      </div>
      <fieldset disabled={!mayChange} className={classes.parts}>
        <section aria-labelledby="manner">
          <h2 id="manner">{texts.manner}</h2>
          <MannerFields {...fields} />
        </section>
        <section aria-labelledby="mail">
          <h2 id="mail">{texts.mail}</h2>
          <MailFields {...fields} />
        </section>
      </fieldset>
      {mayChange ? (
        <FormFoot>
          <Button type="submit" loading={save.isPending}>
            {texts.save}
          </Button>
          <Link to="/schedules">{texts.cancel}</Link>
          <Switch
            label={columnsTexts.active}
            title={texts.activeHint}
            checked={draft.isActive}
            onChange={(event) => edit({ isActive: event.currentTarget.checked })}
            className={classes.active}
          />
          {isStale && record !== undefined ? (
            <span role="alert" className={classes.stale}>
              {texts.stale}
              <Button
                size="compact-xs"
                variant="default"
                loading={theirs.isPending}
                onClick={() => theirs.mutate(record.id)}
              >
                {texts.theirs}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => save.mutate({ over: record, isForced: true })}>
                {texts.mine}
              </Button>
              {theirs.error === null ? null : <Refused says={texts.notRead} error={theirs.error} />}
            </span>
          ) : save.error === null ? null : (
            <Refused says={texts.refused} error={save.error} />
          )}
        </FormFoot>
      ) : null}
      <LeaveQuestion hint={texts.leaveHint} isAsked={() => isChanged && !isLeaving.current} onLeave={discard} />
    </form>
  );
}

/** The next fires of a draft, a moment after the last change. */
function useNextFires(draft: Draft) {
  const lacks = lacksTime(draft) || (draft.kind === 'CRON' && draft.cron.trim() === '');
  const [text] = useDebouncedValue(lacks ? '' : JSON.stringify(ruleOf(draft)), 250);
  const rule = text === '' ? undefined : (JSON.parse(text) as ReturnType<typeof ruleOf>);
  const { data, error } = useQuery({ ...nextFiresQuery(rule), placeholderData: keepPreviousData });
  const holds = rule !== undefined && error === null;
  return {
    fires: holds ? data?.fires : undefined,
    rule: holds ? rule : undefined,
    error: rule === undefined ? null : error,
  };
}

/** A schedule without a name has that of its workflow. */
function useName({ name, workflow }: Draft): string {
  const { data: workflows = [] } = useQuery(workflowsQuery);
  return name.trim() || (workflows.find(({ id }) => String(id) === workflow)?.name ?? '');
}

function errorsOf(
  draft: Draft,
  ofRule: Error | null,
  ofSave: Error | null,
  wasTried: boolean,
): ReadonlyMap<string, string> {
  const messages = [ofRule, ofSave].flatMap((error) => (error instanceof ApiError ? [...error.byField] : []));
  return new Map([
    ...messages,
    ...(lacksTime(draft) ? [['hour', texts.timeMissing] as const] : []),
    ...(wasTried && draft.workflow === '' ? [['analysisFlowId', texts.workflowMissing] as const] : []),
  ]);
}
