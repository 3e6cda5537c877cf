import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** What the service tells of a run at work. */
export interface RunEvent {
  readonly event: string;
  readonly id?: string;
  readonly name?: string;
  readonly nodeClass?: string;
  readonly status?: string;
  readonly rows?: number | null;
  readonly ms?: number;
  readonly message?: string;
}

/** Nodes of a run that have begun and not ended yet, as its stream of events tells; records are asked for anew as they change. */
export function useRunEvents(id: number, isLive: boolean): ReadonlySet<string> {
  const client = useQueryClient();
  const [working, setWorking] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!isLive) return;
    const source = new EventSource(`/api/v1/workflow-executions/${id}/events`);
    // the browser comes back by itself, behind the last event that it saw
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as RunEvent;
      const { id: node } = event;
      if (event.event === 'node.started' && node !== undefined) setWorking((now) => new Set([...now, node]));
      if (event.event === 'node.finished' && node !== undefined)
        setWorking((now) => new Set([...now].filter((one) => one !== node)));
      if (['node.finished', 'output', 'engine.chosen', 'run.finished'].includes(event.event))
        void client.invalidateQueries({ queryKey: ['execution', id] });
      if (event.event === 'run.finished') {
        setWorking(new Set());
        source.close();
      }
    });
    return () => source.close();
  }, [client, id, isLive]);
  return working;
}
