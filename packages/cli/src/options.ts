import type { ParseArgsConfig } from 'node:util';
import { stat } from 'node:fs/promises';
import type { RequestedEngine } from '@millrace/runner';
import type { UrlPolicy } from '@millrace/file-space/urls';
import { clusterConf, mastersIn, memoryBytes } from '@millrace/engines';
import type { HostOptions } from '@millrace/engines/host';
import { filesAt, type FilesAt } from '@millrace/server/files-at';
import { parseRemote } from '@millrace/spark-connect/url';
import { COMPATIBILITIES, isCompatibility, type Compatibility } from '@millrace/workflow';
import { settingOf } from './setting.ts';
import { urlPolicyOf } from './url-settings.ts';
import { readArguments } from './read-arguments.ts';
import { UsageError } from './usage-error.ts';

/** Options that every command on a workflow file takes. */
const workflowOptions = {
  datasets: { type: 'string' },
  files: { type: 'string' },
  param: { type: 'string', multiple: true },
  library: { type: 'string', multiple: true },
  engine: { type: 'string' },
  compatibility: { type: 'string' },
  'spark-remote': { type: 'string' },
  cluster: { type: 'string' },
  json: { type: 'boolean' },
  previews: { type: 'string' },
  'fail-fast': { type: 'boolean' },
  code: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

export interface Call {
  readonly workflows: readonly string[];
  readonly datasets: string | undefined;
  readonly files: FilesAt;
  readonly parameters: ReadonlyMap<string, string>;
  /** Paths of wheels and jars in the file space. */
  readonly libraries: readonly string[];
  readonly engine: RequestedEngine;
  /** The compatibility of all workflows; undefined leaves it to each workflow. */
  readonly compatibility: Compatibility | undefined;
  readonly sparkRemote: string | undefined;
  /** The standalone cluster that Spark works on. */
  readonly cluster: HostOptions['cluster'];
  /** Memory of each engine, e.g. `4g`. */
  readonly memory: string | undefined;
  readonly urls: UrlPolicy;
  readonly json: boolean;
  readonly previews: number;
  readonly failFast: boolean;
  readonly code: boolean;
  /** How code of nodes runs. */
  readonly codeNodes: (typeof codeModes)[number];
}

const codeModes = ['sandbox', 'unsafe', 'off'] as const;

const engineNames: readonly RequestedEngine[] = ['auto', 'sail', 'spark'];

/** The source of a value: the option, else the setting. */
const nameOf = (option: string | undefined, name: string, setting: string): string =>
  option === undefined ? setting : name;

function mustBeAddress(remote: string, name: string): void {
  try {
    parseRemote(remote);
  } catch (error) {
    throw new UsageError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Where Spark works, if not on this machine alone. */
function sparkIn(
  options: { readonly remote: string | undefined; readonly cluster: string | undefined },
  files: FilesAt,
  env: NodeJS.ProcessEnv,
): Pick<Call, 'sparkRemote' | 'cluster'> {
  const remoteName = nameOf(options.remote, '--spark-remote', 'MILLRACE_SPARK_REMOTE');
  const clusterName = nameOf(options.cluster, '--cluster', 'MILLRACE_SPARK_CLUSTER');
  // an option takes the place of the setting of the other
  const remote =
    options.remote ?? (options.cluster === undefined ? settingOf(env, 'MILLRACE_SPARK_REMOTE') : undefined);
  const master =
    options.cluster ?? (options.remote === undefined ? settingOf(env, 'MILLRACE_SPARK_CLUSTER') : undefined);
  if (remote !== undefined && master !== undefined)
    throw new UsageError(`${clusterName} cannot be combined with ${remoteName}: omit one of them`);
  if (remote !== undefined) mustBeAddress(remote, remoteName);
  if ((remote ?? master) !== undefined && files.kind !== 'local')
    throw new UsageError(
      `${remote === undefined ? clusterName : remoteName} is a Spark on another machine, which cannot read the local copies of files on ${files.kind === 'hdfs' ? 'HDFS' : 'S3'}: omit it, or set --files to a folder that this Spark sees under the same path`,
    );
  return { sparkRemote: remote, cluster: master === undefined ? undefined : clusterAt(master, clusterName, env) };
}

/** A standalone cluster, with the settings of its applications. */
function clusterAt(master: string, name: string, env: NodeJS.ProcessEnv): NonNullable<HostOptions['cluster']> {
  const read = <T>(work: () => T, where: string): T => {
    try {
      return work();
    } catch (error) {
      throw new UsageError(`${where} ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  read(() => mastersIn(master), `invalid value "${master}" for ${name}:`);
  const setting = 'MILLRACE_SPARK_CLUSTER_CONF';
  return { master, conf: read(() => clusterConf(settingOf(env, setting) ?? ''), setting) };
}

/** The root of the file space: a folder that is there, or one on other machines. */
async function filesIn(option: string | undefined, env: NodeJS.ProcessEnv): Promise<FilesAt> {
  const filesAddress = option ?? settingOf(env, 'MILLRACE_FILES') ?? '.';
  const name = nameOf(option, '--files', 'MILLRACE_FILES');
  let at: FilesAt;
  try {
    at = filesAt(
      filesAddress || '.',
      { user: settingOf(env, 'MILLRACE_FILES_USER'), environment: env },
      '.',
      process.cwd(),
    );
  } catch (error) {
    throw new UsageError(
      `invalid value "${filesAddress}" for ${name}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (at.kind !== 'local') return at;
  const folder = await stat(at.folder).catch(() => undefined);
  if (folder?.isDirectory() === true) return at;
  throw new UsageError(`invalid value "${filesAddress}" for ${name}: must be a readable folder`);
}

/** Reads the arguments of a command, with settings of the environment as defaults. Invalid values are a UsageError. */
export async function readCall(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Call> {
  const { values, positionals } = readArguments({ args: [...args], options: workflowOptions, allowPositionals: true });
  if (positionals.length === 0) throw new UsageError('specify a workflow file');
  const name = values.engine ?? settingOf(env, 'MILLRACE_ENGINE') ?? 'auto';
  const engine = engineNames.find((one) => one === name.toLowerCase());
  if (engine === undefined)
    throw new UsageError(
      `invalid value "${name}" for ${nameOf(values.engine, '--engine', 'MILLRACE_ENGINE')}: must be one of ${engineNames.join(', ')}`,
    );
  const { compatibility } = values;
  if (compatibility !== undefined && !isCompatibility(compatibility))
    throw new UsageError(
      `invalid value "${compatibility}" for --compatibility: must be one of ${COMPATIBILITIES.join(', ')}`,
    );
  const files = await filesIn(values.files, env);
  const spark = sparkIn({ remote: values['spark-remote'], cluster: values.cluster }, files, env);
  const memory = settingOf(env, 'MILLRACE_ENGINE_MEMORY');
  if (memory !== undefined && memoryBytes(memory) === undefined)
    throw new UsageError(`invalid value "${memory}" for MILLRACE_ENGINE_MEMORY: must be a size such as 512m or 4g`);
  const mode = settingOf(env, 'MILLRACE_CODE') ?? 'sandbox';
  const codeNodes = codeModes.find((one) => one === mode);
  if (codeNodes === undefined)
    throw new UsageError(`invalid value "${mode}" for MILLRACE_CODE: must be one of ${codeModes.join(', ')}`);
  const previews = Number(values.previews ?? 0);
  if (!Number.isInteger(previews) || previews < 0)
    throw new UsageError(`invalid value "${values.previews}" for --previews: must be a number of rows, 0 or greater`);
  const parameters = new Map<string, string>();
  for (const pair of values.param ?? []) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`invalid value "${pair}" for --param: must be of the form name=value`);
    parameters.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return {
    workflows: positionals,
    datasets: values.datasets,
    files,
    parameters,
    libraries: values.library ?? [],
    engine,
    compatibility,
    ...spark,
    memory,
    urls: urlPolicyOf(env),
    json: values.json ?? false,
    previews,
    failFast: values['fail-fast'] ?? false,
    code: values.code ?? false,
    codeNodes,
  };
}

/** The one workflow file of a call that takes just one. */
export function onlyWorkflow({ workflows }: Call): string {
  const [first, second] = workflows;
  if (first === undefined || second !== undefined) throw new UsageError('specify one workflow file');
  return first;
}
