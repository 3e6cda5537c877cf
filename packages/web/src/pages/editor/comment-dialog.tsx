import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../../texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useSaving } from './saving.ts';
import { useSurroundings, useUi } from './ui-store.ts';

const said = texts.editor.comment;

/** Letters that a list of versions has room for. */
const most = 1_000;

/** Saves with a word on what has changed and why, as the list of versions shows it. */
export function CommentDialog() {
  const { ui } = useSurroundings();
  const isOpen = useUi((state) => state.isCommentOpen);
  const close = (): void => ui.setState({ isCommentOpen: false });
  return (
    <Dialog title={said.title} isOpen={isOpen} leave={texts.editor.cancel} onLeave={close}>
      {isOpen ? <Form onDone={close} /> : null}
    </Dialog>
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const { save } = useSaving();
  const [comment, setComment] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
        void save(comment.trim());
      }}
    >
      <Textarea
        size="sm"
        label={said.label}
        description={said.hint}
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={most}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" mt="sm" disabled={comment.trim() === ''}>
        {texts.editor.commands.save}
      </Button>
    </form>
  );
}
