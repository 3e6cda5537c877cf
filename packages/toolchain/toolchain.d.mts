/** Paths of what set-up installs for one set of pins. All absolute. */
export interface Toolchain {
  /** Cache folder of these pins. */
  readonly root: string;
  readonly venv: string;
  readonly python: string;
  readonly sitePackages: string;
  readonly java: string;
  /** Folder of the jars that come with pyspark. */
  readonly sparkJars: string;
  /** Folder of the jars that Spark needs besides (Avro). */
  readonly extraJars: string;
  /** AOT cache file of the Spark server; may be absent. */
  readonly aotCache: string;
}
export declare const SPARK_VERSION: string;
export declare const SAIL_VERSION: string;
/** Where the caches of all pins lie: MILLRACE_CACHE, else `millrace` in the user's cache folder. */
export declare function cacheRoot(env?: NodeJS.ProcessEnv): string;
/** Names the set of pins on this kind of machine. */
export declare function pinsKey(): string;
/** Paths of all that set-up installs; says nothing of whether it is there. */
export declare function toolchain(env?: NodeJS.ProcessEnv): Toolchain;
/** The jars of the Spark server's class path, in the one order that the AOT cache is tied to. */
export declare function sparkClassPath(tools: Toolchain): string[];
