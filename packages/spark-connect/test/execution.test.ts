import { onBothEngines } from './support/engines.ts';
import { brokenWire } from './execution/broken-wire.ts';
import { deadEngine } from './execution/dead-engine.ts';
import { interruption } from './execution/interruption.ts';
import { meddledAnswers } from './execution/meddled-answers.ts';

onBothEngines(
  'an operation',
  (given) => {
    brokenWire(given);
    meddledAnswers(given);
    interruption(given);
    // last: it kills the engine
    deadEngine(given);
  },
  { ends: true },
);
