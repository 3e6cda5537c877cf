import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { May } from '../../api/may.ts';
import { meQuery, type Project } from '../../api/queries.ts';
import type { ListedWorkflow } from '../../api/queries-of-workflows.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import type { Actions } from './use-actions.ts';
import classes from './workflows.module.css';

const texts = workflowsTexts;

export interface RowMenuProps {
  readonly workflow: ListedWorkflow;
  readonly may: May;
  readonly actions: Actions;
  /** The projects in which the user may create workflows. */
  readonly homes: readonly Project[];
  /** Asks for the project of a clone. */
  readonly onCloneInto: (workflow: ListedWorkflow) => void;
}

/** The actions for a workflow that the user may perform. */
export function RowMenu({ workflow, may, actions, homes, onCloneInto }: RowMenuProps) {
  const { data: me } = useQuery(meQuery);
  const { id, name, projectId, lockedBy } = workflow;
  const params = { id: String(id) };
  const mayRun = may('workflows.execute', 'EXECUTE', projectId);
  const mayEdit = may('workflows.modify', 'EDIT', projectId);
  const mayUnlock = lockedBy === null || lockedBy.id === me?.id || may('workflows.modify', 'OWN', projectId);
  return (
    <Menu
      position="bottom-end"
      width={200}
      transitionProps={{ duration: 0 }}
      // axe reports the menu of Mantine without this target and without the next line
      portalProps={{ target: '#content' }}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" size="sm" aria-label={texts.actions(name)} className={classes.more}>
          <span aria-hidden>⋯</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item renderRoot={(props) => <Link {...props} to="/workflows/$id" params={params} />}>
          {texts.open}
        </Menu.Item>
        {mayRun ? (
          <>
            <Menu.Item onClick={() => actions.run([workflow])}>{texts.run}</Menu.Item>
            <Menu.Item renderRoot={(props) => <Link {...props} to="/schedules/new" search={{ workflow: id }} />}>
              {texts.schedule}
            </Menu.Item>
          </>
        ) : null}
        <Menu.Item renderRoot={(props) => <Link {...props} to="/executions" search={{ workflow: id }} />}>
          {texts.executions}
        </Menu.Item>
        <Menu.Item renderRoot={(props) => <Link {...props} to="/workflows/$id/versions" params={params} />}>
          {texts.versions}
        </Menu.Item>
        <Menu.Divider />
        {mayEdit ? <Menu.Item onClick={() => actions.clone(workflow)}>{texts.clone}</Menu.Item> : null}
        {homes.some((home) => home.id !== projectId) ? (
          <Menu.Item onClick={() => onCloneInto(workflow)}>{texts.cloneInto}</Menu.Item>
        ) : null}
        <Menu.Item onClick={() => actions.save([workflow])}>{texts.export}</Menu.Item>
        {mayEdit && mayUnlock ? (
          <Menu.Item onClick={() => actions.lock(workflow, lockedBy === null)}>
            {lockedBy === null ? texts.lock : texts.unlock}
          </Menu.Item>
        ) : null}
        {mayEdit ? (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => actions.trash([workflow])}>{texts.trash}</Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
