import { Column } from '@millrace/spark-connect';

/** `name -> body(name)`, for Spark's `transform`, `filter`, `aggregate` and the like. */
export function lambda(name: string, body: (variable: Column) => Column): Column {
  const variable = new Column({ exprType: { case: 'unresolvedNamedLambdaVariable', value: { nameParts: [name] } } });
  return new Column({
    exprType: { case: 'lambdaFunction', value: { function: body(variable).expression, arguments: [{ nameParts: [name] }] } },
  });
}
