import { types, type DataType, type StructType } from '@millrace/spark-connect';

/** Why engines may read different rows from JSON, in words. */
export class NotPlain extends Error {}

/** What work finds in JSON, or why engines may read different rows from it. */
export async function unlessNotPlain<T>(work: () => Promise<T>): Promise<T | { readonly unverified: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotPlain) return { unverified: error.message };
    throw error;
  }
}

/** Kinds of values: those of one field are of one kind, apart from nulls. */
export type JsonKind = 'number' | 'text' | 'boolean' | 'list' | 'object';

/** Fields, lists' elements among them, that JSON may have. */
const maxFields = 1_000;
/** Fields and lists within each other: engines walk them by recursion. */
const deepest = 16;

/** The fields that all records together have, while they are met. */
export class JsonShapes {
  readonly root = new JsonShape(this, undefined, '', 0);
  #fields = 0;
  #objects = 0;

  /** Counts a field. */
  another(depth: number): void {
    if (++this.#fields > maxFields) throw new NotPlain(`JSON with more than ${maxFields} fields`);
    if (depth > deepest) throw new NotPlain(`JSON of more than ${deepest} levels`);
  }
  /** At most so many values, nulls for missing fields among them, make the rows. */
  get maxValues(): number {
    return this.#objects * this.#fields;
  }
  /** A number for an object, of its own. */
  nextObject(): number {
    return ++this.#objects;
  }
  /** The columns that Spark infers. Fails with {@link NotPlain} without columns, and if Spark takes two names for the same. */
  schema(): StructType {
    const schema = this.root.struct();
    if (schema === undefined) throw new NotPlain('JSON without columns');
    return schema;
  }
}

/** A field, or the elements of a list: what its values have in common. */
export class JsonShape {
  readonly #all: JsonShapes;
  readonly #parent: JsonShape | undefined;
  readonly #name: string;
  readonly #depth: number;
  readonly #fields = new Map<string, JsonShape>();
  #elements: JsonShape | undefined;
  #kind: JsonKind | undefined;
  /** Some of its numbers have a fraction or an exponent. */
  #hasFractions = false;
  #hasMinusZero = false;
  /** The object that had this field last. */
  #lastIn = 0;
  /** The bytes of the name as an object wrote it, with the quote behind it. */
  nameBytes: Buffer | undefined;
  /** The field that stood first in an object, and the one that stood behind this field: most objects have the same fields in the same order. */
  first: JsonShape | undefined;
  next: JsonShape | undefined;

  constructor(all: JsonShapes, parent: JsonShape | undefined, name: string, depth: number) {
    this.#all = all;
    this.#parent = parent;
    this.#name = name;
    this.#depth = depth;
  }

  /** Notes a value that is not null. */
  is(kind: JsonKind): void {
    if (this.#kind === kind) return;
    if (this.#kind !== undefined) throw new NotPlain(`values of several kinds in the JSON field ${this.#path()}`);
    this.#kind = kind;
  }
  /** Notes a number. `isMinusZero`: -0, which is a whole number to JSON and has no sign. */
  isNumber(isWhole: boolean, isMinusZero: boolean): void {
    this.is('number');
    if (!isWhole) this.#hasFractions = true;
    if (isMinusZero) this.#hasMinusZero = true;
  }
  /** Notes that an object has this field. */
  isIn(object: number): void {
    if (this.#lastIn === object) throw new NotPlain(`JSON objects with the field ${this.#path()} twice`);
    this.#lastIn = object;
  }
  field(name: string): JsonShape {
    const existing = this.#fields.get(name);
    if (existing !== undefined) return existing;
    // eslint-disable-next-line no-control-regex -- names of control characters
    if (name === '' || /[\0-\x1f\x7f]/.test(name) || !name.isWellFormed())
      throw new NotPlain('JSON fields with empty or unusual names');
    if (this.#parent === undefined && name.toLowerCase() === '_corrupt_record')
      throw new NotPlain('the JSON field "_corrupt_record"');
    const field = new JsonShape(this.#all, this, name, this.#depth + 1);
    this.#all.another(this.#depth + 1);
    this.#fields.set(name, field);
    return field;
  }
  get elements(): JsonShape {
    if (this.#elements === undefined) {
      this.#all.another(this.#depth + 1);
      this.#elements = new JsonShape(this.#all, this, '', this.#depth + 1);
    }
    return this.#elements;
  }

  /** The type that Spark infers; undefined for objects without fields, and lists of them, which it leaves out. */
  #type(): DataType | undefined {
    switch (this.#kind) {
      case undefined:
      case 'text':
        return types.string;
      case 'boolean':
        return types.boolean;
      case 'number':
        if (!this.#hasFractions) return types.long;
        if (this.#hasMinusZero)
          throw new NotPlain(`-0 without a point in the JSON field ${this.#path()}, which has fractions`);
        return types.double;
      case 'list': {
        const elements = this.#elements === undefined ? types.string : this.#elements.#type();
        return elements === undefined ? undefined : types.array(elements);
      }
      case 'object':
        return this.struct();
    }
  }
  /** Fields as Spark orders them: by the code units of their names. */
  struct(): StructType | undefined {
    const fields = [...this.#fields].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const names = new Map<string, string>();
    for (const [name] of fields) {
      const key = name.toUpperCase().toLowerCase();
      const other = names.get(key);
      if (other !== undefined)
        throw new NotPlain(`the JSON fields "${other}" and "${name}", which differ in case alone`);
      names.set(key, name);
    }
    const typed = fields.flatMap(([name, field]) => {
      const type = field.#type();
      return type === undefined ? [] : [{ name, type, nullable: true }];
    });
    return typed.length === 0 ? undefined : types.struct(typed);
  }

  #path(): string {
    const path = this.#names().join('.');
    return `"${path.length > 80 ? `${path.slice(0, 80)}…` : path}"`;
  }
  #names(): string[] {
    const before = this.#parent === undefined ? [] : this.#parent.#names();
    return this.#name === '' ? before : [...before, this.#name];
  }
}
