import { executions } from './executions/routes.ts';
import { files } from './files/routes.ts';
import { health } from './health/routes.ts';
import { processors } from './processors/routes.ts';
import { projects } from './projects/routes.ts';
import type { Resource } from './resource.ts';
import { signIn } from './sign-in/routes.ts';
import { tokens } from './tokens/routes.ts';
import { workflows } from './workflows/routes.ts';

/** Every part of the interface. */
export const resources: readonly Resource[] = [
  health,
  signIn,
  tokens,
  projects,
  processors,
  workflows,
  files,
  executions,
];
