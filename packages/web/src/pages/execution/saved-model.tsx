import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { modelQuery, modelsQuery } from '../../api/models.ts';
import { executionQuery } from '../../api/queries-of-runs.ts';
import { texts } from '../../texts.ts';
import classes from './output-view.module.css';

interface SavedModelProps {
  readonly runId: number;
  readonly nodeId: string;
  /** What the model is registered as. */
  readonly name: string;
}

/** The way to the version that a run has registered; nothing where it is gone, or may not be seen. */
export function SavedModel({ runId, nodeId, name }: SavedModelProps) {
  const { data: run } = useQuery(executionQuery(runId));
  const { data: models } = useQuery(modelsQuery);
  const model = models?.find((one) => one.name === name && one.projectId === run?.projectId);
  const { data: record } = useQuery({ ...modelQuery(model?.id ?? 0), enabled: model !== undefined });
  const version = record?.versions.find((one) => one.executionId === runId && one.nodeId === nodeId)?.version;
  // it keeps its place while it is looked for
  return (
    <p className={classes.saved}>
      {model === undefined || version === undefined ? null : (
        <Link to="/models/$id" params={{ id: String(model.id) }} search={{ version }}>
          {texts.models.savedAs(name, version)}
        </Link>
      )}
    </p>
  );
}
