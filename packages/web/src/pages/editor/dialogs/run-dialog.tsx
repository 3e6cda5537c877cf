import { Button, NativeSelect, TextInput } from '@mantine/core';
import { parseParameterText } from '@millrace/workflow';
import { useState } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { runTexts } from '../../../texts/run.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { parameterText } from './parameters-dialog.tsx';
import { Refusal } from '../data/refusal.tsx';
import { useRunning } from '../state/running.ts';
import { useEditor } from '../state/store.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';
import classes from './dialog.module.css';

const texts = editorTexts.runDialog;

/** The input that differs from the graph; values by their names. */
interface RunForm {
  readonly values: ReadonlyMap<string, string>;
  readonly engine: string;
  readonly onSuccess: string;
  readonly onFailure: string;
}
const nothing: RunForm = { values: new Map(), engine: 'auto', onSuccess: '', onFailure: '' };

/** A run with other values, on a given engine, with mails. The input stays until the run or a cancel. */
export function RunDialog() {
  const { ui } = useEnvironment();
  const isOpen = useUi((state) => state.isRunOpen);
  const isStarting = useUi((state) => state.isStarting);
  const [runForm, setRunForm] = useState(nothing);
  const close = (): void => ui.setState({ isRunOpen: false });
  return (
    <Dialog title={texts.title} isOpen={isOpen} leave={editorTexts.close} onLeave={close} isBusy={isStarting}>
      {isOpen ? (
        <Form
          runForm={runForm}
          onChange={(part) => setRunForm((now) => ({ ...now, ...part }))}
          onDone={() => {
            setRunForm(nothing);
            close();
          }}
        />
      ) : null}
    </Dialog>
  );
}

interface FormProps {
  readonly runForm: RunForm;
  readonly onChange: (part: Partial<RunForm>) => void;
  readonly onDone: () => void;
}

function Form({ runForm, onChange, onDone }: FormProps) {
  const { engine, onSuccess, onFailure } = runForm;
  const text = useEditor(({ graph }) => graph.parameters ?? '');
  const values = [...parseParameterText(text).values].map(
    ([name, value]) => [name, runForm.values.get(name) ?? value] as const,
  );
  const isStarting = useUi((state) => state.isStarting);
  const { isRefused, start } = useStart(runForm, values, onDone);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <div className={classes.rows}>
        {values.map(([name, value]) => (
          <TextInput
            key={name}
            size="xs"
            label={`$${name}`}
            value={value}
            onChange={(event) => onChange({ values: new Map([...runForm.values, [name, event.currentTarget.value]]) })}
          />
        ))}
        {values.length === 0 ? <p className="soft">{texts.noValues}</p> : null}
        <NativeSelect
          size="xs"
          label={runTexts.engine}
          data={Object.entries(texts.engines).map(([value, label]) => ({ value, label }))}
          value={engine}
          onChange={(event) => onChange({ engine: event.currentTarget.value })}
        />
        <TextInput
          size="xs"
          label={texts.onSuccess}
          value={onSuccess}
          onChange={(event) => onChange({ onSuccess: event.currentTarget.value })}
        />
        <TextInput
          size="xs"
          label={texts.onFailure}
          value={onFailure}
          onChange={(event) => onChange({ onFailure: event.currentTarget.value })}
        />
      </div>
      {isRefused ? <Refusal /> : null}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone} disabled={isStarting}>
          {editorTexts.cancel}
        </Button>
        <Button type="submit" loading={isStarting}>
          {editorTexts.run}
        </Button>
      </div>
    </form>
  );
}

/** Starts the run; a refused one leaves the form open. */
function useStart(
  { engine, onSuccess, onFailure }: RunForm,
  values: readonly (readonly [name: string, value: string])[],
  onDone: () => void,
) {
  const [isRefused, setRefused] = useState(false);
  const { run } = useRunning();
  const start = async (): Promise<void> => {
    setRefused(false);
    const isUnderWay = await run('all', {
      programParameters: parameterText(values),
      ...(engine === 'auto' ? {} : { sparkConfig: `millrace.engine=${engine}` }),
      ...(onSuccess === '' ? {} : { emailOnSuccess: onSuccess }),
      ...(onFailure === '' ? {} : { emailOnFailure: onFailure }),
    });
    if (isUnderWay) onDone();
    else setRefused(true);
  };
  return { isRefused, start };
}
