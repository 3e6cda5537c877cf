import { IntervalUnit, Precision, tableFromIPC, TimeUnit, Type, type DataType as ArrowType } from '@uwdata/flechette';
import type { DataType, StructField, StructType } from '../types.ts';
import { extraction } from './batch.ts';

/** What flechette says of any Arrow type; which of it is there depends on `typeId`. */
interface ArrowShape {
  readonly typeId: number;
  readonly bitWidth?: number;
  readonly signed?: boolean;
  readonly precision?: number;
  readonly scale?: number;
  readonly unit?: number;
  readonly timezone?: string | null;
  readonly children?: readonly ArrowField[];
}

interface ArrowField {
  readonly name: string;
  readonly type: ArrowShape;
  readonly nullable: boolean;
}

const integers: Readonly<Record<number, DataType>> = {
  8: { kind: 'byte' },
  16: { kind: 'short' },
  32: { kind: 'integer' },
  64: { kind: 'long' },
};

/** The schema that an Arrow IPC stream carries, as Spark types. */
export function schemaOfArrow(data: Uint8Array): StructType {
  const { schema } = tableFromIPC(new Uint8Array(data), extraction);
  return { kind: 'struct', fields: schema.fields.map((f) => field({ ...f, type: shape(f.type) })) };
}

const shape = (type: ArrowType): ArrowShape => type as ArrowShape;

const field = ({ name, type, nullable }: ArrowField): StructField => ({ name, type: fromArrow(type), nullable });

function fromArrow(type: ArrowShape): DataType {
  const unsupported: DataType = { kind: 'unsupported', name: `Arrow type ${type.typeId}` };
  const children = type.children ?? [];
  switch (type.typeId) {
    case Type.Null:
      return { kind: 'void' };
    case Type.Int:
      return (type.signed ? integers[type.bitWidth ?? 0] : undefined) ?? unsupported;
    case Type.Float:
      return type.precision === Precision.SINGLE ? { kind: 'float' } : { kind: 'double' };
    case Type.Binary:
    case Type.LargeBinary:
      return { kind: 'binary' };
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Utf8View:
      return { kind: 'string' };
    case Type.Bool:
      return { kind: 'boolean' };
    case Type.Decimal:
      return { kind: 'decimal', precision: type.precision ?? 10, scale: type.scale ?? 0 };
    case Type.Date:
      return { kind: 'date' };
    case Type.Timestamp:
      if (type.unit !== TimeUnit.MICROSECOND) return unsupported;
      return { kind: type.timezone == null ? 'timestamp_ntz' : 'timestamp' };
    case Type.Duration:
      return { kind: 'day_time_interval', start: 0, end: 3 };
    case Type.Interval:
      if (type.unit === IntervalUnit.YEAR_MONTH) return { kind: 'year_month_interval', start: 0, end: 1 };
      return type.unit === IntervalUnit.MONTH_DAY_NANO ? { kind: 'interval' } : unsupported;
    case Type.List:
    case Type.LargeList: {
      const [element] = children;
      return element
        ? { kind: 'array', element: fromArrow(element.type), containsNull: element.nullable }
        : unsupported;
    }
    case Type.Struct:
      return { kind: 'struct', fields: children.map(field) };
    case Type.Map: {
      const [key, value] = children[0]?.type.children ?? [];
      return key && value
        ? { kind: 'map', key: fromArrow(key.type), value: fromArrow(value.type), valueContainsNull: value.nullable }
        : unsupported;
    }
    default:
      return unsupported;
  }
}
