import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileQuery, type DatasetRecord, type FilePreview } from '../../api/datasets.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { TitledSection } from '../../ui/titled-section.tsx';
import { AboutFields } from './about-fields.tsx';
import { ColumnsEditor } from './columns-editor.tsx';
import { columnsOf, draftOf, isDelimited } from './draft.ts';
import { Preview } from './preview.tsx';
import { ProfileList } from './profile-list.tsx';
import { ReaderFields } from './reader-fields.tsx';
import type { Tab } from './search.ts';
import type { DatasetEditing } from './use-dataset-form.ts';
import { useFilePreview } from './use-file-preview.ts';
import { Uses } from './uses.tsx';
import { Versions } from './versions.tsx';
import classes from './dataset.module.css';

const texts = datasetTexts;

interface TabPartProps {
  readonly tab: Tab;
  readonly record: DatasetRecord;
  readonly mayChange: boolean;
  readonly editing: DatasetEditing;
}

/** What a tab of a dataset shows. */
export function TabPart({ tab, record: { id, version }, mayChange, editing }: TabPartProps) {
  const { draft, isChanged, edit, errors } = editing;
  const { preview: filePreview, error, isBehind } = useFilePreview(draft);
  const wantsProfile = tab === 'schema' || tab === 'rows' || tab === 'profile';
  const profile = useQuery({ ...profileQuery(id, version), enabled: wantsProfile });
  const columns = columnsOf(draft, filePreview);
  const isOwn = isDelimited(draft.kind);
  const byName = new Map(profile.data?.columns.map((column) => [column.name, column]));
  const summaries =
    profile.data && columns.map(({ colName }, i) => (isOwn ? profile.data.columns[i] : byName.get(colName)));
  const preview = (
    <Preview draft={draft} preview={filePreview} error={error} isBehind={isBehind} summaries={summaries} />
  );
  switch (tab) {
    case 'schema':
      return (
        <>
          {error === null ? null : preview}
          <ColumnsEditor
            columns={columns}
            preview={filePreview}
            isOwn={isOwn}
            onChange={mayChange ? (changed) => edit({ columns: changed }) : undefined}
            onReset={
              mayChange && filePreview !== undefined ? () => edit({ columns: filePreview.schemaColList }) : undefined
            }
            summaries={summaries}
            error={errors.get('datasetSchema')}
          />
        </>
      );
    case 'rows':
      return preview;
    case 'profile':
      return <ProfileList query={profile} isOfSaved={isChanged} />;
    case 'uses':
      return <Uses id={id} />;
    case 'versions':
      return (
        <Versions
          id={id}
          version={version}
          onBringBack={
            mayChange ? (then) => edit({ ...draftOf(then), project: draft.project, version: draft.version }) : undefined
          }
        />
      );
    case 'settings':
      return <SettingsPart mayChange={mayChange} editing={editing} filePreview={filePreview} preview={preview} />;
  }
}

interface SettingsPartProps extends Pick<TabPartProps, 'mayChange' | 'editing'> {
  readonly filePreview: FilePreview | undefined;
  readonly preview: ReactNode;
}

/** What a dataset is called, and how its files are read. */
function SettingsPart({ mayChange, editing: { draft, edit, errors }, filePreview, preview }: SettingsPartProps) {
  const fields = { draft, change: edit, errors };
  return (
    <fieldset disabled={!mayChange} className={classes.settings}>
      <div className={classes.fields}>
        <TitledSection id="about" title={texts.about.title}>
          <AboutFields {...fields} isNew={false} />
        </TitledSection>
        <TitledSection id="reader" title={texts.reader.title}>
          <ReaderFields {...fields} preview={filePreview} />
        </TitledSection>
      </div>
      <TitledSection id="preview" title={texts.preview.title}>
        {preview}
      </TitledSection>
    </fieldset>
  );
}
