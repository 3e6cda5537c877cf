import { Column } from '@millrace/spark-connect';

const variable = (name: string): Column =>
  new Column({ exprType: { case: 'unresolvedNamedLambdaVariable', value: { nameParts: [name] } } });

const withNames = (names: readonly string[], body: Column): Column =>
  new Column({
    exprType: {
      case: 'lambdaFunction',
      value: { function: body.expression, arguments: names.map((name) => ({ nameParts: [name] })) },
    },
  });

/** `name -> body(name)`, for Spark's `transform`, `filter` and the like. */
export const lambda = (name: string, body: (variable: Column) => Column): Column =>
  withNames([name], body(variable(name)));

/** `(first, second) -> body(first, second)`, for Spark's `aggregate` and the like. */
export const lambda2 = (first: string, second: string, body: (a: Column, b: Column) => Column): Column =>
  withNames([first, second], body(variable(first), variable(second)));
