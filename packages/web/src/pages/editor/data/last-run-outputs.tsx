import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { outputsQuery } from '../../../api/queries-of-runs.ts';
import { editorTexts } from '../../../texts/editor.ts';
import { PinButton } from '../../dashboards/pin.tsx';
import { OutputList } from '../../execution/output-list.tsx';
import { useLive } from '../state/live.ts';
import { useEditor } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import classes from './data-pane.module.css';

/** The outputs of a node in the run whose counts are on the edges. */
export function LastRunOutputs({ nodeId }: { readonly nodeId: string }) {
  const runId = useLive((state) => state.runId);
  const { workflowId } = useEnvironment();
  const workflowName = useEditor(({ graph }) => graph.name);
  const { data } = useQuery({ ...outputsQuery(runId ?? 0), enabled: runId !== undefined });
  const own = (data ?? []).filter((output) => output.nodeId === nodeId);
  if (runId === undefined || own.length === 0) return null;
  return (
    <>
      <h3 className={classes.ofRun}>
        <Link to="/executions/$id" params={{ id: String(runId) }}>
          {editorTexts.data.ofRun(runId)}
        </Link>
      </h3>
      <OutputList
        runId={runId}
        outputs={own}
        actionOf={({ title, type }) =>
          workflowId === undefined ? null : (
            <PinButton workflowId={workflowId} workflowName={workflowName} nodeId={nodeId} title={title} type={type} />
          )
        }
      />
    </>
  );
}
