import { onBothEngines } from './support/engines.ts';
import { access } from './session/access.ts';
import { errors } from './session/errors.ts';
import { settings } from './session/settings.ts';

onBothEngines('a session', (fixture) => {
  settings(fixture);
  errors(fixture);
  access(fixture);
});
