import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { downloadAddress, type Entry } from '../../api/files.ts';
import { filesTexts } from '../../texts/files.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { size } from '../../ui/format.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { Time } from '../../ui/time.tsx';
import { viewOfTable } from './kinds.ts';
import { NameCell } from './name-cell.tsx';

const texts = filesTexts;

export interface EntryActions {
  readonly mayWrite: boolean;
  /** Whether the user may create datasets. */
  readonly mayMake: boolean;
  readonly folder: string;
  /** Path of the entry that is being renamed. */
  readonly renamed: string | undefined;
  /** Path of the file in the preview. */
  readonly previewPath: string | undefined;
  /** Path of the entry whose rename by keys has just ended: its link gets the focus back. */
  readonly returned: string | undefined;
  readonly onRename: (path: string | undefined) => void;
  readonly onReturn: (path: string | undefined) => void;
  readonly onFault: (error: Error | undefined) => void;
  readonly onMove: (entry: Entry) => void;
  readonly onDelete: (entry: Entry) => void;
}

export const entryColumns = (actions: EntryActions): readonly Column<Entry>[] => [
  {
    key: 'name',
    grows: true,
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: (entry) => <NameCell entry={entry} {...actions} />,
  },
  {
    key: 'size',
    title: columnsTexts.size,
    sortBy: ({ size: bytes, isDirectory }) => (isDirectory ? null : bytes),
    cell: ({ size: bytes, isDirectory }) => (isDirectory ? '' : size(bytes)),
    align: 'end',
  },
  {
    key: 'changed',
    title: columnsTexts.changed,
    sortBy: ({ modificationTime }) => modificationTime,
    cell: ({ modificationTime }) => <Time at={modificationTime} />,
    wideOnly: true,
  },
  {
    key: 'owner',
    title: columnsTexts.owner,
    sortBy: ({ owner }) => owner,
    cell: ({ owner }) => <span className="soft">{owner}</span>,
    wideOnly: true,
  },
  {
    key: 'actions',
    title: texts.actions,
    isTitleHidden: true,
    cell: (entry) => <Actions entry={entry} {...actions} />,
    align: 'end',
  },
];

function Actions({
  entry,
  mayWrite,
  mayMake,
  renamed,
  onRename,
  onMove,
  onDelete,
}: EntryActions & { readonly entry: Entry }) {
  const { name, path, isDirectory } = entry;
  if (isDirectory && !mayWrite && !mayMake) return null;
  return (
    <Menu
      position="bottom-end"
      width={160}
      transitionProps={{ duration: 0 }}
      // axe reports the menu of Mantine without this target and without the next line
      portalProps={{ target: '#content' }}
      withInitialFocusPlaceholder={false}
      // the name field has the focus then
      returnFocus={renamed !== path}
    >
      <Menu.Target>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={texts.actionsOf(name)}>
          ⋯
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isDirectory ? null : (
          <Menu.Item component="a" href={downloadAddress(path)} download>
            {texts.download}
          </Menu.Item>
        )}
        {mayMake && (isDirectory || viewOfTable(name) !== undefined) ? (
          <Menu.Item renderRoot={(props) => <Link {...props} to="/datasets/new" search={{ path }} />}>
            {datasetTexts.make}
          </Menu.Item>
        ) : null}
        {mayWrite ? (
          <>
            <Menu.Item onClick={() => onRename(path)}>{texts.rename}</Menu.Item>
            <Menu.Item onClick={() => onMove(entry)}>{texts.move}</Menu.Item>
            <Menu.Item onClick={() => onDelete(entry)}>{texts.delete}</Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
