import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { categoriesQuery } from '../../api/datasets.ts';
import { projectsQuery } from '../../api/queries.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { nameFor } from './draft.ts';
import type { FieldsProps } from './reader-fields.tsx';

const texts = datasetTexts.about;

interface AboutFieldsProps extends FieldsProps {
  /** A saved dataset stays in its project. */
  readonly isNew: boolean;
}

/** Name and project of a dataset. */
export function AboutFields({ draft, change, errors, isNew }: AboutFieldsProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const list = useId();
  return (
    <>
      <TextInput
        label={texts.name}
        name="name"
        placeholder={nameFor({ ...draft, name: '' })}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.get('name')}
      />
      <Textarea
        label={texts.description}
        rows={2}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={errors.get('description')}
      />
      <TextInput
        label={texts.category}
        list={list}
        value={draft.category}
        onChange={(event) => change({ category: event.currentTarget.value })}
        error={errors.get('category')}
      />
      <datalist id={list}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      {isNew ? (
        <NativeSelect
          label={texts.project}
          value={draft.project}
          onChange={(event) => change({ project: event.currentTarget.value })}
          error={errors.get('projectId')}
        >
          <option value="">{texts.ownProject}</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </NativeSelect>
      ) : null}
    </>
  );
}
