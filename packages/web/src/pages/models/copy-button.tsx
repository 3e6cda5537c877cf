import { useState } from 'react';
import { modelsTexts } from '../../texts/models.ts';
import { copyText } from '../../ui/copy.ts';
import classes from './model.module.css';

const said = modelsTexts;

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState<{ readonly text: string; readonly isDone: boolean }>();
  const shown = copied?.text === text ? copied : undefined;
  return (
    <span className={classes.copy}>
      <button
        type="button"
        className={classes.link}
        aria-label={label}
        onClick={() => void copyText(text).then((isDone) => setCopied({ text, isDone }))}
      >
        {said.copy}
      </button>
      <span role="status" className="soft">
        {shown === undefined ? '' : shown.isDone ? said.copied : said.notCopied}
      </span>
    </span>
  );
}
