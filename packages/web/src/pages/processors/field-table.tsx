import type { CatalogueField } from '../../api/queries-of-processors.ts';
import { processorPagesTexts } from '../../texts/processor-pages.ts';
import classes from './processors.module.css';

const said = processorPagesTexts;

/** What a processor is told, field by field. */
export function FieldTable({ fields }: { readonly fields: readonly CatalogueField[] }) {
  const told = fields.filter(({ kind }) => kind !== 'layout');
  if (told.length === 0) return <p className="soft">{said.noFields}</p>;
  return (
    // a region that scrolls can be reached by keyboard
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={said.fields}>
      <table className={classes.fields}>
        <thead>
          <tr>
            {[said.field, said.what, said.required, said.default, said.options].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {told.map((field) => (
            <tr key={field.name}>
              <th scope="row">
                {field.title}
                <code>{field.name}</code>
              </th>
              <td>
                {said.kinds[field.kind]?.[field.list ? 1 : 0] ?? field.kind}
                {besides(field, told).length === 0 ? null : (
                  <span className="soft"> {said.rowByRow(besides(field, told))}</span>
                )}
                {field.description === '' ? null : <p>{field.description}</p>}
              </td>
              <td>{field.required ? said.yes : ''}</td>
              <td className="data">{field.default}</td>
              <td className="data">{field.options?.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The fields whose lists belong to this one's, element by element. */
const besides = ({ name, rows }: CatalogueField, fields: readonly CatalogueField[]): readonly string[] =>
  rows === null ? [] : fields.filter((one) => one.rows === rows && one.name !== name).map(({ title }) => title);
