import { onBothEngines } from './support/engines.ts';
import { largeRows } from './values/large-rows.ts';
import { readValues } from './values/read.ts';
import { refusedValues } from './values/refused.ts';
import { roundTrips } from './values/round-trips.ts';
import { shapes } from './values/shapes.ts';

onBothEngines(
  'values',
  (fixture) => {
    readValues(fixture);
    roundTrips(fixture);
    shapes(fixture);
    refusedValues(fixture);
    largeRows(fixture);
  },
  { concurrency: 4 },
);
