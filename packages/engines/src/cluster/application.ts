import type { SparkSession } from '@millrace/spark-connect';

/** The application of Spark that a session is in. */
export interface SparkApplication {
  /** As the cluster names it, such as `app-20261129152537-0000`. */
  readonly applicationId: string;
  /** Address of Spark's page; empty if it has none, or its address is unknown. */
  readonly uiWebUrl: string;
  /** Such as `yarn`, or `spark://host:7077`. */
  readonly master: string;
  /** Such as `4.3.0`. */
  readonly version: string;
}

/** What the configuration of a server is asked for. */
const keys = [
  'spark.app.id',
  'spark.master',
  'spark.driver.appUIAddress',
  'spark.driver.host',
  'spark.ui.enabled',
  'spark.ui.port',
  'spark.ui.reverseProxy',
  'spark.ui.reverseProxyUrl',
] as const;

type Config = ReadonlyMap<string, string | undefined>;

/** The application of a session, as the configuration of its server describes it; undefined if it names none. */
export async function readApplication(
  { client }: SparkSession,
  version: string,
): Promise<SparkApplication | undefined> {
  const config = await client.config({ opType: { case: 'getOption', value: { keys: [...keys] } } });
  const applicationId = config.get('spark.app.id');
  if (applicationId === undefined) return undefined;
  return { applicationId, uiWebUrl: uiAddressIn(config), master: config.get('spark.master') ?? '', version };
}

/**
 * The address of Spark's page by the configuration of its driver; empty if it has no page, or the driver has taken any free port.
 * A driver whose port was in use has taken another one: that is known only if it sets `spark.driver.appUIAddress`, as on YARN.
 */
export function uiAddressIn(config: Config): string {
  const set = (key: (typeof keys)[number]): string | undefined => config.get(key) || undefined;
  const address = set('spark.driver.appUIAddress');
  if (address !== undefined) return isWebAddress(address) ? address : '';
  if (set('spark.ui.enabled') === 'false') return '';
  const proxy = set('spark.ui.reverseProxyUrl');
  if (set('spark.ui.reverseProxy') === 'true' && proxy !== undefined && isWebAddress(proxy))
    return `${proxy.replace(/\/+$/, '')}/proxy/${set('spark.app.id') ?? ''}`;
  const [host, port] = [set('spark.driver.host'), set('spark.ui.port') ?? '4040'];
  return host === undefined || port === '0' ? '' : `http://${host}:${port}`;
}

/** The page shows it as a link: a server must not make that a script. */
const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
