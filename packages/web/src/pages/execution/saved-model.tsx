import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { modelsOfRunQuery } from '../../api/queries-of-runs.ts';
import { modelsTexts } from '../../texts/models.ts';
import classes from './output-view.module.css';

interface SavedModelProps {
  readonly runId: number;
  readonly nodeId: string;
  /** The name under which the model is registered. */
  readonly name: string;
}

/** A link to the version that a run registered; nothing if it is deleted, or not visible to the user. */
export function SavedModel({ runId, nodeId, name }: SavedModelProps) {
  const { data: saved } = useQuery(modelsOfRunQuery(runId));
  const model = saved?.findLast((one) => one.name === name && one.nodeId === nodeId);
  // it keeps its space while loading
  return (
    <p className={classes.saved}>
      {model === undefined ? null : (
        <Link to="/models/$id" params={{ id: String(model.modelId) }} search={{ version: model.version }}>
          {modelsTexts.savedAs(name, model.version)}
        </Link>
      )}
    </p>
  );
}
