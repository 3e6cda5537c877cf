import { ActionIcon, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteDashboard, type DashboardRecord } from '../../api/queries-of-dashboards.ts';
import { texts } from '../../texts.ts';
import { Question } from '../../ui/question.tsx';
import classes from './dashboards.module.css';

const said = texts.dashboards;

interface DashboardActionsProps {
  readonly dashboard: DashboardRecord;
  readonly mayEdit: boolean;
}

export function DashboardActions({ dashboard: { id, name }, mayEdit }: DashboardActionsProps) {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteDashboard(id),
    onSuccess: async () => {
      setAsked(false);
      client.removeQueries({ queryKey: ['dashboards', id] });
      await client.invalidateQueries({ queryKey: ['dashboards'], exact: true });
    },
  });
  if (!mayEdit) return null;
  const params = { id: String(id) };
  return (
    <>
      <Menu position="bottom-end" width={160} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={said.actions(name || said.noName(id))}
            className={classes.more}
          >
            <span aria-hidden>⋯</span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            renderRoot={(props) => <Link {...props} to="/dashboards/$id" params={params} search={{ edit: true }} />}
          >
            {said.edit}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            onClick={() => {
              remove.reset();
              setAsked(true);
            }}
          >
            {said.delete}…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Question
        isOpen={isAsked}
        title={said.deleteTitle}
        yes={said.delete}
        no={said.keep}
        isBusy={remove.isPending}
        error={remove.error?.message}
        onYes={() => remove.mutate()}
        onNo={() => setAsked(false)}
      >
        {said.deleteHint(name || said.noName(id))}
      </Question>
    </>
  );
}
