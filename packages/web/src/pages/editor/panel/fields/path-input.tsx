import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { editorTexts } from '../../../../texts/editor.ts';
import { FileDialog } from '../../../datasets/file-dialog.tsx';
import classes from './fields.module.css';

interface PathInputProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly withAsterisk: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A file or folder: typed, or selected in the file space. */
export function PathInput({ value, onChange, ...rest }: PathInputProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextInput
        size="xs"
        {...rest}
        spellCheck={false}
        value={value}
        rightSectionWidth={64}
        rightSection={
          <button type="button" className={classes.link} disabled={rest.disabled} onClick={() => setOpen(true)}>
            {editorTexts.panel.browse}
          </button>
        }
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FileDialog
        isOpen={isOpen}
        path={value}
        onPick={(path) => {
          setOpen(false);
          onChange(path);
        }}
        onEnd={() => setOpen(false)}
      />
    </>
  );
}
