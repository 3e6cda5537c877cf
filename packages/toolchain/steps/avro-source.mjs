// @ts-check
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { toolchain } from '../toolchain.mjs';
import { run } from './commands.mjs';

/** Spark 4.3's own jar holds the Avro reader and writer, but only its separate module tells Spark that they exist. */
const MAKE_JAR = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as jar:
    service = zipfile.ZipInfo('META-INF/services/org.apache.spark.sql.sources.DataSourceRegister')
    jar.writestr(service, 'org.apache.spark.sql.avro.AvroFileFormat\\n')
`;

/** @type {import('../setup.mjs').Step} */
export const avroSource = {
  name: 'Spark Avro data source',

  done: () => existsSync(jarFile()),

  async run() {
    const { extraJars, python } = toolchain();
    mkdirSync(extraJars, { recursive: true });
    const part = `${jarFile()}.part`;
    await run(python, ['-I', '-c', MAKE_JAR, part]);
    renameSync(part, jarFile());
  },
};

function jarFile() {
  return join(toolchain().extraJars, 'avro-data-source.jar');
}
