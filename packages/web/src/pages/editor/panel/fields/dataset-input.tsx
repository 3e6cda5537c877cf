import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { datasetsQuery } from '../../../../api/datasets.ts';
import { editorTexts } from '../../../../texts/editor.ts';
import { listTexts } from '../../../../texts/list.ts';
import { useEnvironment } from '../../state/ui-store.ts';

const texts = editorTexts.panel;

interface DatasetInputProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly withAsterisk: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A dataset of the project, by its name. */
export function DatasetInput({ value, onChange, ...rest }: DatasetInputProps) {
  const { projectId } = useEnvironment();
  const { data: all } = useQuery(datasetsQuery);
  const own = (all ?? []).filter((one) => projectId === undefined || one.projectId === projectId);
  const data = own.map(({ uuid, name }) => ({ value: uuid, label: name }));
  const isGone = value !== '' && all !== undefined && !own.some(({ uuid }) => uuid === value);
  return (
    <Select
      size="xs"
      {...rest}
      searchable
      placeholder={texts.chooseDataset}
      nothingFoundMessage={listTexts.none}
      data={isGone ? [{ value, label: texts.datasetGone }, ...data] : data}
      value={value === '' ? null : value}
      comboboxProps={{ withinPortal: false }}
      withScrollArea={false}
      styles={{ dropdown: { maxHeight: 260, overflowY: 'auto' } }}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
