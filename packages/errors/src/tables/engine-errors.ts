import type { ErrorRules, NoParams } from '../rule.ts';

interface OfReason {
  readonly reason: string;
}
interface OfText {
  readonly message: string;
  readonly remedy: string;
}

/** Parameters of errors about engines, their Python workers, and what they refuse. */
export interface EngineErrorParams {
  'needs-spark': OfReason;
  'variable-not-computed': { readonly name: string };
  /** The texts are those of the check of SQL. */
  'unsafe-sql': OfText;
  'spark-config-refused': OfReason;
  'not-a-jar': { readonly path: string; readonly file: string };
  'duplicate-jar': { readonly file: string };
  'jars-too-large': NoParams;
  'python-ended': OfReason;
  'python-failed': { readonly fault: string };
  'python-packages-missing': NoParams;
  'python-parser-missing': NoParams;
  'scala-missing': NoParams;
  'run-stopped': NoParams;
  'run-ended': NoParams;
  /** The text is that of the engine's start. */
  'engine-not-started': { readonly message: string };
  'engine-lost': { readonly message: string; readonly remedy?: string | undefined };
  'engine-disk-full': NoParams;
  'engine-failed': { readonly message: string; readonly remedy?: string | undefined };
}

const setUp = (): string => 'run: npm run setup';
const runAgain = (): string => 'run it again';

export const engineErrors: ErrorRules<EngineErrorParams> = {
  'needs-spark': {
    code: 'NEEDS_SPARK',
    message: ({ reason }) => `this cannot run on Sail: ${reason}`,
    remedy: () => 'choose the engine auto or spark',
  },
  'variable-not-computed': {
    code: 'VARIABLE_NOT_COMPUTED',
    message: ({ name }) => `an earlier node computes the variable "${name}" only in a run`,
    remedy: ({ name }) => `run the workflow, or give the parameter ${name} a value`,
  },
  'unsafe-sql': { code: 'UNSAFE_SQL', message: ({ message }) => message, remedy: ({ remedy }) => remedy },
  'spark-config-refused': {
    code: 'BAD_SPARK_CONFIG',
    message: ({ reason }) => `the Spark configuration cannot be used: ${reason}`,
    remedy: () => 'correct the configuration',
  },
  'not-a-jar': {
    code: 'NO_JAR',
    message: ({ path, file }) => `libJars: path "${path}" names file "${file}", which is not a jar`,
    remedy: () => 'name only jars',
  },
  'duplicate-jar': {
    code: 'JAR_TWICE',
    message: ({ file }) => `libJars: two jars are named "${file}"`,
    remedy: () => 'rename one of them',
  },
  'jars-too-large': {
    code: 'JARS_TOO_LARGE',
    message: () => 'libJars: the jars are larger than 512 MB in total',
    remedy: () => 'name fewer or smaller jars',
  },
  'python-ended': {
    code: 'PYTHON_ENDED',
    message: ({ reason }) => `the Python worker ended during its work: ${reason}`,
    remedy: () => 'run it again; if it happens again, use fewer rows, or give it more memory (MILLRACE_ENGINE_MEMORY)',
  },
  'python-failed': {
    code: 'PYTHON_FAILED',
    message: ({ fault }) => `the Python worker failed: ${fault}`,
    remedy: () => 'see the log of the run, and tell the operator of this service',
  },
  'python-packages-missing': {
    code: 'PYTHON_MISSING',
    message: () => 'scikit-learn is not set up',
    remedy: setUp,
  },
  'python-parser-missing': {
    code: 'PYTHON_MISSING',
    message: () => 'the Python environment that checks code is not set up',
    remedy: setUp,
  },
  'scala-missing': {
    code: 'SCALA_MISSING',
    message: () => 'the program that runs Scala code is not set up',
    remedy: setUp,
  },
  'run-stopped': { code: 'STOPPED', message: () => 'the run was stopped', remedy: runAgain },
  'run-ended': { code: 'STOPPED', message: () => 'the run has ended in the meantime', remedy: runAgain },
  'engine-not-started': {
    code: 'ENGINE_START',
    message: ({ message }) => message,
    remedy: () => 'see docs/operate/set-up.md, or run npm run setup',
  },
  'engine-lost': {
    code: 'ENGINE_LOST',
    message: ({ message }) => message,
    remedy: ({ remedy }) =>
      remedy ?? 'run it again; if it happens again, give the engine more memory (MILLRACE_ENGINE_MEMORY)',
  },
  'engine-disk-full': {
    code: 'DISK_FULL',
    message: () => 'a disk that the engine writes to has no space left',
    remedy: () => 'free space on the disk of the temporary folder (TMPDIR), or on the disk of the target of a save',
  },
  'engine-failed': {
    code: 'ENGINE_ERROR',
    message: ({ message }) => message,
    remedy: ({ remedy }) => remedy ?? 'check the fields of the node and its input',
  },
};
