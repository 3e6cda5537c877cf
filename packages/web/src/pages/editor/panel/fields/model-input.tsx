import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { modelQuery, modelsQuery } from '../../../../api/models.ts';
import { editorTexts } from '../../../../texts/editor.ts';
import { modelsTexts } from '../../../../texts/models.ts';
import { FileDialog } from '../../../datasets/file-dialog.tsx';
import { useEnvironment } from '../../state/ui-store.ts';
import { faultOf, modelChoices, referenceIn } from './model-choices.ts';
import classes from './fields.module.css';

const texts = editorTexts.panel;

interface ModelInputProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly withAsterisk: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A registered model of the project, by name and version; or the folder of one, typed or selected. */
export function ModelInput({ value, error, onChange, ...rest }: ModelInputProps) {
  const { listedModel, choices, fault, open } = useModelChoices(value);
  const hints = new Map(choices.flatMap(({ items }) => items.map((one) => [one.value, one.hint] as const)));
  const [isTyped, setTyped] = useState(false);
  const [isBrowsing, setBrowsing] = useState(false);
  return (
    <div>
      <Autocomplete
        size="xs"
        {...rest}
        error={error ?? fault}
        value={value}
        placeholder={texts.chooseModel}
        spellCheck={false}
        data={choices.map(({ group, items }) => ({ group, items: items.map((one) => one.value) }))}
        // the present value is not a search: all options are shown until the user types
        filter={isTyped ? undefined : ({ options }) => options}
        onDropdownOpen={() => {
          setTyped(false);
          open();
        }}
        onInput={() => setTyped(true)}
        limit={200}
        comboboxProps={{ withinPortal: false, position: 'bottom-start' }}
        // Mantine ignores maxDropdownHeight without its scroll area: the list needs a height of its own that scrolls
        withScrollArea={false}
        styles={{ options: { maxHeight: 300, overflowY: 'auto' } }}
        selectFirstOptionOnChange={false}
        renderOption={({ option }) => (
          <span className={classes.modelChoice}>
            <span className="data">{option.value}</span>
            <span className="soft">{hints.get(option.value)}</span>
          </span>
        )}
        rightSectionWidth={64}
        rightSectionPointerEvents="all"
        rightSection={
          <button type="button" className={classes.link} disabled={rest.disabled} onClick={() => setBrowsing(true)}>
            {texts.browse}
          </button>
        }
        onChange={onChange}
      />
      {listedModel === undefined ? null : (
        <Link to="/models/$id" params={{ id: String(listedModel.id) }} className={classes.modelLink}>
          {texts.openModel(listedModel.name)}
        </Link>
      )}
      <FileDialog
        isOpen={isBrowsing}
        path={value.startsWith('/') ? value : ''}
        folders={{ title: modelsTexts.registration.browseTitle, hint: modelsTexts.registration.browseHint }}
        onPick={(path) => {
          setBrowsing(false);
          onChange(path);
        }}
        onEnd={() => setBrowsing(false)}
      />
    </div>
  );
}

/** The models to choose from, the one that the text names, and what is wrong with it. */
function useModelChoices(value: string) {
  const { projectId } = useEnvironment();
  const { data: all } = useQuery(modelsQuery);
  const models = (all ?? []).filter((one) => projectId === undefined || one.projectId === projectId);
  const reference = referenceIn(value);
  const listedModel = models.find(({ name }) => name === reference?.name);
  // descriptions of versions are loaded on demand
  const [isOpened, setOpened] = useState(false);
  const { data: model } = useQuery({
    ...modelQuery(listedModel?.id ?? 0),
    enabled: listedModel !== undefined && isOpened,
  });
  return {
    listedModel,
    choices: modelChoices(models, model?.id === listedModel?.id ? model : undefined),
    fault: reference === undefined || all === undefined ? undefined : faultOf(reference, listedModel),
    open: () => setOpened(true),
  };
}
