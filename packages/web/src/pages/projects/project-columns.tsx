import { Link } from '@tanstack/react-router';
import type { Project } from '../../api/queries.ts';
import type { Counts } from '../../api/queries-of-projects.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { commonTexts } from '../../texts/common.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { count } from '../../ui/format.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { Time } from '../../ui/time.tsx';
import { rightsInWords } from './rights.ts';

const texts = projectsTexts;

/** `counts`: numbers of the records of each project; undefined while they are loading. */
export function projectColumns(counts: readonly Counts[] | undefined): readonly Column<Project>[] {
  const byId = new Map(counts?.map((one) => [one.projectId, one]));
  return [
    {
      key: 'name',
      title: columnsTexts.name,
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link to="/projects/$id" params={{ id: String(id) }} title={name}>
          {name}
        </Link>
      ),
    },
    {
      key: 'description',
      title: texts.description,
      sortBy: ({ description }) => description,
      cell: ({ description }) => <span className="soft">{description}</span>,
      wideOnly: true,
    },
    { key: 'tag', title: texts.tag, sortBy: ({ tag }) => tag, cell: ({ tag }) => tag, wideOnly: true },
    numbered(byId, 'workflows', commonTexts.workflows),
    numbered(byId, 'datasets', commonTexts.datasets),
    {
      key: 'owner',
      title: columnsTexts.owner,
      sortBy: ({ createdBy }) => createdBy,
      cell: ({ createdBy }) => createdBy,
      wideOnly: true,
    },
    {
      key: 'rights',
      title: texts.mine,
      sortBy: ({ rights }) => rights.length,
      cell: ({ rights }) => rightsInWords(rights),
    },
    {
      key: 'changed',
      title: columnsTexts.changed,
      sortBy: ({ dateLastUpdated }) => dateLastUpdated,
      cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
      wideOnly: true,
    },
  ];
}

/** The column of a number of records. */
const numbered = (byId: ReadonlyMap<number, Counts>, key: keyof Counts, title: string): Column<Project> => ({
  key,
  title,
  sortBy: ({ id }) => byId.get(id)?.[key] ?? null,
  cell: ({ id }) => {
    const many = byId.get(id)?.[key];
    return many === undefined ? '' : count(many);
  },
  align: 'end',
  wideOnly: true,
});
