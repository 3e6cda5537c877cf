import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { processorsQuery } from '../api/queries-of-processors.ts';
import { Icon } from '../pages/editor/canvas/icons.tsx';
import { finderTexts } from '../texts/finder.ts';
import { commonTexts } from '../texts/common.ts';
import { FindDialog, type FindItem } from '../ui/find-dialog.tsx';
import { useRecordResults } from './record-results.tsx';
import type { Breadcrumb } from './breadcrumbs.ts';

const texts = finderTexts;

const maxProcessors = 8;

interface FinderProps {
  /** Pages that the user may open. */
  readonly topPages: readonly Breadcrumb[];
  readonly onClose: () => void;
}

/** A search box over every page that finds pages, records and processors. */
export default function Finder({ topPages, onClose }: FinderProps) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const records = useRecordResults(typed);
  const { data: processors } = useQuery(processorsQuery);
  const words = typed.trim().toLowerCase();
  const includes = (text: string): boolean => text.toLowerCase().includes(words);
  const pages = topPages
    .filter(([, title]) => includes(title))
    .map(([to, title]): FindItem => ({
      key: `page ${to}`,
      icon: <Icon name="panel" size={16} />,
      title,
      hint: texts.goTo,
      act: () => void navigate({ to }),
    }));
  const matches = (processors ?? [])
    .filter(({ name }) => words !== '' && includes(name))
    .slice(0, maxProcessors)
    .map(({ nodeClass, name, description }): FindItem => ({
      key: nodeClass,
      icon: <Icon name="note" size={16} />,
      title: name,
      hint: description,
      act: () => void navigate({ to: '/processors/$nodeClass', params: { nodeClass } }),
    }));
  const sections = [
    { title: texts.pages, items: pages },
    ...records,
    { title: commonTexts.processors, items: matches },
  ];
  return (
    <FindDialog
      title={texts.title}
      placeholder={texts.placeholder}
      resultsLabel={texts.found}
      none={texts.none}
      typed={typed}
      onTyped={setTyped}
      sections={sections.filter(({ items }) => items.length > 0)}
      onClose={onClose}
    />
  );
}
