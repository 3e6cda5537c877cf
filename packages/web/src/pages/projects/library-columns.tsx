import { Button } from '@mantine/core';
import type { Library } from '../../api/queries-of-projects.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { librariesTexts } from '../../texts/libraries.ts';
import { size } from '../../ui/format.ts';
import type { Column } from '../../ui/list-columns.tsx';

const texts = librariesTexts;

/** The columns of libraries; without `onRemove`, they are read-only. */
export const libraryColumns = (onRemove: ((library: Library) => void) | undefined): readonly Column<Library>[] => [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ name, kind }) => (
      <>
        {name} <span className="soft">{texts.kinds[kind]}</span>
      </>
    ),
  },
  { key: 'version', title: columnsTexts.version, sortBy: ({ version }) => version, cell: ({ version }) => version },
  {
    key: 'source',
    title: texts.source,
    sortBy: ({ source }) => source,
    cell: ({ source }) => (
      <span className="data" title={source}>
        {source}
      </span>
    ),
    wideOnly: true,
  },
  {
    key: 'size',
    title: columnsTexts.size,
    sortBy: ({ bytes }) => bytes,
    align: 'end',
    cell: ({ bytes }) => size(bytes),
    wideOnly: true,
  },
  ...(onRemove === undefined ? [] : [removal(onRemove)]),
];

const removal = (onRemove: (library: Library) => void): Column<Library> => ({
  key: 'actions',
  title: columnsTexts.actions,
  isTitleHidden: true,
  align: 'end',
  cell: (library) => (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={texts.removeOf(library.name)}
      onClick={() => onRemove(library)}
    >
      {texts.remove}
    </Button>
  ),
});
