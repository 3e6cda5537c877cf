import { Button, NativeSelect } from '@mantine/core';
import { COMPATIBILITIES } from '@millrace/workflow';
import { useState } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Graph } from '../model/graph.ts';
import { useEditor, useEditorStore } from '../state/store.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';
import classes from './dialog.module.css';

const texts = editorTexts.compatibility;

/** The compatibility that a graph declares; empty if it leaves that to its project. */
const compatibilityOf = ({ compatibility }: Graph): string => (typeof compatibility === 'string' ? compatibility : '');

function withCompatibility(graph: Graph, value: string): Graph {
  if (value !== '') return { ...graph, compatibility: value };
  const { compatibility: _, ...rest } = graph;
  return rest as Graph;
}

/** Selects the Spark release of the workflow. */
export function CompatibilityDialog() {
  const { ui } = useEnvironment();
  const isOpen = useUi((state) => state.isCompatibilityOpen);
  const close = (): void => ui.setState({ isCompatibilityOpen: false });
  return (
    <Dialog title={texts.title} isOpen={isOpen} leave={editorTexts.close} onLeave={close}>
      {isOpen ? <Form onDone={close} /> : null}
    </Dialog>
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const store = useEditorStore();
  const saved = useEditor(({ graph }) => compatibilityOf(graph));
  const [value, setValue] = useState(saved);
  const values = ['', ...COMPATIBILITIES];
  const options = values.map((one) => ({ value: one, label: texts.names[one as keyof typeof texts.names] }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== saved) store.getState().change((graph) => withCompatibility(graph, value));
        onDone();
      }}
    >
      <p className="soft">{texts.hint}</p>
      <NativeSelect
        size="xs"
        label={texts.label}
        data={values.includes(saved) ? options : [{ value: saved, label: saved }, ...options]}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {editorTexts.cancel}
        </Button>
        <Button type="submit">{editorTexts.parameters.done}</Button>
      </div>
    </form>
  );
}
