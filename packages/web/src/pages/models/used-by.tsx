import { Link } from '@tanstack/react-router';
import type { ModelUser } from '../../api/models.ts';
import { texts } from '../../texts.ts';
import { Empty } from '../../ui/states.tsx';
import classes from './model.module.css';

const said = texts.models.uses;

/** The workflows and dashboards that use a model. */
export const UsedBy = ({ users }: { readonly users: readonly ModelUser[] }) =>
  users.length === 0 ? (
    <Empty title={said.none}>{said.noneHint}</Empty>
  ) : (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={texts.models.tabs.uses}>
      <table className={classes.table}>
        <thead>
          <tr>
            {[said.what, texts.columns.name, said.where, said.version].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={`${user.kind} ${user.id} ${user.nodeId} ${user.version}`}>
              <td>{said.kinds[user.kind]}</td>
              <td className={classes.wraps}>
                <UserLink user={user} />
              </td>
              <td>{user.nodeId === null ? '' : said.node(user.nodeId)}</td>
              <td>{user.version ?? <span className="soft">{said.any}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

export const UserLink = ({ user: { kind, id, name } }: { readonly user: ModelUser }) =>
  kind === 'workflow' ? (
    <Link to="/workflows/$id" params={{ id: String(id) }}>
      {name || texts.flows.list.noName(id)}
    </Link>
  ) : (
    <Link to="/dashboards/$id" params={{ id: String(id) }}>
      {name || texts.dashboards.noName(id)}
    </Link>
  );
