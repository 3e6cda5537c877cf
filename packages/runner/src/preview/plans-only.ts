import { runError } from '@millrace/errors';
import { SparkSession } from '@millrace/spark-connect';
import { dependsOnRows } from './selection.ts';

/** A session on the connection of another one whose plans are composed and analysed, and never run. */
export class PlansOnly extends SparkSession {
  override run(): ReturnType<SparkSession['run']> {
    throw runError('node-without-code', { reason: dependsOnRows });
  }
  override runEncoded(): ReturnType<SparkSession['runEncoded']> {
    throw runError('node-without-code', { reason: dependsOnRows });
  }
}
