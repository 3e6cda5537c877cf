import { Link } from '@tanstack/react-router';
import type { ListedModel } from '../../api/models.ts';
import { modelsTexts } from '../../texts/models.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { count } from '../../ui/format.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { Time } from '../../ui/time.tsx';
import { headline, shortMetric } from './metrics.ts';
import { kindOf } from './version-words.ts';
import classes from './models.module.css';

const texts = modelsTexts;

/** The main version of a model: its champion, or else the newest one. */
const shownOf = ({ best, latest }: ListedModel): ListedModel['latest'] => best ?? latest;

const kind = (model: ListedModel): string => {
  const version = shownOf(model);
  return version === null ? '' : kindOf(version);
};

/** The text that a filter searches. */
export const textOfModel = (model: ListedModel): string => `${model.name} ${model.description} ${kind(model)}`;

/** The columns of a list of models; `projectOf` if they are of several projects. */
export const modelColumns = (projectOf?: (model: ListedModel) => string): readonly Column<ListedModel>[] => [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    grows: true,
    cell: ({ id, name }) => (
      <Link to="/models/$id" params={{ id: String(id) }} title={name}>
        {name}
      </Link>
    ),
  },
  { key: 'kind', title: texts.kind, sortBy: kind, cell: kind, wideOnly: true },
  {
    key: 'metrics',
    title: texts.metrics,
    cell: (model) => <Metrics model={model} />,
    wideOnly: true,
  },
  {
    key: 'versions',
    title: texts.versions,
    sortBy: ({ versions }) => versions,
    cell: ({ versions }) => count(versions),
    align: 'end',
    wideOnly: true,
  },
  {
    key: 'champion',
    title: texts.champion,
    sortBy: ({ champion }) => champion,
    cell: ({ champion, best }) =>
      champion === null ? (
        <span className="soft">{texts.noChampion}</span>
      ) : (
        <>
          <span className={classes.star} aria-hidden>
            ★
          </span>{' '}
          {champion} {best?.isReplaced === true ? <ReplacedMark /> : null}
        </>
      ),
  },
  ...(projectOf === undefined
    ? []
    : [{ key: 'project', title: columnsTexts.project, sortBy: projectOf, cell: projectOf, wideOnly: true as const }]),
  {
    key: 'trained',
    title: texts.trained,
    sortBy: ({ latest }) => latest?.dateCreated ?? null,
    cell: ({ latest }) => (latest === null ? <span className="soft">–</span> : <Time at={latest.dateCreated} />),
  },
];

const ReplacedMark = () => (
  <span className={classes.replaced} title={texts.replacedHint}>
    {texts.replaced}
  </span>
);

function Metrics({ model }: { readonly model: ListedModel }) {
  const version = shownOf(model);
  // an unavailable version has no use
  if (version?.isReplaced === true) return version.isChampion ? <span className="soft">–</span> : <ReplacedMark />;
  return (
    <span className={classes.metrics}>
      {headline(version?.metrics ?? []).map(({ name, value }) => (
        <span key={name}>
          <span className="soft">{name}</span> <span className="data">{shortMetric(value)}</span>
        </span>
      ))}
    </span>
  );
}
