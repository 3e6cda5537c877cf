import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Refusal } from '../data/refusal.tsx';
import { useSaving } from '../state/saving.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';

const texts = editorTexts.comment;

/** Maximum number of letters in the list of versions. */
const maxLength = 1_000;

/** Saves with a comment, which the list of versions shows. The input stays until it is saved. */
export function CommentDialog() {
  const { ui } = useEnvironment();
  const isOpen = useUi((state) => state.isCommentOpen);
  const isSaving = useUi(({ saving }) => saving !== undefined);
  const [comment, setComment] = useState('');
  const close = (): void => ui.setState({ isCommentOpen: false });
  return (
    <Dialog title={texts.title} isOpen={isOpen} leave={editorTexts.cancel} onLeave={close} isBusy={isSaving}>
      {isOpen ? (
        <Form
          comment={comment}
          onChange={setComment}
          onDone={() => {
            setComment('');
            close();
          }}
        />
      ) : null}
    </Dialog>
  );
}

interface FormProps {
  readonly comment: string;
  readonly onChange: (comment: string) => void;
  readonly onDone: () => void;
}

function Form({ comment, onChange, onDone }: FormProps) {
  const { save } = useSaving();
  const isSaving = useUi(({ saving }) => saving !== undefined);
  const [isRefused, setRefused] = useState(false);
  const send = async (): Promise<void> => {
    setRefused(false);
    if ((await save(comment.trim())) === undefined) setRefused(true);
    else onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        size="sm"
        label={texts.label}
        description={texts.hint}
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxLength}
        value={comment}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isRefused ? <Refusal /> : null}
      <Button type="submit" size="compact-sm" mt="sm" disabled={comment.trim() === ''} loading={isSaving}>
        {editorTexts.commands.save}
      </Button>
    </form>
  );
}
