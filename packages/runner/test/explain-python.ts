import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CollectedTable, SparkSession } from '@millrace/spark-connect';
import { sharedFolder } from '@millrace/testkit/shared';
import { toolchain } from '@millrace/toolchain';

let folder: string | undefined;
const temporary = (): string => (folder ??= sharedFolder());

/** A program and the variables of it to be looked at from outside. */
export interface Program {
  readonly name: string;
  readonly code: string;
  readonly variables: readonly string[];
}

const driver = `
import contextlib, io, json, os, sys, warnings
warnings.filterwarnings("ignore")
programs = json.load(sys.stdin)
told = []
for number, program in enumerate(programs):
    try:
        names = {}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(program["code"], program["name"], "exec"), names)
        columns = []
        for at, variable in enumerate(program["variables"]):
            df = names[variable]
            columns.append(df.columns)
            df.toDF(*[f"c{i}" for i in range(len(df.columns))]).createOrReplaceTempView(f"made_{number}_{at}")
        told.append({"columns": columns})
    except BaseException as error:
        told.append({"error": f"{type(error).__name__}: {str(error)[:400]}"})
print(json.dumps(told), flush=True)
# its client may wait for ever when it ends with models in hand
os._exit(0)
`;

/** How a program ended: the columns of each variable, or its error. */
export type ProgramResult = { readonly columns: readonly (readonly string[])[] } | { readonly error: string };

/**
 * Runs programs in one Python process with the installed pyspark, on the session of the given address. The rows of
 * their variables are then read by {@link resultTable}.
 */
export async function runPython(remote: string, programs: readonly Program[]): Promise<readonly ProgramResult[]> {
  const inputs = programs.map(({ name, code, variables }) => ({ name, code, variables }));
  const out = await python(driver, JSON.stringify(inputs), { SPARK_REMOTE: remote });
  return JSON.parse(out.trim().split('\n').at(-1) ?? '[]') as ProgramResult[];
}

/** Rows of variable `at` of a program; views must not have two columns of one name, so the names travel apart. */
export async function resultTable(
  session: SparkSession,
  program: number,
  result: ProgramResult,
  at: number,
): Promise<CollectedTable> {
  const { schema, rows } = await session.table(`made_${program}_${at}`).table();
  const names = 'columns' in result ? (result.columns[at] ?? []) : [];
  return {
    schema: { ...schema, fields: schema.fields.map((f, i) => ({ ...f, name: names[i] ?? f.name })) },
    rows,
  };
}

/** Runs a Python text with the environment that has pyspark; gives what it printed, and throws what it complained. */
export async function python(code: string, input: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const child = spawn(toolchain().python, ['-c', code], {
    // what it has fetched is read when it has ended
    env: { ...process.env, ...env, TMPDIR: temporary() },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const [out, err]: string[][] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => out?.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => err?.push(text));
  child.stdin.end(input);
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(err?.join('').slice(-2000));
  return out?.join('') ?? '';
}
