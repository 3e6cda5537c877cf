import { ActionIcon, Menu, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState, type ReactNode } from 'react';
import { deleteSchedule, schedulesQuery, switchSchedule } from '../../api/queries-of-schedules.ts';
import type { Schedule } from '../../api/queries.ts';
import { scheduleTexts } from '../../texts/schedule.ts';
import { useDeletion } from '../../ui/use-deletion.tsx';
import classes from './schedules.module.css';

const texts = scheduleTexts;
const { queryKey } = schedulesQuery;

interface OfSchedule {
  readonly schedule: Schedule;
  readonly mayChange: boolean;
}

/** A switch that shows at once, and is reverted if the service refuses; the notice gives the reason. */
export function useActive(): { readonly Active: (props: OfSchedule) => ReactNode; readonly notice: ReactNode } {
  const [refused, setRefused] = useState<string>();
  const Active = useCallback((of: OfSchedule) => <ActiveSwitch {...of} say={setRefused} />, []);
  const notice =
    refused === undefined ? null : (
      <p role="alert" className={classes.notice}>
        {refused}
      </p>
    );
  return { Active, notice };
}

function ActiveSwitch({
  schedule,
  mayChange,
  say,
}: OfSchedule & { readonly say: (refused: string | undefined) => void }) {
  const client = useQueryClient();
  const { id, name } = schedule;
  const show = (isActive: boolean): void => {
    client.setQueryData(queryKey, (all) => all?.map((one) => (one.id === id ? { ...one, isActive } : one)));
  };
  const mutationKey = ['schedule active', id];
  const change = useMutation({
    mutationKey,
    // quick clicks are sent in turn, so that the last one holds
    scope: { id: mutationKey.join(' ') },
    mutationFn: (isActive: boolean) => switchSchedule(id, isActive),
    onMutate: async (isActive) => {
      say(undefined);
      await client.cancelQueries({ queryKey });
      show(isActive);
    },
    onError: (error, isActive) => {
      show(!isActive);
      say(`${texts.notChanged(name)} ${error.message}`);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <Switch
      size="xs"
      aria-label={texts.active(name)}
      checked={schedule.isActive}
      disabled={!mayChange}
      onChange={({ currentTarget: { checked } }) => {
        // at once: the cancellation below may take a while
        show(checked);
        change.mutate(checked);
      }}
    />
  );
}

export function ScheduleActions({ schedule: { id, name }, mayChange }: OfSchedule) {
  const client = useQueryClient();
  const { ask, question } = useDeletion({
    remove: deleteSchedule,
    after: () => client.invalidateQueries({ queryKey }),
    words: { title: () => texts.deleteTitle, hint: () => texts.deleteHint(name), yes: texts.delete, no: texts.keep },
  });
  const params = { id: String(id) };
  return (
    <>
      <Menu position="bottom-end" width={160} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon variant="subtle" size="sm" aria-label={texts.actions(name)} className={classes.more}>
            <span aria-hidden>⋯</span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayChange ? (
            <Menu.Item renderRoot={(props) => <Link {...props} to="/schedules/$id" params={params} />}>
              {texts.edit}
            </Menu.Item>
          ) : null}
          <Menu.Item renderRoot={(props) => <Link {...props} to="/schedules/$id/fires" params={params} />}>
            {texts.fires}
          </Menu.Item>
          {mayChange ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => ask(id)}>{texts.delete}…</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {question}
    </>
  );
}
