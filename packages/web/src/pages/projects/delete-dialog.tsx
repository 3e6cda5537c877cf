import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { countsQuery, deleteProject } from '../../api/queries-of-projects.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { filesTexts } from '../../texts/files.ts';
import { count } from '../../ui/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../files/fault.tsx';
import classes from './projects.module.css';

const texts = projectsTexts.delete;

interface DeleteDialogProps {
  readonly project: { readonly id: number; readonly name: string };
  readonly isOpen: boolean;
  readonly onLeave: () => void;
}

/** Asks before a project is deleted permanently, and lists the records that are deleted with it. */
export function DeleteDialog({ project: { id, name }, isOpen, onLeave }: DeleteDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: async () => {
      await deleteProject(id);
      await navigate({ to: '/projects' });
      client.removeQueries({ queryKey: ['projects', id] });
      await client.invalidateQueries();
    },
  });
  const leave = (): void => {
    remove.reset();
    onLeave();
  };
  return (
    <Dialog
      isOpen={isOpen}
      title={texts.title(name)}
      leave={filesTexts.cancel}
      onLeave={leave}
      isBusy={remove.isPending}
    >
      <Form id={id} isBusy={remove.isPending} error={remove.error} onYes={() => remove.mutate()} onLeave={leave} />
    </Dialog>
  );
}

const parts = ['datasets', 'dashboards', 'variables', 'trashedWorkflows'] as const;

interface DeleteFormProps {
  readonly id: number;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onYes: () => void;
  readonly onLeave: () => void;
}

function Form({ id, isBusy, error, onYes, onLeave }: DeleteFormProps) {
  // the counts determine the question: they are requested again
  const { data } = useQuery({ ...countsQuery, staleTime: 0 });
  const counts = data?.find(({ projectId }) => projectId === id);
  if (counts === undefined) return null;
  if (counts.workflows > 0)
    return (
      <>
        <p className={classes.text}>{texts.holds(count(counts.workflows), counts.workflows)}</p>
        <div className={classes.answers}>
          <Link to="/workflows" search={{ project: id }}>
            {texts.toWorkflows}
          </Link>
          <Button variant="default" onClick={onLeave} data-autofocus>
            {texts.keep}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p className={classes.text}>{texts.goes}</p>
      <ul className={classes.goes}>
        {parts.map((kind) =>
          counts[kind] === 0 ? null : <li key={kind}>{texts.kinds[kind](count(counts[kind]))}</li>,
        )}
        <li>{texts.members}</li>
        <li>{texts.runs}</li>
      </ul>
      <p className={classes.text}>{texts.forGood}</p>
      {error === null ? null : <Fault error={error} />}
      <div className={classes.answers}>
        <Button variant="default" onClick={onLeave} disabled={isBusy} data-autofocus>
          {texts.keep}
        </Button>
        <Button className={classes.grave} loading={isBusy} onClick={onYes}>
          {texts.submit}
        </Button>
      </div>
    </>
  );
}
