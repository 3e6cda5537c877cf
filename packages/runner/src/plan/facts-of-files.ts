import { DataFrame } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { relationsOf } from '@millrace/spark-connect/visit';
import type { EngineSession } from '@millrace/engines/host';
import type { RunFiles } from '@millrace/file-space';
import type { FileFacts, PlanConstructs } from '@millrace/parity';

/** What is known of the files that a plan reads, by relation. */
export async function factsOfFiles(
  df: DataFrame,
  below: readonly Relation[],
  files: Pick<RunFiles, 'wasInspected'>,
  { keepsOrder }: EngineSession,
): Promise<ReadonlyMap<Relation, FileFacts>> {
  const order = keepsOrder ? 'input' : 'none';
  const facts = new Map<Relation, FileFacts>();
  for (const relation of relationsOf(df.relation, new Set(below))) {
    const type = relation.relType.case === 'read' ? relation.relType.value.readType : undefined;
    if (type?.case !== 'dataSource') continue;
    const schema =
      type.value.schema === undefined || type.value.schema === ''
        ? await new DataFrame(df.session, relation).schema()
        : undefined;
    facts.set(relation, {
      table: { columns: schema === undefined ? undefinedColumns : schema.fields, order },
      plain: files.wasInspected(type.value.paths),
    });
  }
  return facts;
}

/** A read with a schema of its own tells its columns by it. */
const undefinedColumns: PlanConstructs['table']['columns'] = [];
