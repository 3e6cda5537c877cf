import { Button, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
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
import { FormFoot, RefusalNotice } from '../../ui/form-foot.tsx';
import { RestoredNotice } from '../../ui/restored.tsx';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useWrongFocus } from '../../ui/use-wrong-focus.ts';
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
  const [wasTried, setTried] = useState(false);
  const isLeaving = useRef(false);
  const { save, theirs } = useSave(draft, name, {
    onSaved: () => {
      isLeaving.current = true;
      discard();
    },
    onDropped: () => {
      discard();
      onRenew?.();
    },
  });
  const edit = (part: Partial<Draft>): void => {
    // the error belongs to an earlier draft
    save.reset();
    change(part);
  };
  const errors = errorsOf(draft, next.error, save.error, wasTried);
  const { form } = useWrongFocus(save.isError);
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
      {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
      <fieldset disabled={!mayChange} className={classes.parts}>
        <TitledSection id="what" title={texts.what}>
          <WhatFields {...fields} name={name} />
        </TitledSection>
        <TitledSection id="when" title={texts.when}>
          <WhenFields {...fields} />
        </TitledSection>
      </fieldset>
      <div className={classes.next}>
        <NextFires fires={next.fires} zone={draft.zone} isActive={draft.isActive} />
        {next.rule === undefined ? null : <RuleMonth rule={next.rule} zone={draft.zone} />}
      </div>
      <fieldset disabled={!mayChange} className={classes.parts}>
        <TitledSection id="manner" title={texts.manner}>
          <MannerFields {...fields} />
        </TitledSection>
        <TitledSection id="mail" title={texts.mail}>
          <MailFields {...fields} />
        </TitledSection>
      </fieldset>
      {mayChange ? <Foot draft={draft} onEdit={edit} record={record} save={save} theirs={theirs} /> : null}
      <LeaveQuestion hint={texts.leaveHint} isAsked={() => isChanged && !isLeaving.current} onLeave={discard} />
    </form>
  );
}

interface SavingEvents {
  readonly onSaved: () => void;
  /** The draft gives way to the changes of another user. */
  readonly onDropped: () => void;
}

/** Saves the draft, and solves conflicts with changes of other users. */
function useSave(draft: Draft, name: string, { onSaved, onDropped }: SavingEvents) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const latest = (id: number): Promise<Schedule> => client.fetchQuery({ ...scheduleQuery(id), staleTime: 0 });
  const save = useMutation({
    mutationFn: async ({ over: version, isForced = false }: Saving) => {
      const over = isForced && version !== undefined ? await latest(version.id) : version;
      const body = bodyOf(draft, name, over);
      return over === undefined ? createSchedule(body) : updateSchedule(over.id, body);
    },
    onSuccess: async () => {
      onSaved();
      await client.invalidateQueries({ queryKey: ['schedules'] });
      await navigate({ to: '/schedules' });
    },
  });
  const theirs = useMutation({
    mutationFn: latest,
    onSuccess: onDropped,
  });
  return { save, theirs };
}

interface FootProps extends ReturnType<typeof useSave> {
  readonly draft: Draft;
  readonly onEdit: (part: Partial<Draft>) => void;
  readonly record: Schedule | undefined;
}

function Foot({ draft, onEdit, record, save, theirs }: FootProps) {
  const isStale = save.error instanceof ApiError && save.error.status === 409;
  return (
    <FormFoot>
      <Button type="submit" loading={save.isPending}>
        {texts.save}
      </Button>
      <Link to="/schedules">{texts.cancel}</Link>
      <Switch
        label={columnsTexts.active}
        title={texts.activeHint}
        checked={draft.isActive}
        onChange={(event) => onEdit({ isActive: event.currentTarget.checked })}
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
          {theirs.error === null ? null : <RefusalNotice says={texts.notRead} error={theirs.error} />}
        </span>
      ) : save.error === null ? null : (
        <RefusalNotice says={texts.refused} error={save.error} />
      )}
    </FormFoot>
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
