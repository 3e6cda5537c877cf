import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { homeQuery } from '../../api/files.ts';
import { texts } from '../../texts.ts';
import { partsOf } from './paths.ts';
import classes from './files.module.css';

/** Where a folder lies, each step a way back; and the way home. */
export function Crumbs({ path }: { readonly path: string }) {
  const { data: at } = useQuery(homeQuery);
  const parts = partsOf(path);
  return (
    <nav aria-label={texts.files.where} className={classes.crumbs}>
      <ol>
        {['', ...parts].map((part, i) => (
          <li key={i}>
            {i === parts.length ? (
              <span aria-current="page">{part || texts.files.root}</span>
            ) : (
              <Link to="/files/$" params={{ _splat: parts.slice(0, i).join('/') }}>
                {part || texts.files.root}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {at === undefined || at.home === path ? null : (
        <Link to="/files/$" params={{ _splat: partsOf(at.home).join('/') }} className={classes.home}>
          {texts.files.home}
        </Link>
      )}
    </nav>
  );
}
