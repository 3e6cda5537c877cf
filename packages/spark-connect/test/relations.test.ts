import { onBothEngines } from './support/engines.ts';
import { actions } from './relations/actions.ts';
import { relationCases } from './relations/cases.ts';
import { checkCases } from './relations/check.ts';
import { files } from './relations/files.ts';
import { views } from './relations/views.ts';

onBothEngines(
  'a DataFrame',
  (fixture) => {
    checkCases(fixture, relationCases);
    views(fixture);
    files(fixture);
    actions(fixture);
  },
  { concurrency: 4 },
);
