import type { CatalogueField } from '../../api/queries-of-processors.ts';
import { processorPagesTexts } from '../../texts/processor-pages.ts';
import classes from './processors.module.css';

const texts = processorPagesTexts;

/** The fields of a processor. */
export function FieldTable({ fields }: { readonly fields: readonly CatalogueField[] }) {
  const settings = fields.filter(({ kind }) => kind !== 'layout');
  if (settings.length === 0) return <p className="soft">{texts.noFields}</p>;
  return (
    // a region that scrolls can be reached by keyboard
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={texts.fields}>
      <table className={classes.fields}>
        <thead>
          <tr>
            {[texts.field, texts.what, texts.required, texts.default, texts.options].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {settings.map((field) => (
            <tr key={field.name}>
              <th scope="row">
                {field.title}
                <code>{field.name}</code>
              </th>
              <td>
                {texts.kinds[field.kind]?.[field.list ? 1 : 0] ?? field.kind}
                {conditionsOf(field, settings).length === 0 ? null : (
                  <span className="soft"> {texts.rowByRow(conditionsOf(field, settings))}</span>
                )}
                {field.description === '' ? null : <p>{field.description}</p>}
              </td>
              <td>{field.required ? texts.yes : ''}</td>
              <td className="data">{field.default}</td>
              <td className="data">{field.options?.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The fields whose lists are aligned with this one's. */
const conditionsOf = ({ name, rows }: CatalogueField, fields: readonly CatalogueField[]): readonly string[] =>
  rows === null ? [] : fields.filter((one) => one.rows === rows && one.name !== name).map(({ title }) => title);
