import { ActionIcon, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deleteDashboard, type DashboardRecord } from '../../api/queries-of-dashboards.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { useDeletion } from '../../ui/use-deletion.tsx';
import classes from './dashboards.module.css';

const texts = dashboardsTexts;

interface DashboardActionsProps {
  readonly dashboard: DashboardRecord;
  readonly mayEdit: boolean;
}

export function DashboardActions({ dashboard: { id, name }, mayEdit }: DashboardActionsProps) {
  const client = useQueryClient();
  const { ask, question } = useDeletion({
    remove: deleteDashboard,
    after: (id: number) => {
      client.removeQueries({ queryKey: ['dashboards', id] });
      return client.invalidateQueries({ queryKey: ['dashboards'], exact: true });
    },
    words: {
      title: () => texts.deleteTitle,
      hint: () => texts.deleteHint(name || texts.noName(id)),
      yes: texts.delete,
      no: texts.keep,
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
            aria-label={texts.actions(name || texts.noName(id))}
            className={classes.more}
          >
            <span aria-hidden>⋯</span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            renderRoot={(props) => <Link {...props} to="/dashboards/$id" params={params} search={{ edit: true }} />}
          >
            {texts.edit}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => ask(id)}>{texts.delete}…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question}
    </>
  );
}
