import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { modelQuery, modelsQuery, type ListedModel } from '../../api/models.ts';
import { outputsQuery, runsOfWorkflowQuery } from '../../api/queries-of-runs.ts';
import { workflowsQuery, type ListedWorkflow } from '../../api/queries-of-workflows.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { Waiting } from '../../ui/states.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { itemOf, itemOfModel, type Item, type Sheet } from './content.ts';
import { latestCompleted } from './grid-editor.tsx';
import classes from './add-dialog.module.css';

const texts = dashboardsTexts;

interface AddDialogProps {
  readonly isOpen: boolean;
  readonly sheet: Sheet | undefined;
  readonly onAdd: (item: Omit<Item, 'id' | 'x' | 'y'>) => void;
  readonly onLeave: () => void;
}

/** Selects a workflow, and an output of its latest completed run for the sheet. */
export function AddDialog({ isOpen, sheet, onAdd, onLeave }: AddDialogProps) {
  const { data: workflows = [] } = useQuery({ ...workflowsQuery, enabled: isOpen });
  const { data: models = [] } = useQuery({ ...modelsQuery, enabled: isOpen });
  const [recordKey, setRecordKey] = useState<string | null>(null);
  const workflow = workflows.find(({ id }) => recordKey === `workflow ${id}`);
  const model = models.find(({ id }) => recordKey === `model ${id}`);
  const ofWorkflows = workflows.map(({ id, name }) => ({ value: `workflow ${id}`, label: name || String(id) }));
  const ofModels = models.map(({ id, name }) => ({ value: `model ${id}`, label: name }));
  return (
    <Dialog isOpen={isOpen} title={texts.addTitle} leave={texts.close} onLeave={onLeave}>
      <Select
        label={texts.workflow}
        data={[
          { group: texts.workflows, items: ofWorkflows },
          { group: texts.model.models, items: ofModels },
        ]}
        value={recordKey}
        onChange={setRecordKey}
        searchable
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        classNames={{ options: classes.options }}
        data-autofocus
      />
      <div className={classes.outputs}>
        {model !== undefined ? (
          <Versions model={model} sheet={sheet} onAdd={onAdd} />
        ) : workflow === undefined ? (
          <p className="soft">{texts.chooseWorkflow}</p>
        ) : (
          <Outputs workflow={workflow} sheet={sheet} onAdd={onAdd} />
        )}
      </div>
      <div className={classes.answers}>
        <Button variant="default" onClick={onLeave}>
          {texts.done}
        </Button>
      </div>
    </Dialog>
  );
}

interface VersionsProps extends Pick<AddDialogProps, 'sheet' | 'onAdd'> {
  readonly model: ListedModel;
}

/** The parts of a registered model that a sheet can show: its current champion, or one version. */
function Versions({ model, sheet, onAdd }: VersionsProps) {
  const { data } = useQuery(modelQuery(model.id));
  if (data === undefined) return <Waiting rows={3} />;
  return (
    <ul className={classes.list}>
      {[null, ...data.versions.map(({ version }) => version)].map((version) => {
        const isThere = sheet?.items.some(
          (one) =>
            one.type === 'MODEL' &&
            String(one['modelId']) === String(model.id) &&
            String(one['version'] ?? '') === String(version ?? ''),
        );
        return (
          <li key={version}>
            <button type="button" onClick={() => onAdd(itemOfModel(model, version))}>
              <span className={classes.title}>
                {version === null ? texts.model.best : texts.model.version(version)}
              </span>
              {isThere === true ? <span className={classes.there}>✓ {texts.added}</span> : null}
            </button>
          </li>
        );
      })}
    </ul>
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
        {texts.noRun}{' '}
        <Link to="/workflows/$id" params={{ id: String(workflow.id) }}>
          {texts.toWorkflow}
        </Link>
      </p>
    );
  if (outputs === undefined) return <Waiting rows={3} />;
  const nodeOutputs = outputs.filter(({ nodeId }) => nodeId !== '');
  if (nodeOutputs.length === 0) return <p className="soft">{texts.showsNothing}</p>;
  return (
    <ul className={classes.list}>
      {nodeOutputs.map(({ nodeId, title, type, name }, i) => {
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
                {texts.kinds[type] ?? type}
                {name === undefined || name === title ? '' : ` · ${name}`}
              </span>
              {isThere === true ? <span className={classes.there}>✓ {texts.added}</span> : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
