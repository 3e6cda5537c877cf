import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readOptionsQuery, type ReadOptions, type FilePreview } from '../../api/datasets.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { Chips } from '../../ui/choices.tsx';
import { asDropped, type DroppedFile } from '../files/dropped.ts';
import { isDelimited, kindOf, type Draft } from './draft.ts';
import { FileDialog } from './file-dialog.tsx';
import classes from './dataset.module.css';

export interface FieldsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** The errors by field of the service. */
  readonly errors: ReadonlyMap<string, string>;
}

interface ReaderFieldsProps extends FieldsProps {
  readonly preview: FilePreview | undefined;
  /** Uploads files; undefined for users who may not upload. */
  readonly onUpload?: ((files: readonly DroppedFile[]) => void) | undefined;
}

const texts = datasetTexts.reader;

/** Path, kind and reader options of the data. */
export function ReaderFields({ draft, change, errors, preview, onUpload }: ReaderFieldsProps) {
  const { data: options } = useQuery(readOptionsQuery);
  const kind = kindOf(draft, preview);
  return (
    <>
      <PathField draft={draft} change={change} errors={errors} onUpload={onUpload} />
      <NativeSelect
        label={texts.kind}
        value={draft.kind}
        onChange={(event) => change({ kind: event.currentTarget.value })}
        error={errors.get('datasetType')}
      >
        <option value="">
          {draft.kind === '' && preview !== undefined ? texts.found(preview.datasetType) : texts.guessed}
        </option>
        {Object.keys(options ?? {}).map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </NativeSelect>
      {isDelimited(kind) ? <DelimitedFields draft={draft} change={change} errors={errors} preview={preview} /> : null}
      <OptionFields options={options?.[kind] ?? []} draft={draft} change={change} />
    </>
  );
}

function PathField({ draft, change, errors, onUpload }: Omit<ReaderFieldsProps, 'preview'>) {
  const input = useRef<HTMLInputElement>(null);
  const [isBrowsing, setBrowsing] = useState(false);
  return (
    <div className={classes.path}>
      <TextInput
        label={texts.path}
        name="path"
        spellCheck={false}
        value={draft.path}
        onChange={(event) => change({ path: event.currentTarget.value })}
        error={errors.get('path')}
        classNames={{ input: 'data' }}
      />
      <div className={classes.ways}>
        <Button size="compact-sm" variant="default" onClick={() => setBrowsing(true)}>
          {texts.browse}
        </Button>
        {onUpload === undefined ? null : (
          <>
            <input
              ref={input}
              type="file"
              multiple
              hidden
              onChange={({ currentTarget }) => {
                if (currentTarget.files !== null) onUpload(asDropped(currentTarget.files));
                currentTarget.value = '';
              }}
            />
            <Button size="compact-sm" variant="default" onClick={() => input.current?.click()}>
              {texts.upload}
            </Button>
          </>
        )}
      </div>
      <FileDialog
        isOpen={isBrowsing}
        path={draft.path}
        onEnd={() => setBrowsing(false)}
        onPick={(path) => {
          setBrowsing(false);
          change({ path });
        }}
      />
    </div>
  );
}

const delimiters = [',', '\\t', ';', '|'] as const;

function DelimitedFields({ draft, change, errors, preview }: ReaderFieldsProps) {
  const { delimiter, header, linesWithout } = draft;
  const isOwn = delimiter !== '' && !delimiters.some((one) => one === delimiter);
  const [wantsOwn, setWantsOwn] = useState(isOwn);
  const option = wantsOwn || isOwn ? 'other' : delimiter;
  const { yes, no, other } = texts;
  return (
    <>
      <Chips
        label={texts.delimiter}
        type="radio"
        options={[
          [
            '',
            delimiter === '' && preview !== undefined ? texts.found(delimiterText(preview.delimiter)) : texts.guessed,
          ] as const,
          ...delimiters.map((one) => [one, delimiterText(one)] as const),
          ['other', other] as const,
        ]}
        selected={[option]}
        onPick={(picked) => {
          setWantsOwn(picked === 'other');
          if (picked !== 'other') change({ delimiter: picked });
        }}
        error={option === 'other' ? undefined : errors.get('delimiter')}
      />
      {option === 'other' ? (
        <TextInput
          label={texts.ownDelimiter}
          value={delimiter}
          onChange={(event) => change({ delimiter: event.currentTarget.value })}
          error={errors.get('delimiter')}
          className={classes.short}
          classNames={{ input: 'data' }}
        />
      ) : null}
      <Chips
        label={texts.header}
        type="radio"
        options={[
          [
            '',
            header === '' && preview !== undefined ? texts.found(preview.header ? yes : no) : texts.guessed,
          ] as const,
          ['yes', yes] as const,
          ['no', no] as const,
        ]}
        selected={[header]}
        onPick={(picked) => change({ header: picked })}
      />
      <TextInput
        label={texts.linesWithout}
        description={texts.linesWithoutHint}
        value={linesWithout}
        onChange={(event) => change({ linesWithout: event.currentTarget.value })}
        error={errors.get('filterLinesContaining')}
      />
    </>
  );
}

const delimiterText = (delimiter: string): string =>
  (texts.delimiters as Readonly<Record<string, string>>)[delimiter] ?? delimiter;

interface OptionFieldsProps extends Pick<FieldsProps, 'draft' | 'change'> {
  readonly options: ReadOptions[string];
}

/** The options that the service knows for a kind, and others that are set. */
function OptionFields({ options, draft, change }: OptionFieldsProps) {
  const [isOpen, setOpen] = useState(Object.values(draft.options).some((value) => value !== ''));
  const set = (name: string, value: string): void => change({ options: { ...draft.options, [name]: value } });
  const names = new Set(options.map(({ name }) => name));
  const others = Object.keys(draft.options).filter((name) => !names.has(name) && draft.options[name] !== '');
  if (options.length === 0 && others.length === 0) return null;
  return (
    <details className={classes.options} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.options}</summary>
      {options.map(({ name, description, default: usual }) =>
        usual === 'true' || usual === 'false' ? (
          <Checkbox
            key={name}
            size="xs"
            label={description}
            checked={(draft.options[name] || usual) === 'true'}
            onChange={(event) => set(name, event.currentTarget.checked ? 'true' : usual === 'true' ? 'false' : '')}
          />
        ) : (
          <TextInput
            key={name}
            label={texts.optionNames[name as keyof typeof texts.optionNames] ?? name}
            description={description}
            placeholder={usual}
            value={draft.options[name] ?? ''}
            onChange={(event) => set(name, event.currentTarget.value)}
            classNames={{ input: 'data' }}
          />
        ),
      )}
      {others.map((name) => (
        <TextInput
          key={name}
          label={name}
          value={draft.options[name] ?? ''}
          onChange={(event) => set(name, event.currentTarget.value)}
          classNames={{ input: 'data' }}
        />
      ))}
    </details>
  );
}
