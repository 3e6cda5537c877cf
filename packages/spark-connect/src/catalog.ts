import { relation } from './relation.ts';
import type { SparkSession } from './session.ts';
import { DataFrame } from './dataframe.ts';
import type { Value } from './values.ts';

/** A table or view as the catalogue lists it. */
export interface CatalogTable {
  readonly name: string;
  readonly catalog: string | null;
  readonly namespace: readonly string[];
  readonly description: string | null;
  readonly tableType: string;
  readonly isTemporary: boolean;
}

type CatalogInit = Extract<Parameters<typeof relation>[0], { case: 'catalog' }>['value'];
type CatalogCall = NonNullable<NonNullable<CatalogInit>['catType']>;

const text = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null);

/** Databases, tables and views of a session: the basics of Spark's `spark.catalog`. */
export class Catalog {
  readonly #session: SparkSession;

  constructor(session: SparkSession) {
    this.#session = session;
  }

  async currentDatabase(): Promise<string> {
    return String(await this.#value({ case: 'currentDatabase', value: {} }));
  }
  async setCurrentDatabase(dbName: string): Promise<void> {
    await this.#call({ case: 'setCurrentDatabase', value: { dbName } }).table();
  }
  async listDatabases(pattern?: string): Promise<readonly string[]> {
    const rows = await this.#call({ case: 'listDatabases', value: { pattern } }).collect();
    return rows.map((row) => String(row['name']));
  }
  /** Tables and views of a database (default: the current one), temporary ones among them. */
  async listTables(dbName?: string, pattern?: string): Promise<readonly CatalogTable[]> {
    const rows = await this.#call({ case: 'listTables', value: { dbName, pattern } }).collect();
    return rows.map((row) => {
      const { namespace } = row;
      return {
        name: String(row['name']),
        catalog: text(row['catalog']),
        namespace: Array.isArray(namespace) ? namespace.map(String) : [],
        description: text(row['description']),
        tableType: String(row['tableType']),
        isTemporary: row['isTemporary'] === true,
      };
    });
  }
  async tableExists(tableName: string, dbName?: string): Promise<boolean> {
    return (await this.#value({ case: 'tableExists', value: { tableName, dbName } })) === true;
  }
  async databaseExists(dbName: string): Promise<boolean> {
    return (await this.#value({ case: 'databaseExists', value: { dbName } })) === true;
  }
  /** True when there was such a view. */
  async dropTempView(viewName: string): Promise<boolean> {
    return (await this.#value({ case: 'dropTempView', value: { viewName } })) === true;
  }
  async dropGlobalTempView(viewName: string): Promise<boolean> {
    return (await this.#value({ case: 'dropGlobalTempView', value: { viewName } })) === true;
  }
  async refreshTable(tableName: string): Promise<void> {
    await this.#call({ case: 'refreshTable', value: { tableName } }).table();
  }
  async clearCache(): Promise<void> {
    await this.#call({ case: 'clearCache', value: {} }).table();
  }

  #call(catType: CatalogCall): DataFrame {
    return new DataFrame(this.#session, relation({ case: 'catalog', value: { catType } }));
  }
  async #value(catType: CatalogCall): Promise<Value | undefined> {
    return (await this.#call(catType).table()).rows[0]?.[0];
  }
}
