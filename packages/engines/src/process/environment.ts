/**
 * Variables that an engine may see. All others stay out: SPARK_* and SAIL_* change how a server behaves,
 * JAVA_TOOL_OPTIONS and its like make the AOT cache unusable, and a user's SQL can read the environment: keys of S3 (AWS_*)
 * are the service's own. So are proxies, whose addresses may hold a password: engines reach no network by themselves.
 */
const ALLOWED = /^(PATH|HOME|USER|LOGNAME|SYSTEMROOT|HADOOP_\w+|KRB5\w*|SSL_CERT_\w+)$/i;

/**
 * The environment of an engine: what is allowed of ours, then its own settings. Its clock is UTC. Its locale is one:
 * without UTF-8 Java finds no file whose name is not ASCII, and a person's language must not change results.
 */
export function engineEnvironment(own: Readonly<Record<string, string>>, inherited = process.env): NodeJS.ProcessEnv {
  const allowed = Object.entries(inherited).filter(([name]) => ALLOWED.test(name));
  return { ...Object.fromEntries(allowed), TZ: 'UTC', LC_ALL: 'C.UTF-8', ...own };
}
