import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { filesChanged, homeQuery } from '../../api/files.ts';
import { intakes, useIntake } from '../datasets/intake.ts';
import { dropped } from '../files/dropped.ts';
import { addedAt } from './adding.ts';
import { withValues, type Point } from './graph.ts';
import { useEditorStore } from './store.ts';
import { useSurroundings } from './ui-store.ts';

/** What reads a file, by the ending of its name. */
const readers: Readonly<Record<string, readonly [nodeClass: string, values?: Readonly<Record<string, string>>]>> = {
  csv: ['NodeDatasetCSV'],
  tsv: ['NodeDatasetCSV', { separator: '\\t' }],
  json: ['NodeDatasetJSON'],
  jsonl: ['NodeDatasetJSON'],
  ndjson: ['NodeDatasetJSON'],
  parquet: ['NodeDatasetParquet'],
  avro: ['NodeDatasetAvro'],
  xml: ['NodeDatasetXML'],
  pdf: ['NodeDatasetPDF'],
};
const standard = ['NodeDatasetTextFiles'] as const;

/** Files that are let go on the drawing: sent to one's home, then read by a new node in that place. */
export function useDroppedFiles(): (data: DataTransfer, place: Point) => void {
  const client = useQueryClient();
  const store = useEditorStore();
  const { catalogue, ui } = useSurroundings();
  const waiting = useRef<{ readonly place: Point; readonly name: Promise<string> }>(null);
  const { path, fault } = useIntake();
  useEffect(() => {
    if (fault !== undefined && waiting.current !== null) ui.setState({ notice: fault.message });
  }, [fault, ui]);
  useEffect(() => {
    const { current } = waiting;
    if (path === undefined || current === null) return;
    waiting.current = null;
    intakes.forget();
    void current.name.then((name) => {
      const ending = /\.(\w+)(?:\.(?:gz|bz2|zst))?$/.exec(name)?.[1]?.toLowerCase() ?? '';
      const [nodeClass, values = {}] = readers[ending] ?? standard;
      const processor = catalogue.all.find((one) => one.nodeClass.endsWith(`.${nodeClass}`));
      if (processor === undefined) return;
      const { change, select } = store.getState();
      let made = '';
      change((is) => {
        const [next, id] = addedAt(
          is,
          catalogue,
          { ...processor, name: name.replace(/\.[\w.]+$/, '') || processor.name },
          {
            place: current.place,
          },
        );
        made = id;
        return withValues(next, id, { ...values, path }, processor);
      });
      select([made]);
    });
  }, [path, catalogue, store]);
  return (data, place) => {
    const given = dropped(data);
    const home = client.ensureQueryData(homeQuery).then((at) => at.home);
    waiting.current = { place, name: given.then(([first]) => first?.file.name ?? '') };
    void intakes.take(given, home, () => void filesChanged(client));
  };
}
