import { useState } from 'react';
import type { ModelVersion } from '../../api/models.ts';
import { modelsTexts } from '../../texts/models.ts';
import { count } from '../../ui/format.ts';
import { Section } from './section.tsx';
import classes from './model.module.css';

const texts = modelsTexts;

/** Maximum number of names before "show all". */
const fewNames = 40;

/** The feature names of each vector. */
export const Features = ({ features }: { readonly features: ModelVersion['features'] }) =>
  Object.entries(features).map(([column, names]) => (
    <Section key={column} title={`${texts.features}: ${texts.featuresOf(column, count(names.length))}`}>
      <Chips names={names.map((name, index) => name ?? texts.unnamed(index))} />
    </Section>
  ));

function Chips({ names }: { readonly names: readonly string[] }) {
  const [isAll, setAll] = useState(false);
  const visibleNames = isAll ? names : names.slice(0, fewNames);
  return (
    <div className={classes.names}>
      {visibleNames.map((name, i) => (
        <code key={i}>{name}</code>
      ))}
      {names.length <= fewNames ? null : (
        <button type="button" className={classes.link} aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? texts.fewer : texts.more(count(names.length - fewNames))}
        </button>
      )}
    </div>
  );
}

/** The labels of indexed columns. */
export const Classes = ({ classes: labels }: { readonly classes: ModelVersion['classes'] }) =>
  Object.entries(labels).map(([column, names]) => (
    <Section key={column} title={`${texts.classes}: ${texts.featuresOf(column, count(names.length))}`}>
      <Chips names={names.map((name, i) => `${i} = ${name}`)} />
    </Section>
  ));

/** The columns of a version's training rows, and which of them it reads. */
export function Columns({ version: { columns, inputs } }: { readonly version: ModelVersion }) {
  if (columns.length === 0) return null;
  const inputNames = new Set(inputs ?? []);
  return (
    <Section title={texts.columns}>
      <div className={classes.long} tabIndex={0} role="region" aria-label={texts.columns}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{texts.column}</th>
              <th scope="col">{texts.type}</th>
              {inputs === null ? null : <th scope="col">{texts.use}</th>}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, type }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="data">{type}</td>
                {inputs === null ? null : <td>{inputNames.has(name) ? texts.reads : ''}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
