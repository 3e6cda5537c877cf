import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { line } from './line.ts';

/** An event of a running execution. */
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

/** Milliseconds until a refused stream is opened again, in turn. */
const waits = [1_000, 2_000, 5_000] as const;
/** Milliseconds in which lines of the log gather before they are read. */
const logPause = 500;

/** Running nodes of an execution, by its event stream; records are requested again as they change. */
export function useRunEvents(id: number, isLive: boolean): ReadonlySet<string> {
  const client = useQueryClient();
  const [working, setWorking] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!isLive) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let logTimer: ReturnType<typeof setTimeout> | undefined;
    let tries = 0;
    let last = '';
    let source = open();
    const again = (): void => {
      clearTimeout(timer);
      source = open();
    };
    const stop = line.subscribe(() => {
      if (line.isThere() && source.readyState === EventSource.CLOSED) again();
    });
    return () => {
      stop();
      clearTimeout(timer);
      clearTimeout(logTimer);
      source.close();
    };

    function open(): EventSource {
      const behind = last === '' ? '' : `?lastEventId=${last}`;
      const stream = new EventSource(`/api/v1/workflow-executions/${id}/events${behind}`);
      stream.addEventListener('open', () => {
        tries = 0;
      });
      stream.addEventListener('message', take);
      stream.addEventListener('error', () => {
        // the browser reopens a broken stream by itself, but not a refused one
        if (stream.readyState === EventSource.CLOSED)
          timer = setTimeout(again, waits[Math.min(tries++, waits.length - 1)]);
        else void line.doubt();
      });
      return stream;
    }

    function readLog(): void {
      logTimer = undefined;
      void client.invalidateQueries({ queryKey: ['execution', id, 'log'] });
    }

    function take({ data, lastEventId }: MessageEvent<string>): void {
      last = lastEventId;
      const event = JSON.parse(data) as RunEvent;
      const { id: node } = event;
      if (event.event === 'node.started' && node !== undefined) setWorking((now) => new Set([...now, node]));
      if (event.event === 'node.finished' && node !== undefined)
        setWorking((now) => new Set([...now].filter((one) => one !== node)));
      if (['node.finished', 'output', 'engine.chosen', 'run.finished'].includes(event.event))
        void client.invalidateQueries({ queryKey: ['execution', id] });
      else logTimer ??= setTimeout(readLog, logPause);
      if (event.event === 'run.finished') {
        setWorking(new Set());
        stop();
        source.close();
      }
    }
  }, [client, id, isLive]);
  return working;
}
