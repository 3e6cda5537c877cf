const codeClass =
  /^fire\.nodes\.(code\.Node(MultiInput(ToMultiOutput)?PySpark|Spark|DataBricksScala|CodeLibrary)|etl\.Node(PySpark|Polars|RunPython(Code|File)|Jython|Scala|UDFScala|ShellCommand|PipePython2?|CustomPySpark(_.*)?))$/;

/** True for a node that runs code which its author has written, other than queries. */
export const runsCode = (nodeClass: string): boolean => codeClass.test(nodeClass);
