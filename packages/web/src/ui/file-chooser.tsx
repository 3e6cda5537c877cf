import classes from './file-chooser.module.css';

interface FileChooserProps {
  /** What it is for, to those who do not see where it stands. */
  readonly label: string;
  readonly title: string;
  readonly hint: string;
  /** The kinds of files that are offered first, as `accept` of HTML takes them. */
  readonly accept?: string;
  readonly isMultiple?: boolean;
  /** In the middle of a page that has nothing else to show yet. */
  readonly isAlone?: boolean;
  readonly onFiles: (files: FileList) => void;
}

/** A place that takes files by a click; what lies around it takes those that are dropped. */
export const FileChooser = ({ label, title, hint, accept, isMultiple, isAlone, onFiles }: FileChooserProps) => (
  <label className={classes.place} data-alone={isAlone === true}>
    <strong>{title}</strong>
    <span className="soft">{hint}</span>
    <input
      type="file"
      multiple={isMultiple === true}
      accept={accept}
      aria-label={label}
      onChange={({ currentTarget }) => {
        if (currentTarget.files !== null) onFiles(currentTarget.files);
        // the same can be chosen again
        currentTarget.value = '';
      }}
    />
  </label>
);
