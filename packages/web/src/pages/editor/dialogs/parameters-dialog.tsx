import { Button, TextInput } from '@mantine/core';
import { PARAMETER_NAME, parseParameterText } from '@millrace/workflow';
import { useState } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useEditor, useEditorStore } from '../state/store.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';
import classes from './dialog.module.css';

const texts = editorTexts.parameters;

type Pair = readonly [name: string, value: string];

const isName = new RegExp(`^${PARAMETER_NAME}$`, 'u');

const quote = (value: string): string =>
  /[\s"']/.test(value) ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value;

/** `--var a=1 --var b="two words"`, as the interface keeps parameters. */
export const parameterText = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `--var ${name}=${quote(value)}`).join(' ');

/** The values that `$name` stands for in fields. */
export function ParametersDialog() {
  const { ui } = useEnvironment();
  const isOpen = useUi((state) => state.isParametersOpen);
  const close = (): void => ui.setState({ isParametersOpen: false });
  return (
    <Dialog title={texts.title} isOpen={isOpen} leave={editorTexts.close} onLeave={close}>
      {isOpen ? <Form onDone={close} /> : null}
    </Dialog>
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const store = useEditorStore();
  const text = useEditor(({ graph }) => graph.parameters ?? '');
  const [parsedText] = useState(() => parseParameterText(text));
  const [pairs, setPairs] = useState<readonly Pair[]>([...parsedText.values]);
  const [unread, setUnread] = useState(parsedText.unread);
  const wrong = pairs.map(([name], i) =>
    !isName.test(name) ? texts.badName : pairs.findIndex(([other]) => other === name) < i ? texts.twice : undefined,
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong.some((one) => one !== undefined)) return;
        // a quote that is not closed holds all that comes after it
        const parameters = [parameterText(pairs), ...unread].filter((part) => part !== '').join(' ');
        store.getState().change((is) => ({ ...is, parameters }));
        onDone();
      }}
    >
      <p className="soft">{texts.hint}</p>
      <div className={classes.rows}>
        {pairs.map((pair, i) => (
          <PairRow
            key={i}
            number={i + 1}
            pair={pair}
            error={wrong[i]}
            onChange={(pair) => setPairs(pairs.with(i, pair))}
            onRemove={() => setPairs(pairs.toSpliced(i, 1))}
          />
        ))}
        {unread.length === 0 ? null : <p className="soft">{texts.unread}</p>}
        {unread.map((word, i) => (
          <div key={i} className={classes.row}>
            <code className="data">{word}</code>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={texts.removeUnread(word)}
              onClick={() => setUnread(unread.toSpliced(i, 1))}
            >
              ×
            </Button>
          </div>
        ))}
        <div>
          <Button size="compact-sm" variant="default" onClick={() => setPairs([...pairs, ['', '']])}>
            {texts.add}
          </Button>
        </div>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {editorTexts.cancel}
        </Button>
        <Button type="submit">{texts.done}</Button>
      </div>
    </form>
  );
}

interface PairRowProps {
  readonly number: number;
  readonly pair: Pair;
  readonly error: string | undefined;
  readonly onChange: (pair: Pair) => void;
  readonly onRemove: () => void;
}

const PairRow = ({ number, pair: [name, value], error, onChange, onRemove }: PairRowProps) => (
  <div className={classes.row}>
    <TextInput
      size="xs"
      aria-label={texts.nameOf(number)}
      placeholder={texts.name}
      value={name}
      error={error}
      onChange={(event) => onChange([event.currentTarget.value, value])}
    />
    <TextInput
      size="xs"
      aria-label={texts.valueOf(number)}
      placeholder={texts.value}
      value={value}
      onChange={(event) => onChange([name, event.currentTarget.value])}
    />
    <Button size="compact-sm" variant="subtle" aria-label={texts.remove(number)} onClick={onRemove}>
      ×
    </Button>
  </div>
);
