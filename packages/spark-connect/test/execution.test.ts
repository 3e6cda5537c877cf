import { onBothEngines } from './support/engines.ts';
import { brokenWire } from './execution/broken-wire.ts';
import { deadEngine } from './execution/dead-engine.ts';
import { interruption } from './execution/interruption.ts';
import { meddledAnswers } from './execution/meddled-answers.ts';

onBothEngines(
  'an operation',
  (fixture) => {
    brokenWire(fixture);
    meddledAnswers(fixture);
    interruption(fixture);
    // last: it kills the engine
    deadEngine(fixture);
  },
  { ends: true },
);
