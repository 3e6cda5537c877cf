import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { recordSearchQuery } from '../api/search.ts';
import { Icon, type IconName } from '../pages/editor/canvas/icons.tsx';
import { nodeParam } from '../pages/workflows/search.ts';
import { finderTexts } from '../texts/finder.ts';
import { commonTexts } from '../texts/common.ts';
import { dashboardsTexts } from '../texts/dashboards.ts';
import { modelsTexts } from '../texts/models.ts';
import { projectsTexts } from '../texts/projects.ts';
import type { FindItem, FindSection } from '../ui/find-dialog.tsx';

const texts = finderTexts;

/** Records of each kind that are offered at once. */
const maxResults = 8;

type Kind = 'workflow' | 'node' | 'dataset' | 'dashboard' | 'model' | 'project';

const kinds: Readonly<Record<Kind, { readonly to: string; readonly title: string; readonly icon: IconName }>> = {
  workflow: { to: '/workflows/$id', title: commonTexts.workflows, icon: 'other' },
  node: { to: '/workflows/$id', title: texts.nodes, icon: 'frame' },
  dataset: { to: '/datasets/$id', title: commonTexts.datasets, icon: 'read' },
  dashboard: { to: '/dashboards/$id', title: dashboardsTexts.title, icon: 'chart' },
  model: { to: '/models/$id', title: modelsTexts.title, icon: 'model' },
  project: { to: '/projects/$id', title: projectsTexts.title, icon: 'drawer' },
};

/** The distance of a name from the search text: 0 if it begins with it, 2 if another key of the record contains it. */
function nearness(name: string, text: string): number {
  const at = name.toLowerCase().indexOf(text.toLowerCase());
  return at < 0 ? 2 : at === 0 ? 0 : 1;
}

/** Records of the service that typed words name, each kind a section; choosing one opens it. */
export function useRecordResults(
  typed: string,
  requestedKinds = Object.keys(kinds) as readonly Kind[],
): readonly FindSection[] {
  const [text] = useDebouncedValue(typed.trim(), 120);
  const { data } = useQuery(recordSearchQuery(text));
  const navigate = useNavigate();
  if (text === '' || typed.trim() === '') return [];
  return requestedKinds.flatMap((kind) => {
    const { to, title, icon } = kinds[kind];
    const items = (data ?? [])
      .filter(({ type }) => type === kind)
      .toSorted((a, b) => nearness(a.name, text) - nearness(b.name, text))
      .slice(0, maxResults)
      .map(({ id, name, description, nodeId }): FindItem => ({
        key: nodeId === undefined ? `${kind} ${id}` : `${kind} ${id} ${nodeId}`,
        icon: <Icon name={icon} size={16} />,
        title: name,
        hint: description === '' ? texts.open : description,
        act: () =>
          void navigate({
            to,
            params: { id: String(id) },
            search: nodeId === undefined ? {} : { node: nodeParam(nodeId) },
          }),
      }));
    return items.length === 0 ? [] : [{ title, items }];
  });
}
