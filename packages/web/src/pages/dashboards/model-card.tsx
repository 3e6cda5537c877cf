import { Link } from '@tanstack/react-router';
import type { ItemResult } from '../../api/queries-of-dashboards.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { Time } from '../../ui/time.tsx';
import { inOrder, nodesByMetric, shortMetric } from '../models/metrics.ts';
import { kindOf } from '../models/version-words.ts';
import classes from './model-card.module.css';

const texts = dashboardsTexts.model;

/** Maximum number of metrics of one model. */
const maxMetrics = 12;

/** Summary of a registered model: version, class, metrics. */
export function ModelCard({ model }: { readonly model: NonNullable<ItemResult['model']> }) {
  const { modelId, name, version, isChampion, isReplaced, dateCreated, metrics } = model;
  const nodes = nodesByMetric(metrics);
  return (
    <div className={classes.model}>
      <p className={classes.name}>
        <Link to="/models/$id" params={{ id: String(modelId) }} search={{ version }}>
          <strong>{name}</strong>
        </Link>{' '}
        <span>{texts.version(version)}</span>
        {isChampion ? (
          <span className={classes.champion}>
            <span aria-hidden>★ </span>
            {texts.champion}
          </span>
        ) : null}
        {isReplaced ? <span className={classes.replaced}>{texts.replaced}</span> : null}
      </p>
      <p className="soft">
        {kindOf(model)} · <Time at={dateCreated} />
      </p>
      {metrics.length === 0 ? (
        <p className="soft">{texts.noMetrics}</p>
      ) : (
        <dl className={classes.metrics} data-dead={isReplaced}>
          {inOrder(metrics)
            .slice(0, maxMetrics)
            .map((metric) => (
              <div key={`${metric.nodeId} ${metric.name}`}>
                <dt>
                  <Breakable text={metric.name} />
                  <span className={classes.node}>
                    <Breakable text={nodes.get(metric) ?? ''} />
                  </span>
                </dt>
                <dd>{shortMetric(metric.value)}</dd>
              </div>
            ))}
        </dl>
      )}
    </div>
  );
}
