import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { filesChanged, homeQuery } from '../../../api/files.ts';
import { Intakes } from '../../datasets/intake.ts';
import { droppedFilesOf } from '../../files/dropped.ts';
import { addNodeAt } from './adding.ts';
import { withValues, type Point } from '../model/graph.ts';
import { useEditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';

/** The processor that reads a file, by the ending of its name. */
const readers: Readonly<Record<string, readonly [nodeClass: string, values?: Readonly<Record<string, string>>]>> = {
  csv: ['NodeDatasetCSV'],
  tsv: ['NodeDatasetCSV', { separator: '\\t' }],
  json: ['NodeDatasetJSON'],
  jsonl: ['NodeDatasetJSON'],
  ndjson: ['NodeDatasetJSON'],
  parquet: ['NodeDatasetParquet'],
  avro: ['NodeDatasetAvro'],
  xml: ['NodeDatasetXML'],
  libsvm: ['NodeDatasetLibsvm'],
  svm: ['NodeDatasetLibsvm'],
  pdf: ['NodeDatasetPDF'],
};
const standard = ['NodeDatasetTextFiles'] as const;

/**
 * Files that are dropped on the drawing: uploaded to the user's home folder, then read by a new node at that position.
 */
export function useDroppedFiles(): (data: DataTransfer, position: Point) => void {
  const client = useQueryClient();
  const store = useEditorStore();
  const { catalogue, ui } = useEnvironment();
  // each drop has its own intake: drops do not replace each other
  const [waiting] = useState(() => new Set<() => void>());
  useEffect(() => () => waiting.forEach((leave) => leave()), [waiting]);
  const read = (name: string, path: string, position: Point): void => {
    const ending = /\.(\w+)(?:\.(?:gz|bz2|zst))?$/.exec(name)?.[1]?.toLowerCase() ?? '';
    const [nodeClass, values = {}] = readers[ending] ?? standard;
    const processor = catalogue.all.find((one) => one.nodeClass.endsWith(`.${nodeClass}`));
    if (processor === undefined) return;
    const { change, select } = store.getState();
    const reader = { ...processor, name: name.replace(/\.[\w.]+$/, '') || processor.name };
    let newId = '';
    change((is) => {
      const [next, id] = addNodeAt(is, catalogue, reader, { position });
      newId = id;
      return withValues(next, id, { ...values, path }, processor);
    });
    select([newId]);
  };
  return (data, position) => {
    const files = droppedFilesOf(data);
    const home = client.ensureQueryData(homeQuery).then((at) => at.home);
    const intakes = new Intakes();
    const leave = intakes.subscribe(() => {
      const { path, fault } = intakes.now();
      if (path === undefined && fault === undefined) return;
      leave();
      waiting.delete(leave);
      if (fault !== undefined) ui.setState({ notice: fault.message });
      if (path !== undefined) void files.then(([first]) => read(first?.file.name ?? '', path, position));
    });
    waiting.add(leave);
    void intakes.take(files, home, () => void filesChanged(client));
  };
}
