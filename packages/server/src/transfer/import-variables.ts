import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { Problem } from '../problems.ts';
import { About } from '../http/types.ts';
import { Key, Value as Text } from '../variables/schema.ts';
import type { Import } from './import-project.ts';
import type { Document } from './project-files.ts';
import { quoteName } from '../http/in-file.ts';

const Variable = Type.Object({ name: Key, value: Text, description: Type.Optional(About) });

/** A variable of an archive. */
export interface ReadVariable extends Static<typeof Variable> {
  readonly file: string;
}

/** A variable of a document. Fails with what is wrong with its form. */
export function readVariable({ file, value: fields }: Document): ReadVariable {
  if (!Value.Check(Variable, fields)) {
    const [error] = Value.Errors(Variable, fields);
    throw new Problem(
      'UNPROCESSABLE',
      `file ${quoteName(file)}: ${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}`,
    );
  }
  const { name, value, description = '' } = fields;
  return { file, name, value, description };
}

/** Brings variables, and returns how many. Those that are there already keep their value unless records are saved over. */
export async function importVariables(
  { tx, who, projectId, overwrite, now, tell }: Import,
  variables: readonly ReadVariable[],
): Promise<number> {
  let count = 0;
  for (const { file, name, value, description = '' } of variables) {
    const row = { value, description, editedBy: who.id, dateLastUpdated: now };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('variables')
      .values({ ...row, projectId, name, dateCreated: now })
      .onConflict((conflict) => {
        const onConflict = conflict.columns(['projectId', 'name']);
        return overwrite ? onConflict.doUpdateSet(row) : onConflict.doNothing();
      })
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n)
      tell(`${file}: the project already has variable "${name}", which stays unchanged`);
    else count += 1;
  }
  return count;
}
