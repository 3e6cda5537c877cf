import type { Value } from '@millrace/spark-connect';
import type { ExampleTable } from '../contract/examples.ts';

export const table = (schema: string, rows: readonly (readonly Value[])[]): ExampleTable => ({ schema, rows });
