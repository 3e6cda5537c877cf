import type { DataFrame, StructType } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { constructsOfPlan } from '@millrace/parity';
import type { RowOrder, TableInfo } from '@millrace/spark-sql';

/** Rows below a plan; they are in the order of a file if `planOrder` is absent. */
interface Below {
  readonly df: DataFrame;
  readonly schema: StructType;
  readonly planOrder?: PlanOrder;
}

/** The order, and the columns that tell the rows apart. */
type OrderInfo = Pick<TableInfo, 'order' | 'unique'>;

/** The order of the rows of a plan on Spark, by the plan alone. No plan is read until a caller asks for the order. */
export class PlanOrder {
  readonly #relation: Relation;
  #inputs: readonly Below[];
  #info: OrderInfo | undefined;

  constructor({ relation }: DataFrame, inputs: readonly Below[]) {
    this.#relation = relation;
    this.#inputs = inputs;
  }

  /** The order of the rows. Reads the plan, and those below it that nothing has read, each once. */
  get order(): RowOrder {
    // no recursion: a chain may have thousands of nodes
    const waiting: PlanOrder[] = [this];
    for (let one = waiting.at(-1); one !== undefined; one = waiting.at(-1)) {
      const unread = one.#info === undefined ? one.#unread : [];
      if (unread.length > 0) waiting.push(...unread);
      else {
        one.#read();
        waiting.pop();
      }
    }
    return this.#read().order;
  }

  /** The inputs that are to be read before this one. */
  get #unread(): PlanOrder[] {
    return this.#inputs.flatMap(({ planOrder }) => (planOrder === undefined || planOrder.#info ? [] : [planOrder]));
  }

  #read(): OrderInfo {
    if (this.#info !== undefined) return this.#info;
    const infos = new Map<Relation, TableInfo>(
      this.#inputs.map(({ df, schema, planOrder }) => [
        df.relation,
        { columns: schema.fields, ...(planOrder === undefined ? inFileOrder : planOrder.#read()) },
      ]),
    );
    const source = () => ({ table: { columns: [], ...inFileOrder } });
    const { order, unique } = constructsOfPlan(this.#relation, {
      relationTables: infos,
      keepsOrder: true,
      source,
    }).table;
    this.#inputs = [];
    this.#info = { order, ...(unique === undefined ? {} : { unique }) };
    return this.#info;
  }
}

const inFileOrder: OrderInfo = { order: 'input' };
