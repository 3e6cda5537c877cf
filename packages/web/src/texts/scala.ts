/** Texts of Scala code in its editor, which loads them with itself. */
export const scalaTexts = {
  snippets: {
    filter: 'Filter rows',
    column: 'Add a column',
    group: 'Group and aggregate',
    rdd: 'Use an RDD with a schema',
    typed: 'Use a case class',
    udf: 'Add a function',
    print: 'Print to the log',
    parameter: 'Read a parameter',
  },
  /** Values that the code finds. */
  variables: {
    inDF: 'rows of the input',
    inDFs: 'list of the inputs',
    parameters: 'parameters by name',
    sc: 'Spark context, for RDDs',
    spark: 'Spark session',
    sqlContext: 'SQL context of Spark',
  },
  /** Methods of DataFrames that PySpark does not have, or has under another name. */
  frames: {
    as: 'typed rows of a case class',
    collect: 'all rows as an array; computes them',
    except: 'distinct rows that another DataFrame does not have',
    first: 'first row; computes it',
    flatMap: 'function that returns rows for each row',
    map: 'function over rows',
    persist: 'materialize rows for reuse',
    registerTempTable: 'name the rows for SQL',
    take: 'first rows as an array; computes them',
    toDF: 'rows with other column names',
  },
  /** Values of DataFrames, without parentheses. */
  frameValues: {
    na: 'drop or replace null',
    rdd: 'rows as an RDD',
  },
  /** Methods of `na`. */
  nulls: {
    drop: 'drop rows with null',
    fill: 'replace null',
    replace: 'replace values',
  },
  grouped: {
    mean: 'mean of each group',
  },
  ofColumns: {
    as: 'name the column',
    endsWith: 'whether a text ends with a part',
    startsWith: 'whether a text starts with a part',
  },
  /** Values of columns, without parentheses. */
  columnValues: {
    asc: 'sort in ascending order',
    desc: 'sort in descending order',
    isNaN: 'whether a value is NaN',
    isNotNull: 'whether a value is not null',
    isNull: 'whether a value is null',
  },
  session: {
    createDataFrame: 'rows of an RDD or a list',
    range: 'rows with the numbers of a range',
    read: 'read files',
    sql: 'rows of a query',
    table: 'rows of a view',
  },
  reader: {
    csv: 'rows of CSV files',
    json: 'rows of JSON files',
    load: 'rows of files in the format',
    option: 'set an option of the format',
    orc: 'rows of ORC files',
    parquet: 'rows of Parquet files',
    text: 'lines of text files',
  },
} as const;
