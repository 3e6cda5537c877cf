import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../api/may.ts';
import {
  membersQuery,
  removeMember,
  setMember,
  type Member,
  type Right,
  type Share,
} from '../../api/queries-of-projects.ts';
import { membersTexts } from '../../texts/members.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice, type Notice } from '../../ui/notice.tsx';
import { Empty } from '../../ui/states.tsx';
import { AddMember } from './add-member.tsx';
import { memberColumns } from './member-columns.tsx';
import classes from './projects.module.css';

const texts = membersTexts;

/** The users and groups of a project, and their rights. */
export function Members({ id, owner }: { readonly id: number; readonly owner: string }) {
  const query = useQuery(membersQuery(id));
  const mayShare = useMay()('enable.projectShare', 'OWN', id);
  const { say, element: notice } = useNotice();
  const changes = useMemberChanges(id, say);
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
              columns={memberColumns(mayShare ? changes : undefined)}
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
