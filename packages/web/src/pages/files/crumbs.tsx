import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { homeQuery } from '../../api/files.ts';
import { filesTexts } from '../../texts/files.ts';
import { partsOf } from './paths.ts';
import classes from './files.module.css';

/** The path of a folder, each part a link; and a link to the home folder. */
export function Crumbs({ path }: { readonly path: string }) {
  const { data: at } = useQuery(homeQuery);
  const parts = partsOf(path);
  return (
    <nav aria-label={filesTexts.where} className={classes.crumbs}>
      <ol>
        {['', ...parts].map((part, i) => (
          <li key={i}>
            {i === parts.length ? (
              <span aria-current="page">{part || filesTexts.root}</span>
            ) : (
              <Link to="/files/$" params={{ _splat: parts.slice(0, i).join('/') }}>
                {part || filesTexts.root}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {at === undefined || at.home === path ? null : (
        <Link to="/files/$" params={{ _splat: partsOf(at.home).join('/') }} className={classes.home}>
          {filesTexts.home}
        </Link>
      )}
    </nav>
  );
}
