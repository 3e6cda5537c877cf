import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/problem.ts';
import { createDashboard, dashboardQuery, updateDashboard } from '../../api/queries-of-dashboards.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { itemOf, newSheet, sheetsOf, withItem } from './content.ts';

const texts = dashboardsTexts;

type Source = Parameters<typeof itemOf>[0];

interface NewDashboard {
  readonly name: string;
  readonly projectId: number | undefined;
}

interface PinResult {
  readonly id: number;
  readonly name: string;
}

/** Adds an output to the selected dashboard, or to a new one if none is selected. */
export function usePin(from: Source, dashboardId: string, fresh: NewDashboard) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => (dashboardId === '' ? pinToNew(from, fresh) : pinTo(client, from, Number(dashboardId))),
    onSuccess: () => client.invalidateQueries({ queryKey: ['dashboards'] }),
  });
}

async function pinToNew(from: Source, { name, projectId }: NewDashboard): Promise<PinResult> {
  const errors = [
    ...(name === '' ? [{ field: 'name', message: texts.nameMissing }] : []),
    ...(projectId === undefined ? [{ field: 'project', message: texts.projectMissing }] : []),
  ];
  if (errors.length > 0 || projectId === undefined) throw new ApiError(422, { errors });
  const sheets = [withItem(newSheet([], texts.sheet(1)), itemOf(from))];
  const id = await createDashboard(projectId, { name, category: '', description: '', sheets });
  return { id, name };
}

async function pinTo(client: QueryClient, from: Source, id: number): Promise<PinResult> {
  for (;;) {
    const record = await client.fetchQuery({ ...dashboardQuery(id), staleTime: 0 });
    const [first = newSheet([], texts.sheet(1)), ...others] = sheetsOf(record);
    const { dateCreated: _c, dateLastUpdated: _u, id: _i, userId: _o, projectId: _p, ...content } = record;
    try {
      await updateDashboard(id, { ...content, sheets: [withItem(first, itemOf(from)), ...others] });
      return { id, name: record.name };
    } catch (error) {
      // another user saved in between: the item is added to the newer version
      if (!(error instanceof ApiError && error.status === 409)) throw error;
    }
  }
}
