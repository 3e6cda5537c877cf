import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, given } from '../../../api/client.ts';
import { runTexts } from '../../../texts/run.ts';
import classes from '../editor.module.css';

/** Stops a run that is at work. */
export function StopButton({ id }: { readonly id: number }) {
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => given(api.POST('/api/v1/workflow-execution/{id}/stop', { params: { path: { id } } })),
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
