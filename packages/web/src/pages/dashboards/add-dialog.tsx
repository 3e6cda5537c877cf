import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { outputsQuery, runsOfWorkflowQuery } from '../../api/queries-of-runs.ts';
import { workflowsQuery, type ListedWorkflow } from '../../api/queries-of-workflows.ts';
import { texts } from '../../texts.ts';
import { Waiting } from '../../ui/states.tsx';
import { Dialog } from '../files/dialog.tsx';
import { itemOf, type Item, type Sheet } from './content.ts';
import { latestCompleted } from './grid-editor.tsx';
import classes from './add-dialog.module.css';

const said = texts.dashboards;

interface AddDialogProps {
  readonly isOpen: boolean;
  readonly sheet: Sheet | undefined;
  readonly onAdd: (item: Omit<Item, 'id' | 'x' | 'y'>) => void;
  readonly onLeave: () => void;
}

/** Chooses a workflow and, of what its latest completed run has shown, what goes onto the sheet. */
export function AddDialog({ isOpen, sheet, onAdd, onLeave }: AddDialogProps) {
  const { data: workflows = [] } = useQuery(workflowsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const workflow = workflows.find(({ id }) => String(id) === chosen);
  return (
    <Dialog isOpen={isOpen} title={said.addTitle} leave={said.close} onLeave={onLeave}>
      <Select
        label={said.workflow}
        data={workflows.map(({ id, name }) => ({ value: String(id), label: name || String(id) }))}
        value={chosen}
        onChange={setChosen}
        searchable
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        maxDropdownHeight={240}
        data-autofocus
      />
      <div className={classes.outputs}>
        {workflow === undefined ? (
          <p className="soft">{said.chooseWorkflow}</p>
        ) : (
          <Outputs workflow={workflow} sheet={sheet} onAdd={onAdd} />
        )}
      </div>
      <div className={classes.answers}>
        <Button variant="default" onClick={onLeave}>
          {said.done}
        </Button>
      </div>
    </Dialog>
  );
}

interface OutputsProps extends Pick<AddDialogProps, 'sheet' | 'onAdd'> {
  readonly workflow: ListedWorkflow;
}

function Outputs({ workflow, sheet, onAdd }: OutputsProps) {
  const { data: runs } = useQuery(runsOfWorkflowQuery(workflow.id));
  const run = latestCompleted(runs);
  const { data: outputs } = useQuery({ ...outputsQuery(run?.id ?? 0), enabled: run !== undefined });
  if (runs !== undefined && run === undefined)
    return (
      <p className="soft">
        {said.noRun}{' '}
        <Link to="/workflows/$id" params={{ id: String(workflow.id) }}>
          {said.toWorkflow}
        </Link>
      </p>
    );
  if (outputs === undefined) return <Waiting rows={3} />;
  const shown = outputs.filter(({ nodeId }) => nodeId !== '');
  if (shown.length === 0) return <p className="soft">{said.showsNothing}</p>;
  return (
    <ul className={classes.list}>
      {shown.map(({ nodeId, title, type, name }, i) => {
        const item = itemOf({ workflowId: workflow.id, workflowName: workflow.name, nodeId, title, type });
        const isThere = sheet?.items.some(
          (one) =>
            one.workflowId === item.workflowId &&
            one.nodeId === nodeId &&
            one.type === item.type &&
            one.output === item.output,
        );
        return (
          <li key={i}>
            <button type="button" onClick={() => onAdd(item)}>
              <span className={classes.title}>{title}</span>
              <span className="soft">
                {said.kinds[type] ?? type}
                {name === undefined || name === title ? '' : ` · ${name}`}
              </span>
              {isThere === true ? <span className={classes.there}>✓ {said.added}</span> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
