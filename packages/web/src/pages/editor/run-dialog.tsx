import { Button, NativeSelect, TextInput } from '@mantine/core';
import { parseParameterText } from '@millrace/workflow';
import { useState } from 'react';
import { texts } from '../../texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { parameterText } from './parameters-dialog.tsx';
import { useRunning } from './running.ts';
import { useEditor } from './store.ts';
import { useSurroundings, useUi } from './ui-store.ts';
import classes from './dialog.module.css';

const said = texts.editor.runDialog;

/** A run with other values, on a wished engine, with mails. */
export function RunDialog() {
  const { ui } = useSurroundings();
  const isOpen = useUi((state) => state.isRunOpen);
  const close = (): void => ui.setState({ isRunOpen: false });
  return (
    <Dialog title={said.title} isOpen={isOpen} leave={texts.editor.close} onLeave={close}>
      {isOpen ? <Form onDone={close} /> : null}
    </Dialog>
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const text = useEditor(({ graph }) => graph.parameters ?? '');
  const [values, setValues] = useState<readonly (readonly [string, string])[]>(() => [
    ...parseParameterText(text).values,
  ]);
  const [engine, setEngine] = useState('auto');
  const [onSuccess, setOnSuccess] = useState('');
  const [onFailure, setOnFailure] = useState('');
  const { run } = useRunning();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
        void run('all', {
          programParameters: parameterText(values),
          ...(engine === 'auto' ? {} : { sparkConfig: `millrace.engine=${engine}` }),
          ...(onSuccess === '' ? {} : { emailOnSuccess: onSuccess }),
          ...(onFailure === '' ? {} : { emailOnFailure: onFailure }),
        });
      }}
    >
      <div className={classes.rows}>
        {values.map(([name, value], i) => (
          <TextInput
            key={name}
            size="xs"
            label={`$${name}`}
            value={value}
            onChange={(event) => setValues(values.with(i, [name, event.currentTarget.value]))}
          />
        ))}
        {values.length === 0 ? <p className="soft">{said.noValues}</p> : null}
        <NativeSelect
          size="xs"
          label={texts.run.engine}
          data={Object.entries(said.engines).map(([value, label]) => ({ value, label }))}
          value={engine}
          onChange={(event) => setEngine(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label={said.onSuccess}
          value={onSuccess}
          onChange={(event) => setOnSuccess(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label={said.onFailure}
          value={onFailure}
          onChange={(event) => setOnFailure(event.currentTarget.value)}
        />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {texts.editor.cancel}
        </Button>
        <Button type="submit">{texts.editor.run}</Button>
      </div>
    </form>
  );
}
