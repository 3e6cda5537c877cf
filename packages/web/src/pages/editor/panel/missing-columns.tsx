import { Button, NativeSelect } from '@mantine/core';
import { nearest } from '@millrace/workflow';
import { useState } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import type { Processor } from '../model/catalogue.ts';
import { followRename, missingColumns } from '../model/follow-rename.ts';
import type { GraphNode } from '../model/graph.ts';
import type { Column, GraphProblem } from '../state/live.ts';
import { useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import classes from './node-panel.module.css';

const texts = editorTexts.panel;

interface MissingColumnsProps {
  readonly node: GraphNode;
  readonly processor: Processor;
  readonly inputs: readonly (readonly Column[])[];
  readonly problems: readonly GraphProblem[];
}

/** Selected columns that do not exist any more, each with a button to rename it everywhere. */
export function MissingColumns({ node, processor, inputs, problems }: MissingColumnsProps) {
  const wrong = problems.map(({ message }) => message);
  const missing = missingColumns(node, processor.fields, inputs, wrong);
  const columns = [...new Set(inputs.flatMap((all) => all.map(({ name }) => name)))];
  return missing.map((name) => <FollowRename key={name} nodeId={node.id} name={name} columns={columns} />);
}

interface FollowRenameProps {
  readonly nodeId: string;
  readonly name: string;
  readonly columns: readonly string[];
}

function FollowRename({ nodeId, name, columns }: FollowRenameProps) {
  const store = useEditorStore();
  const { catalogue } = useEnvironment();
  const [column, setColumn] = useState<string>();
  const to = column ?? nearest(name, columns) ?? '';
  return (
    <div className={classes.problem} role="group" aria-label={texts.missing(name)}>
      {texts.missing(name)}
      <div className={classes.rename}>
        <NativeSelect
          size="xs"
          aria-label={texts.isNow(name)}
          value={to}
          data={[...(to === '' ? [{ value: '', label: '–' }] : []), ...columns]}
          onChange={(event) => setColumn(event.currentTarget.value)}
        />
        <Button
          size="compact-xs"
          variant="default"
          disabled={to === ''}
          onClick={() => store.getState().change((is) => followRename(is, catalogue, nodeId, name, to))}
        >
          {texts.follow}
        </Button>
      </div>
    </div>
  );
}
