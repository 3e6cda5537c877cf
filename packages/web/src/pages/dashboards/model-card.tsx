import { Link } from '@tanstack/react-router';
import type { ItemResult } from '../../api/queries-of-dashboards.ts';
import { texts } from '../../texts.ts';
import { Time } from '../../ui/time.tsx';
import { inOrder, shortMetric } from '../models/metrics.ts';
import classes from './model-card.module.css';

const said = texts.dashboards.model;

/** Most metrics of one model. */
const most = 12;

/** A registered model at a glance: which version, what it is, how good it is. */
export function ModelCard({ model }: { readonly model: NonNullable<ItemResult['model']> }) {
  const { modelId, name, version, isChampion, isReplaced, title, dateCreated, metrics } = model;
  // several nodes may tell one metric
  const several = new Set(metrics.map(({ nodeId }) => nodeId)).size > 1;
  return (
    <div className={classes.model}>
      <p className={classes.name}>
        <Link to="/models/$id" params={{ id: String(modelId) }} search={{ version }}>
          <strong>{name}</strong>
        </Link>{' '}
        <span>{said.version(version)}</span>
        {isChampion ? (
          <span className={classes.champion}>
            <span aria-hidden>★ </span>
            {said.champion}
          </span>
        ) : null}
        {isReplaced ? <span className={classes.replaced}>{said.replaced}</span> : null}
      </p>
      <p className="soft">
        {title} · <Time at={dateCreated} />
      </p>
      {metrics.length === 0 ? (
        <p className="soft">{said.noMetrics}</p>
      ) : (
        <dl className={classes.metrics}>
          {inOrder(metrics)
            .slice(0, most)
            .map(({ nodeId, node, name: metric, value }, i) => (
              <div key={`${nodeId} ${i}`}>
                <dt title={several ? `${node}: ${metric}` : metric}>{several ? `${node}: ${metric}` : metric}</dt>
                <dd>{shortMetric(value)}</dd>
              </div>
            ))}
        </dl>
      )}
    </div>
  );
}
