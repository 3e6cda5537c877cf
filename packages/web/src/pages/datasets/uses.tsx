import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usesQuery } from '../../api/datasets.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './dataset.module.css';

const texts = datasetTexts.uses;

/** The workflows that read a dataset. */
export function Uses({ id }: { readonly id: number }) {
  const query = useQuery(usesQuery(id));
  return (
    <Loaded query={query} rows={3}>
      {(uses) =>
        uses.length === 0 ? (
          <Empty title={texts.none}>{texts.noneHint}</Empty>
        ) : (
          <table className={classes.uses}>
            <thead>
              <tr>
                <th scope="col">{texts.workflow}</th>
                <th scope="col">{columnsTexts.category}</th>
                <th scope="col">{columnsTexts.changed}</th>
              </tr>
            </thead>
            <tbody>
              {uses.map(({ id: workflow, name, category, dateLastUpdated }) => (
                <tr key={workflow}>
                  <td>
                    <Link to="/workflows/$id" params={{ id: String(workflow) }}>
                      {name || workflowsTexts.noName(workflow)}
                    </Link>
                  </td>
                  <td>{category === '-' ? '' : category}</td>
                  <td>
                    <Time at={dateLastUpdated} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Loaded>
  );
}
