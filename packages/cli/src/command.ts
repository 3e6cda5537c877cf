import { printable } from '@millrace/runner/drawings';
import { UsageError } from './usage-error.ts';

/** Exit codes: 0 all well, 1 a node failed or engines differ, 2 a bad call or graph. */
export type ExitCode = 0 | 1 | 2;

interface Command {
  readonly summary: string;
  readonly usage: string;
  readonly load: () => Promise<{ run(args: readonly string[]): Promise<ExitCode> }>;
}

const common = '[--datasets DIR] [--files DIR] [--param name=value] [--library PATH] [--json]';

const compatibilityOption = '[--compatibility spark4|spark3|spark2]';

const commands: Readonly<Record<string, Command>> = {
  run: {
    summary: 'run a workflow file and show what happened at every node',
    usage: `run FILE.json ${common} [--engine auto|sail|spark] ${compatibilityOption} [--spark-remote sc://… | --cluster spark://…] [--previews N] [--fail-fast]`,
    load: () => import('./run.ts'),
  },
  validate: {
    summary: 'check a workflow file and list every problem with its remedy',
    usage: `validate FILE.json ${common}`,
    load: () => import('./validate.ts'),
  },
  explain: {
    summary: 'show the plan of each node, the engine that would run it and why',
    usage: `explain FILE.json ${common} [--engine auto|sail|spark] ${compatibilityOption} [--code]`,
    load: () => import('./explain.ts'),
  },
  parity: {
    summary: 'run a workflow on both engines and print the differences, node by node',
    usage: `parity FILE.json … ${common}`,
    load: () => import('./parity.ts'),
  },
  sample: {
    summary: 'run the sample workflow and suggest what to try next',
    usage: 'sample',
    load: () => import('./sample.ts'),
  },
  start: {
    summary: 'start the service (settings: MILLRACE_… variables)',
    usage: 'start',
    load: () => import('./start.ts'),
  },
  backup: {
    summary: 'save the state of the service, running or stopped, to one file',
    usage: 'backup FILE [--files] [--no-key]',
    load: () => import('./backup.ts'),
  },
  restore: {
    summary: 'restore the state folder of a stopped service from a backup',
    usage: 'restore FILE [--force]',
    load: () => import('./restore.ts'),
  },
  config: {
    summary: 'print every setting of the service with its value and meaning',
    usage: 'config',
    load: () => import('./config.ts'),
  },
  'rotate-keys': {
    summary: 'replace the key that encrypts the secrets of a stopped service',
    usage: 'rotate-keys [--end-sessions]',
    load: () => import('./rotate-keys.ts'),
  },
  password: {
    summary: 'set a generated password for a user and print it',
    usage: 'password USER',
    load: () => import('./password.ts'),
  },
};

const help = (): string =>
  [
    'millrace: draw a data workflow, run it on a laptop or a cluster, and see what happened at every node',
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
    process.stderr.write(`millrace: unknown command "${name}": must be one of ${Object.keys(commands).join(', ')}\n`);
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
        ? `millrace ${name}: internal error: ${fault.message.split('\n')[0]} (set MILLRACE_DEBUG=1 to see the stack trace)\n`
        : `${fault.stack}\n`,
    );
    return 1;
  }
}
