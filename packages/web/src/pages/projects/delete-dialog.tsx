import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { countsQuery, deleteProject } from '../../api/queries-of-projects.ts';
import { texts } from '../../texts.ts';
import { count } from '../../ui/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../files/fault.tsx';
import classes from './projects.module.css';

const said = texts.flows.projects.delete;

interface DeleteDialogProps {
  readonly project: { readonly id: number; readonly name: string };
  readonly isOpen: boolean;
  readonly onLeave: () => void;
}

/** Asks before a project goes for good, and says what goes with it. */
export const DeleteDialog = (props: DeleteDialogProps) => (
  <Dialog
    isOpen={props.isOpen}
    title={said.title(props.project.name)}
    leave={texts.files.cancel}
    onLeave={props.onLeave}
  >
    <Asked {...props} />
  </Dialog>
);

const gone = ['datasets', 'dashboards', 'variables', 'trashedWorkflows'] as const;

function Asked({ project: { id }, onLeave }: DeleteDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  // what is counted here decides: it is asked for anew
  const { data } = useQuery({ ...countsQuery, staleTime: 0 });
  const counts = data?.find(({ projectId }) => projectId === id);
  const remove = useMutation({
    mutationFn: async () => {
      await deleteProject(id);
      await navigate({ to: '/projects' });
      client.removeQueries({ queryKey: ['projects', id] });
      await client.invalidateQueries();
    },
  });
  if (counts === undefined) return null;
  if (counts.workflows > 0)
    return (
      <>
        <p className={classes.text}>{said.holds(count(counts.workflows), counts.workflows)}</p>
        <div className={classes.answers}>
          <Link to="/workflows" search={{ project: id }}>
            {said.toWorkflows}
          </Link>
          <Button variant="default" onClick={onLeave} data-autofocus>
            {said.keep}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p className={classes.text}>{said.goes}</p>
      <ul className={classes.goes}>
        {gone.map((kind) => (counts[kind] === 0 ? null : <li key={kind}>{said.kinds[kind](count(counts[kind]))}</li>))}
        <li>{said.members}</li>
        <li>{said.runs}</li>
      </ul>
      <p className={classes.text}>{said.forGood}</p>
      {remove.error === null ? null : <Fault error={remove.error} />}
      <div className={classes.answers}>
        <Button variant="default" onClick={onLeave} data-autofocus>
          {said.keep}
        </Button>
        <Button className={classes.grave} loading={remove.isPending} onClick={() => remove.mutate()}>
          {said.submit}
        </Button>
      </div>
    </>
  );
}
