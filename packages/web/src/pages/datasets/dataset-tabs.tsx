import { Link } from '@tanstack/react-router';
import { datasetTexts } from '../../texts/dataset.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { tabs, type Tab } from './search.ts';

const texts = datasetTexts.tabs;

/** The tabs of a dataset, each with an address of its own. */
export const DatasetTabs = ({ id, tab }: { readonly id: number; readonly tab: Tab }) => (
  <Tabs label={texts.label}>
    {tabs.map((one) => (
      <Link
        key={one}
        to="/datasets/$id"
        params={{ id: String(id) }}
        search={{ tab: one }}
        aria-current={one === tab ? 'page' : undefined}
      >
        {texts[one]}
      </Link>
    ))}
  </Tabs>
);
