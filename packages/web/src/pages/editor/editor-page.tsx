import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMay } from '../../api/may.ts';
import { processorsQuery } from '../../api/queries-of-processors.ts';
import { meQuery, projectsQuery } from '../../api/queries.ts';
import { Failure, Waiting } from '../../ui/states.tsx';
import { ApiError } from '../../api/problem.ts';
import { Catalogue } from './model/catalogue.ts';
import { Editor } from './editor.tsx';
import { useNewDraft } from './state/use-new-draft.ts';
import { workflowQuery } from '../../api/queries-of-editor.ts';

/** The editor of a workflow, or of one that is not saved yet (`/workflows/new`). */
export function EditorPage() {
  const { id: text } = useParams({ from: '/workflows/$id' });
  const { project, node } = useSearch({ from: '/workflows/$id' });
  const id = /^\d+$/.test(text) ? Number(text) : undefined;
  const isNew = text === 'new';
  const { data: processors, error: noProcessors, refetch } = useQuery(processorsQuery);
  const { data: record, error, refetch: again } = useQuery({ ...workflowQuery(id ?? 0), enabled: id !== undefined });
  const { data: projects, error: noProjects, refetch: projectsAgain } = useQuery(projectsQuery);
  const { data: me } = useQuery(meQuery);
  const may = useMay();
  const catalogue = useMemo(() => processors && new Catalogue(processors), [processors]);
  const newDraft = useNewDraft(isNew ? me?.id : undefined);
  const draft = id ?? newDraft;
  // a graph that was just saved for the first time stays in the same editor
  const key = useLocation({ select: ({ state }) => state.editor }) ?? draft;
  if (id === undefined && !isNew) return <Failure error={new ApiError(404, {})} />;
  if (noProcessors !== null && catalogue === undefined)
    return <Failure error={noProcessors} again={() => void refetch()} />;
  if (error !== null && record === undefined) return <Failure error={error} again={() => void again()} />;
  if (noProjects !== null && projects === undefined)
    return <Failure error={noProjects} again={() => void projectsAgain()} />;
  if (
    catalogue === undefined ||
    projects === undefined ||
    me === undefined ||
    draft === undefined ||
    (id !== undefined && record === undefined)
  )
    return <Waiting />;
  // a new graph goes into a project in which it may be saved: the one in the address, the user's current one, or the
  // first
  const homes = projects.filter((one) => may('workflows.modify', 'EDIT', one.id));
  const home = project ?? (homes.find((one) => one.id === me.currentProjectId) ?? homes[0])?.id;
  const mayChange = may('workflows.modify', 'EDIT', record?.projectId ?? home);
  return (
    <Editor
      key={key}
      record={record}
      projectId={home}
      userId={me.id}
      draft={draft}
      nodeId={node === undefined ? undefined : String(node)}
      catalogue={catalogue}
      mayChange={mayChange}
    />
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The key of the editor at this address. */
    readonly editor?: string;
  }
}
