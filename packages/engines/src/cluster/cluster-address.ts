interface Master {
  readonly host: string;
  readonly port: number;
}

const form = 'must be the address of a standalone master, such as spark://host:7077';

/** The masters that an address of a standalone cluster names. Throws an Error that says what it must be. */
export function mastersIn(address: string): readonly Master[] {
  const [, hosts] = /^spark:\/\/([^/\s]+)$/.exec(address) ?? [];
  if (hosts === undefined) throw new Error(form);
  return hosts.split(',').map((one) => {
    const [, host = '', port = ''] = /^([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(one) ?? [];
    if (host === '' || Number(port) < 1 || Number(port) > 65_535) throw new Error(form);
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  });
}

/** Settings that Millrace itself needs. */
const own = /^spark\.(master|connect\..*|sql\.extensions|driver\.memory)$/;

/** Reads settings of Spark, `spark.executor.memory=4g spark.cores.max=8`. Throws an Error that says what is wrong. */
export function clusterConf(text: string): ReadonlyMap<string, string> {
  const conf = new Map<string, string>();
  for (const pair of text.split(/\s+/)) {
    if (pair === '') continue;
    const [, key = '', value = ''] = /^(spark\.[\w.-]+)=(\S+)$/.exec(pair) ?? [];
    // its value may be a password
    const shown = pair.replace(/=.*$/, '=…');
    if (key === '')
      throw new Error(`has "${shown}": must be settings such as spark.executor.memory=4g spark.cores.max=8`);
    if (own.test(key)) throw new Error(`has ${key}, which Millrace itself sets: remove it`);
    conf.set(key, value);
  }
  return conf;
}
