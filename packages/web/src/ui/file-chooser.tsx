import classes from './file-chooser.module.css';

interface FileChooserProps {
  /** Its purpose, for screen readers. */
  readonly label: string;
  readonly title: string;
  readonly hint: string;
  /** The preferred kinds of files, as `accept` of HTML. */
  readonly accept?: string;
  readonly isMultiple?: boolean;
  /** In the middle of an otherwise empty page. */
  readonly isAlone?: boolean;
  readonly onFiles: (files: FileList) => void;
}

/** A button that selects files; the drop zone around it takes dropped ones. */
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
        // the same file can be selected again
        currentTarget.value = '';
      }}
    />
  </label>
);
