import { Link } from '@tanstack/react-router';
import type { ModelUser } from '../../api/models.ts';
import { modelsTexts } from '../../texts/models.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { Empty } from '../../ui/states.tsx';
import classes from './model.module.css';

const texts = modelsTexts.uses;

/** The workflows and dashboards that use a model. */
export const UsedBy = ({ users }: { readonly users: readonly ModelUser[] }) =>
  users.length === 0 ? (
    <Empty title={texts.none}>{texts.noneHint}</Empty>
  ) : (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={modelsTexts.tabs.uses}>
      <table className={classes.table}>
        <thead>
          <tr>
            {[texts.what, columnsTexts.name, texts.where, texts.version].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={`${user.kind} ${user.id} ${user.nodeId} ${user.version}`}>
              <td>{texts.kinds[user.kind]}</td>
              <td className={classes.wraps}>
                <UserLink user={user} />
              </td>
              <td>{user.nodeId === null ? '' : texts.node(user.nodeId)}</td>
              <td>{user.version ?? <span className="soft">{texts.any}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

export const UserLink = ({ user: { kind, id, name } }: { readonly user: ModelUser }) =>
  kind === 'workflow' ? (
    <Link to="/workflows/$id" params={{ id: String(id) }}>
      {name || workflowsTexts.noName(id)}
    </Link>
  ) : (
    <Link to="/dashboards/$id" params={{ id: String(id) }}>
      {name || dashboardsTexts.noName(id)}
    </Link>
  );
