import { Button, Checkbox, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useMay } from '../../api/may.ts';
import {
  groupsQuery,
  membersQuery,
  removeMember,
  setMember,
  type Member,
  type Right,
  type Share,
} from '../../api/queries-of-projects.ts';
import { peopleQuery } from '../../api/queries-of-workflows.ts';
import { membersTexts } from '../../texts/members.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice, type Notice } from '../../ui/notice.tsx';
import { Empty } from '../../ui/states.tsx';
import { rightsInWords } from './rights.ts';
import classes from './projects.module.css';

const texts = membersTexts;

/** Rights besides viewing. */
const more = ['EDIT', 'EXECUTE', 'OWN'] as const satisfies readonly Right[];

/** The users and groups of a project, and their rights. */
export function Members({ id, owner }: { readonly id: number; readonly owner: string }) {
  const query = useQuery(membersQuery(id));
  const mayShare = useMay()('enable.projectShare', 'OWN', id);
  const { say, shown: notice } = useNotice();
  const { set, remove } = useMemberChanges(id, say);
  const columns: readonly Column<Member>[] = [
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
    ...(mayShare
      ? more.map((right): Column<Member> => ({
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
        }))
      : [
          {
            key: 'rights',
            title: texts.title,
            sortBy: ({ permissions }: Member) => permissions.length,
            cell: ({ permissions }: Member) => rightsInWords(permissions),
          },
        ]),
    ...(mayShare
      ? [
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
        ]
      : []),
  ];
  return (
    <>
      {notice}
      <p className={classes.soft}>{texts.hint(owner)}</p>
      <Loaded query={query}>
        {(members) => (
          <>
            {mayShare ? <AddMember id={id} owner={owner} members={members} say={say} /> : null}
            <List
              label={texts.list}
              rows={members}
              columns={columns}
              idOf={(one) => one.id}
              textOf={({ name }) => name}
              empty={<Empty title={texts.none}>{mayShare ? texts.noneHint : undefined}</Empty>}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

const shareOf = ({ projectId, userId, groupId, permissions }: Member): Share => ({
  projectId,
  userId,
  groupId,
  permissions: permissions as Right[],
});

/** Changes show at once, and are reverted if the service refuses. */
function useMemberChanges(id: number, say: (notice: Notice | undefined) => void) {
  const client = useQueryClient();
  const { queryKey } = membersQuery(id);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['projects'] });
  const attempt = async (
    show: (all: Member[]) => Member[],
    work: () => Promise<unknown>,
    done?: Notice,
  ): Promise<void> => {
    say(undefined);
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (all) => (all === undefined ? all : show(all)));
    try {
      await work();
      say(done);
    } catch (error) {
      say({ text: `${texts.notChanged} ${error instanceof Error ? error.message : String(error)}`, isFault: true });
    } finally {
      await refresh();
    }
  };
  const set = (member: Member, right: Right, isGranted: boolean): void => {
    const others = member.permissions.filter((one) => one !== right && one !== 'VIEW');
    const permissions = ['VIEW', ...others, ...(isGranted ? [right] : [])];
    void attempt(
      (all) => all.map((one) => (one.id === member.id ? { ...one, permissions } : one)),
      () => setMember({ ...shareOf(member), permissions: permissions as Right[] }),
    );
  };
  const remove = (member: Member): void => {
    const undo = (): void =>
      void attempt(
        (all) => all,
        () => setMember(shareOf(member)),
        { text: texts.back(member.name) },
      );
    void attempt(
      (all) => all.filter((one) => one.id !== member.id),
      () => removeMember(member.id),
      { text: texts.removed(member.name), action: { title: workflowsTexts.undo, onDo: undo } },
    );
  };
  return { set, remove };
}

interface AddMemberProps {
  readonly id: number;
  readonly owner: string;
  readonly members: readonly Member[];
  readonly say: (notice: Notice | undefined) => void;
}

/** Adds a user or a group, with the right to view. */
function AddMember({ id, owner, members, say }: AddMemberProps) {
  const client = useQueryClient();
  const { data: people = [] } = useQuery(peopleQuery);
  const { data: groups = [] } = useQuery(groupsQuery);
  const [grantee, setGrantee] = useState<string | null>(null);
  const has = (key: 'userId' | 'groupId', one: number): boolean => members.some((member) => member[key] === one);
  const data = [
    {
      group: texts.groups,
      items: groups.filter((one) => !has('groupId', one.id)).map((one) => ({ value: `g${one.id}`, label: one.name })),
    },
    {
      group: texts.users,
      items: people
        .filter((one) => one.username !== owner && !has('userId', one.id))
        .map((one) => ({ value: `u${one.id}`, label: one.username })),
    },
  ].filter(({ items }) => items.length > 0);
  const add = useMutation({
    mutationFn: (chosen: string) => {
      const one = Number(chosen.slice(1));
      const [userId, groupId] = chosen.startsWith('u') ? [one, null] : [null, one];
      return setMember({ projectId: id, userId, groupId, permissions: ['VIEW'] });
    },
    onSuccess: async ({ name }) => {
      setGrantee(null);
      say({ text: texts.added(name) });
      await client.invalidateQueries({ queryKey: ['projects'] });
    },
    onError: (error) => say({ text: error.message, isFault: true }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (grantee !== null) add.mutate(grantee);
  };
  return (
    <form className={classes.row} onSubmit={submit}>
      <Select
        aria-label={texts.who}
        placeholder={texts.who}
        data={data}
        value={grantee}
        onChange={setGrantee}
        searchable
        limit={60}
        size="xs"
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        classNames={{ options: classes.options }}
        nothingFoundMessage={texts.nobody}
      />
      <Button type="submit" size="xs" variant="default" loading={add.isPending} disabled={grantee === null}>
        {texts.add}
      </Button>
    </form>
  );
}
