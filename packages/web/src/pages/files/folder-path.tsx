import { Button } from '@mantine/core';
import { filesTexts } from '../../texts/files.ts';
import { partsOf } from './paths.ts';
import classes from './questions.module.css';

interface FolderPathProps {
  readonly label: string;
  readonly folder: string;
  readonly onGo: (folder: string) => void;
}

/** The present folder of a file dialog, with links to its parents. */
export function FolderPath({ label, folder, onGo }: FolderPathProps) {
  const parts = partsOf(folder);
  return (
    <nav aria-label={label} className={classes.where}>
      {['', ...parts].map((part, i) => (
        <Button
          key={i}
          size="compact-xs"
          variant="subtle"
          aria-current={i === parts.length ? 'location' : undefined}
          onClick={() => onGo(`/${parts.slice(0, i).join('/')}`)}
        >
          {part || filesTexts.root}
        </Button>
      ))}
    </nav>
  );
}
