import { useState } from 'react';
import { modelsTexts } from '../../texts/models.ts';
import { copyText } from '../../ui/copy.ts';
import classes from './model.module.css';

const texts = modelsTexts;

/** Copies a text to the clipboard, and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState<{ readonly text: string; readonly isDone: boolean }>();
  const status = copied?.text === text ? copied : undefined;
  return (
    <span className={classes.copy}>
      <button
        type="button"
        className={classes.link}
        aria-label={label}
        onClick={() => void copyText(text).then((isDone) => setCopied({ text, isDone }))}
      >
        {texts.copy}
      </button>
      <span role="status" className="soft">
        {status === undefined ? '' : status.isDone ? texts.copied : texts.notCopied}
      </span>
    </span>
  );
}
