import { printable } from '@millrace/runner/drawings';
import { UsageError } from './usage-error.ts';

/** Exit codes: 0 all well, 1 a node failed or engines differ, 2 a bad call or graph. */
export type ExitCode = 0 | 1 | 2;

interface Command {
  readonly summary: string;
  readonly usage: string;
  readonly load: () => Promise<{ run(args: readonly string[]): Promise<ExitCode> }>;
}

const common = '[--datasets DIR] [--files DIR] [--param name=value] [--json]';

const compatibilityOption = '[--compatibility spark4|spark3|spark2]';

const commands: Readonly<Record<string, Command>> = {
  run: {
    summary: 'run a workflow file and show what happened at every node',
    usage: `run FILE.json ${common} [--engine auto|sail|spark] ${compatibilityOption} [--spark-remote sc://…] [--previews N] [--fail-fast]`,
    load: () => import('./run.ts'),
  },
  validate: {
    summary: 'check a workflow file and name every problem with its remedy',
    usage: `validate FILE.json ${common}`,
    load: () => import('./validate.ts'),
  },
  explain: {
    summary: 'show the plan of each node, the engine that would run it and why',
    usage: `explain FILE.json ${common} [--engine auto|sail|spark] ${compatibilityOption} [--code]`,
    load: () => import('./explain.ts'),
  },
  parity: {
    summary: 'run a workflow on both engines and print what differs, node by node',
    usage: `parity FILE.json … ${common}`,
    load: () => import('./parity.ts'),
  },
  sample: {
    summary: 'run the sample workflow and say what to try next',
    usage: 'sample',
    load: () => import('./sample.ts'),
  },
  start: {
    summary: 'start the service (settings: MILLRACE_… variables)',
    usage: 'start',
    load: () => import('./start.ts'),
  },
  backup: {
    summary: 'save the state of the service into one file, while it runs or not',
    usage: 'backup FILE [--files] [--no-key]',
    load: () => import('./backup.ts'),
  },
  restore: {
    summary: 'put a backup into the state folder, while the service does not run',
    usage: 'restore FILE [--force]',
    load: () => import('./restore.ts'),
  },
  config: {
    summary: 'print every setting of the service, its value and its meaning',
    usage: 'config',
    load: () => import('./config.ts'),
  },
  'rotate-keys': {
    summary: 'make a new key for the secrets of a service that does not run',
    usage: 'rotate-keys [--end-sessions]',
    load: () => import('./rotate-keys.ts'),
  },
  password: {
    summary: 'give a user a new password, which is made up and shown',
    usage: 'password USER',
    load: () => import('./password.ts'),
  },
};

const help = (): string =>
  [
    'millrace: draw a data workflow, run it on a laptop or a cluster, see what happened at every node',
    '',
    ...Object.entries(commands).map(([name, c]) => `  ${name.padEnd(12)} ${c.summary}`),
    '',
    ...Object.values(commands).map((c) => `  millrace ${c.usage}`),
    '',
  ].join('\n');

/** Runs the command line and returns the exit code. Mistakes of the call go to stderr in one line. */
export async function main([name, ...args]: readonly string[]): Promise<ExitCode> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(help());
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`millrace: there is no command "${name}"; there are ${Object.keys(commands).join(', ')}\n`);
    return 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${command.summary}\n\n  millrace ${command.usage}\n`);
    return 0;
  }
  try {
    return await (await command.load()).run(args);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(printable(`millrace ${name}: ${error.message}\n`));
      return 2;
    }
    const [{ EngineStartError }, { RunError }] = await Promise.all([
      import('@millrace/engines'),
      import('@millrace/errors'),
    ]);
    if (error instanceof EngineStartError || error instanceof RunError) {
      process.stderr.write(printable(`millrace ${name}: ${error.message}\n`));
      return 1;
    }
    const fault = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(
      process.env['MILLRACE_DEBUG'] === undefined
        ? `millrace ${name}: a fault of Millrace itself: ${fault.message.split('\n')[0]} (MILLRACE_DEBUG=1 shows where)\n`
        : `${fault.stack}\n`,
    );
    return 1;
  }
}
