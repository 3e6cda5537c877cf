import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { runTexts } from '../../../texts/run.ts';
import classes from '../editor.module.css';

/** Stops an active run. */
export function StopButton({ id }: { readonly id: number }) {
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/workflow-execution/{id}/stop', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: ['execution', id] }),
  });
  return (
    <button
      type="button"
      className={classes.tool}
      disabled={stop.isPending}
      title={stop.error?.message}
      onClick={() => stop.mutate()}
    >
      {runTexts.stop}
    </button>
  );
}
