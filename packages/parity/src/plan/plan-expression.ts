import {
  type Expression,
  type Expression_Cast,
  Expression_Cast_EvalMode,
  type Expression_SortOrder,
  Expression_SortOrder_NullOrdering,
  Expression_SortOrder_SortDirection,
  type Expression_Window,
  Expression_Window_WindowFrame_FrameType,
} from '@millrace/spark-connect/proto';
import { unitOf } from '@millrace/processors';
import { typeFromProto } from '@millrace/spark-connect';
import type { Call, Expr, SortItem, WindowSpec } from '@millrace/spark-sql/ast';
import { parseExpression, tokenize, typeOfText } from '@millrace/spark-sql/parse';
import { literalOf, nowhere } from './plan-literal.ts';

/** Functions of plans that SQL writes as operators: function name → operator of the grammar. */
const operators: Record<string, string> = {
  '+': '+', '-': '-', '*': '*', '/': '/', '%': '%', '==': '=', '=': '=', '!=': '<>', '<': '<', '<=': '<=', '>': '>', '>=': '>=', '<=>': '<=>',
  and: 'and', or: 'or', not: 'not', '!': 'not', '&': '&', '|': '|', '^': '^', '~': '~x', isnull: 'is null', isnotnull: 'is not null', in: 'in', like: 'like', rlike: 'rlike', ilike: 'ilike',
}; // prettier-ignore

const unknown = (text: string): Expr => ({ kind: 'unknown', text, span: nowhere });

/** An expression message as an expression of the grammar, so that plans and SQL share their constructs. */
export function expressionOf(message: Expression | undefined): Expr {
  const unit = message && unitOf(message);
  if (unit !== undefined)
    return {
      kind: 'cast',
      mode: `unit ${unit.name}`,
      to: unit.type,
      arg: expressionOf(unit.arg.expression),
      span: nowhere,
    };
  const type = message?.exprType;
  switch (type?.case) {
    case 'literal':
      return literalOf(type.value);
    case 'unresolvedAttribute':
      return {
        kind: 'column',
        path: nameParts(type.value.unparsedIdentifier),
        plan: type.value.planId,
        span: nowhere,
      };
    case 'unresolvedStar':
      return {
        kind: 'star',
        qualifier: nameParts(type.value.unparsedTarget ?? '').filter((p) => p !== '*'),
        except: false,
        span: nowhere,
      };
    case 'expressionString':
      return parseExpression(type.value.expression, type.value);
    case 'unresolvedFunction':
      return functionOf(type.value.functionName, type.value.arguments, type.value.isDistinct);
    case 'callFunction':
      return functionOf(type.value.functionName, type.value.arguments, false);
    case 'alias':
      return { kind: 'alias', arg: expressionOf(type.value.expr), names: type.value.name, span: nowhere };
    case 'cast':
      return castOf(type.value);
    case 'lambdaFunction': {
      const params = type.value.arguments.map((variable) => variable.nameParts.join('.'));
      return { kind: 'lambda', params, body: expressionOf(type.value.function), span: nowhere };
    }
    case 'unresolvedNamedLambdaVariable':
      return { kind: 'column', path: type.value.nameParts, span: nowhere };
    case 'window':
      return windowOf(type.value);
    case 'unresolvedExtractValue':
      return {
        kind: 'index',
        arg: expressionOf(type.value.child),
        index: expressionOf(type.value.extraction),
        span: nowhere,
      };
    default:
      return unknown(`expression ${type?.case ?? 'without a kind'}`);
  }
}

function castOf({ castToType: to, evalMode, expr }: Expression_Cast): Expr {
  if (evalMode === Expression_Cast_EvalMode.LEGACY) return unknown('legacy cast');
  return {
    kind: 'cast',
    mode: evalMode === Expression_Cast_EvalMode.TRY ? 'try_cast' : 'cast',
    to: to.case === 'typeStr' ? typeOfText(to.value) : typeFromProto(to.value),
    arg: expressionOf(expr),
    span: nowhere,
  };
}

function functionOf(functionName: string, messages: Expression[], distinct: boolean): Expr {
  const name = functionName.toLowerCase();
  const args = messages.map(expressionOf);
  const op = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (op && !(op === '-' && args.length === 1)) return { kind: 'op', op, args, span: nowhere };
  if (name === 'when') return caseOf(args);
  return { kind: 'call', name, args, distinct, span: nowhere };
}

/** `when(c1, v1, c2, v2, …, otherwise)` */
function caseOf(args: Expr[]): Expr {
  const branches: { when: Expr; then: Expr }[] = [];
  for (let i = 0; i + 1 < args.length; i += 2) {
    const [when, then] = [args[i], args[i + 1]];
    if (when && then) branches.push({ when, then });
  }
  return { kind: 'case', branches, otherwise: args.length % 2 ? args.at(-1) : undefined, span: nowhere };
}

function windowOf(window: Expression_Window): Expr {
  const call = expressionOf(window.windowFunction);
  if (call.kind !== 'call') return unknown('window over no function');
  const over: WindowSpec = {
    partition: window.partitionSpec.map(expressionOf),
    order: window.orderSpec.map(sortItemOf),
    frame: frameOf(window.frameSpec),
  };
  return { ...call, over } satisfies Call;
}

export function sortItemOf(order: Expression_SortOrder): SortItem {
  const descending = order.direction === Expression_SortOrder_SortDirection.DESCENDING;
  const first = order.nullOrdering === Expression_SortOrder_NullOrdering.SORT_NULLS_FIRST;
  const last = order.nullOrdering === Expression_SortOrder_NullOrdering.SORT_NULLS_LAST;
  const usual = descending ? last : first;
  return {
    arg: expressionOf(order.child),
    descending,
    nulls: usual ? undefined : first ? 'first' : last ? 'last' : undefined,
    message: order,
  };
}

type Frame = NonNullable<Expression_Window['frameSpec']>;

function frameOf(frame: Frame | undefined): string | undefined {
  if (!frame || frame.frameType === Expression_Window_WindowFrame_FrameType.UNDEFINED) return undefined;
  const word = frame.frameType === Expression_Window_WindowFrame_FrameType.ROW ? 'rows' : 'range';
  return `${word} between ${boundOf(frame.lower, 'preceding')} and ${boundOf(frame.upper, 'following')}`;
}

function boundOf(bound: Frame['lower'], side: 'preceding' | 'following'): string {
  const boundary = bound?.boundary;
  if (boundary?.case === 'currentRow') return 'current row';
  if (boundary?.case === 'unbounded') return `unbounded ${side}`;
  const value = boundary?.case === 'value' ? expressionOf(boundary.value) : undefined;
  if (value?.kind !== 'literal' || value.value === null) return 'computed';
  return Number(value.value) === 0 ? 'current row' : Number(value.value) < 0 ? 'n preceding' : 'n following';
}

/** The parts of a dotted name with backticks. */
export function nameParts(text: string): string[] {
  const { tokens } = tokenize(text);
  const names = tokens
    .filter((t) => t.kind === 'word' || t.kind === 'quoted' || t.key === '*')
    .map((t) => (t.kind === 'quoted' ? t.value : t.text));
  const plain = tokens.every((t) => ['word', 'quoted', 'end'].includes(t.kind) || t.key === '.' || t.key === '*');
  return plain ? names : [text];
}
