import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { workflowQuery } from '../../api/queries-of-editor.ts';
import { runsQuery, type RunsQuery } from '../../api/queries-of-runs.ts';
import { peopleQuery } from '../../api/queries-of-workflows.ts';
import { projectsQuery } from '../../api/queries.ts';
import { runsTexts } from '../../texts/runs.ts';
import { commonTexts } from '../../texts/common.ts';
import { homePageTexts } from '../../texts/home-page.ts';
import { stretchOf } from '../../ui/days.ts';
import { count } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { RunSelectionActions } from './run-selection-actions.tsx';
import { executionColumns, ofPages, sortedByService } from './columns.tsx';
import { Filters } from './filters.tsx';
import { executionsSearch, filterKeys, type ExecutionsSearch } from './search.ts';
import classes from './executions.module.css';

const texts = runsTexts;

/** The filters of the address as the service expects them. */
function queryOf({ q, sort = '', page = 1, workflow, project, state, user, from, to }: ExecutionsSearch): RunsQuery {
  const sortBy = sortedByService[sort.replace(/^-/, '')];
  return {
    page: page - 1,
    ...stretchOf(from, to),
    ...(q === undefined ? {} : { search: q }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(project === undefined ? {} : { project }),
    ...(state === undefined ? {} : { state }),
    ...(user === undefined ? {} : { user }),
    ...(sortBy === undefined ? {} : { sortBy, isAscending: !sort.startsWith('-') }),
  };
}

/** All runs visible to the user, or those of a workflow, the newest first: by page if there are many. */
export function Executions() {
  const search = useSearch({ from: '/executions' });
  const { workflow, page = 1 } = search;
  const navigate = useNavigate({ from: '/executions' });
  const query = useQuery(runsQuery(queryOf(search)));
  const { data: record } = useQuery({ ...workflowQuery(workflow ?? 0), enabled: workflow !== undefined });
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: people = [] } = useQuery(peopleQuery);
  const { say, element: notice } = useNotice();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const columns = useMemo(() => {
    const ofProjects = new Map(projects.map(({ id, name }) => [id, name]));
    const ofPeople = new Map(people.map(({ id, username }) => [id, username]));
    return executionColumns({
      projectOf: ({ projectId }) => ofProjects.get(projectId) ?? '',
      userOf: ({ userId }) => ofPeople.get(userId) ?? texts.someone(userId),
    });
  }, [projects, people]);
  // actions leave out deleted and filtered rows
  const selection = query.data?.executions.filter(({ id }) => selected.has(id)) ?? [];
  const pages = query.data?.totalPages;
  const isBeyond = pages !== undefined && !query.isPlaceholderData && page > Math.max(1, pages);
  useEffect(() => {
    // runs of the last page may be deleted
    if (isBeyond) void navigate({ to: '.', search: (all) => executionsSearch({ ...all, page: pages }), replace: true });
  }, [isBeyond, pages, navigate]);
  return (
    <Page
      title={workflow === undefined ? commonTexts.executions : runsTexts.of(record?.name ?? '…')}
      aside={
        <>
          <RunSelectionActions selection={selection} say={say} onDone={() => setSelected(new Set())} />
          {workflow === undefined ? null : <Link to="/executions">{runsTexts.all}</Link>}
        </>
      }
    >
      {notice}
      <Loaded query={query}>
        {({ executions, totalPages, totalElements }) => (
          <>
            <List
              label={commonTexts.executions}
              rows={executions}
              columns={totalPages > 1 ? ofPages(columns) : columns}
              idOf={({ id }) => id}
              textOf={({ name }) => name}
              empty={<Empty title={homePageTexts.noRuns}>{homePageTexts.noRunsHint}</Empty>}
              paged={{ all: totalElements, page, isWhole: totalPages <= 1 }}
              filtering={{ element: <Filters projects={projects} people={people} />, keys: filterKeys }}
              selection={{ selected, onChange: setSelected, nameOf: ({ id, name }) => `${name} (${id})` }}
            />
            {totalPages > 1 ? <Pages page={page} pages={totalPages} search={search} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface PagesProps {
  readonly page: number;
  readonly pages: number;
  readonly search: ExecutionsSearch;
}

const Pages = ({ page, pages, search }: PagesProps) => (
  <nav aria-label={texts.pages} className={classes.pages}>
    {page > 1 ? (
      <Link to="/executions" search={executionsSearch({ ...search, page: page - 1 })}>
        ← {texts.before}
      </Link>
    ) : null}
    <span className="soft">{texts.page(count(page), count(pages))}</span>
    {page < pages ? (
      <Link to="/executions" search={executionsSearch({ ...search, page: page + 1 })}>
        {texts.after} →
      </Link>
    ) : null}
  </nav>
);
