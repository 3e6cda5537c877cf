import { Button, Checkbox } from '@mantine/core';
import type { Member, Right } from '../../api/queries-of-projects.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { membersTexts } from '../../texts/members.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { rightsInWords } from './rights.ts';

const texts = membersTexts;

/** Rights besides viewing. */
const more = ['EDIT', 'EXECUTE', 'OWN'] as const satisfies readonly Right[];

interface MemberChanges {
  readonly set: (member: Member, right: Right, isGranted: boolean) => void;
  readonly remove: (member: Member) => void;
}

/** The columns of members; without `changes`, they are read-only. */
export const memberColumns = (changes: MemberChanges | undefined): readonly Column<Member>[] => [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ name, groupId }) => (
      <>
        {name} <span className="soft">{groupId === null ? texts.user : texts.group}</span>
      </>
    ),
  },
  ...(changes === undefined ? [rights] : changeColumns(changes)),
];

const rights: Column<Member> = {
  key: 'rights',
  title: texts.title,
  sortBy: ({ permissions }: Member) => permissions.length,
  cell: ({ permissions }: Member) => rightsInWords(permissions),
};

const changeColumns = ({ set, remove }: MemberChanges): readonly Column<Member>[] => [
  ...more.map((right): Column<Member> => ({
    key: right,
    title: texts.titles[right],
    cell: (member) => (
      <Checkbox
        size="xs"
        aria-label={texts.give[right](member.name)}
        checked={member.permissions.includes(right)}
        onChange={({ currentTarget: { checked } }) => set(member, right, checked)}
      />
    ),
  })),
  {
    key: 'actions',
    title: columnsTexts.actions,
    isTitleHidden: true,
    align: 'end' as const,
    cell: (member: Member) => (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.removeOf(member.name)}
        onClick={() => remove(member)}
      >
        {texts.remove}
      </Button>
    ),
  },
];
