import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { ModelVersion } from '../../api/models.ts';
import { modelsTexts } from '../../texts/models.ts';
import { count } from '../../ui/format.ts';
import { lastStageFirst } from './last-stage-first.ts';
import { valueText } from './value-text.ts';
import classes from './model.module.css';

const texts = modelsTexts;

/** The parameters of each stage: those that were set, and on demand the defaults. */
export function Parameters({ parameters }: Pick<ModelVersion, 'parameters'>) {
  const [isAll, setAll] = useState(false);
  const defaults = parameters.filter(({ isDefault }) => isDefault).length;
  const visible = lastStageFirst(parameters)
    .map((one, i) => ({ ...one, i }))
    .filter(({ isDefault }) => isAll || !isDefault)
    .toSorted((a, b) => Number(a.isDefault) - Number(b.isDefault));
  if (parameters.length === 0) return <p className="soft">{texts.noParameters}</p>;
  return (
    <>
      {defaults === 0 ? null : (
        <Switch
          size="xs"
          label={texts.withDefaults(count(defaults))}
          checked={isAll}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      {visible.length === 0 ? (
        <p className="soft">{texts.onlyDefaults}</p>
      ) : (
        <div className={classes.long} tabIndex={0} role="region" aria-label={texts.parameters}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{texts.parameter}</th>
                <th scope="col">{texts.value}</th>
                <th scope="col">{texts.stage}</th>
              </tr>
            </thead>
            <tbody>
              {visible.map(({ i, stage, name, value, isDefault }) => (
                <tr key={i}>
                  <th scope="row">{name}</th>
                  <td className={classes.wraps}>
                    <span className="data">{valueText(value)}</span>
                    {isDefault ? <span className="soft"> {texts.isDefault}</span> : null}
                  </td>
                  <td className="soft">{stage}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
