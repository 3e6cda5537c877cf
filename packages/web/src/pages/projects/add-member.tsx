import { Button, Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { groupsQuery, setMember, type Member } from '../../api/queries-of-projects.ts';
import { peopleQuery } from '../../api/queries-of-workflows.ts';
import { membersTexts } from '../../texts/members.ts';
import type { Notice } from '../../ui/notice.tsx';
import classes from './projects.module.css';

const texts = membersTexts;

interface AddMemberProps {
  readonly id: number;
  readonly owner: string;
  readonly members: readonly Member[];
  readonly say: (notice: Notice | undefined) => void;
}

/** Adds a user or a group, with the right to view. */
export function AddMember({ id, owner, members, say }: AddMemberProps) {
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
    mutationFn: (username: string) => {
      const one = Number(username.slice(1));
      const [userId, groupId] = username.startsWith('u') ? [one, null] : [null, one];
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
