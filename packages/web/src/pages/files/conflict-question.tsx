import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { filesTexts } from '../../texts/files.ts';
import { count } from '../../ui/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { nameOf } from './paths.ts';
import { uploads, useUploads, type Answer } from './uploads.ts';
import classes from './questions.module.css';

const texts = filesTexts.conflict;

/** Asks what to do with a file whose name is in use: nothing is replaced without consent. */
export function ConflictQuestion() {
  const conflicts = useUploads().filter(({ state }) => state === 'asking');
  const [forAll, setForAll] = useState(false);
  const [first] = conflicts;
  const answer = (what: Answer): void => {
    if (first !== undefined) void uploads.answer(first.id, what, forAll);
    setForAll(false);
  };
  return (
    <Dialog isOpen={first !== undefined} onLeave={() => answer('skip')} title={texts.title} leave={texts.skip}>
      <p className={classes.text}>
        {first === undefined ? '' : texts.text(first.name, nameOf(first.folder) || filesTexts.root)}
      </p>
      {conflicts.length > 1 ? (
        <Checkbox
          size="xs"
          label={texts.forAll(count(conflicts.length - 1))}
          checked={forAll}
          onChange={(event) => setForAll(event.currentTarget.checked)}
        />
      ) : null}
      <div className={classes.answers}>
        <Button size="xs" variant="default" onClick={() => answer('skip')}>
          {texts.skip}
        </Button>
        <Button size="xs" variant="default" onClick={() => answer('replace')}>
          {texts.replace}
        </Button>
        <Button size="xs" data-autofocus onClick={() => answer('both')}>
          {texts.both}
        </Button>
      </div>
    </Dialog>
  );
}
