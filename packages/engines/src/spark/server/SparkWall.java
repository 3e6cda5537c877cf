import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.catalyst.expressions.SchemaOfXml;
import org.apache.spark.sql.catalyst.expressions.XmlToStructs;
import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.parser.SqlStatementSplitResult;
import org.apache.spark.sql.catalyst.parser.TemporalIdentifier;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * What this Spark itself takes no part in, whatever the guard of texts before it has overlooked: text that does more than
 * read from tables that it was given; functions that reach out of SQL; relations that are no files of known formats. Text
 * is judged by Spark's own reading of it, wherever it comes from: a query, an expression, a stage of a saved model.
 */
public class SparkWall extends AbstractFunction1 {
  /** They call Java, or read a file that an argument names. */
  private static final String[] FUNCTIONS = {
    "reflect", "java_method", "try_reflect",
    "from_avro", "to_avro", "schema_of_avro", "from_protobuf", "to_protobuf"
  };
  /** Classes of expressions that the above are, however they are named. */
  private static final Set REACHING_OUT = setOf(new String[] {
    "CallMethodViaReflection", "TryReflect",
    "FromAvro", "ToAvro", "SchemaOfAvro", "AvroDataToCatalyst", "CatalystDataToAvro",
    "FromProtobuf", "ToProtobuf", "ProtobufDataToCatalyst", "CatalystDataToProtobuf"
  });
  /** Classes of the plans that text of a query may become. */
  private static final Set QUERIES = setOf(new String[] {
    "Project", "Filter", "Aggregate", "Join", "AsOfJoin", "NearestByJoin", "LateralJoin", "Union", "UnionLoop", "Intersect",
    "Except", "Distinct", "Sort", "GlobalLimit", "LocalLimit", "LimitAll", "Offset", "Tail", "Sample", "Pivot", "Unpivot",
    "Generate", "Expand", "Repartition", "RepartitionByExpression", "RebalancePartitions", "WithWindowDefinition", "Window",
    "SubqueryAlias", "OneRowRelation", "OneRowRelation$", "LocalRelation", "Range", "ResolvedInlineTable",
    "UnresolvedInlineTable", "UnresolvedRelation", "UnresolvedWith", "UnresolvedHaving", "UnresolvedQualify", "UnresolvedHint",
    "UnresolvedSubqueryColumnAliases", "UnresolvedTVFAliases", "UnresolvedTableValuedFunction", "UnresolvedTranspose",
    "UnresolvedBinBy", "PipeOperator"
  });
  /** Classes of files that may be read. */
  private static final Set FORMATS = setOf(new String[] {
    "CSVFileFormat", "JsonFileFormat", "ParquetFileFormat", "OrcFileFormat", "TextFileFormat", "XmlFileFormat",
    "BinaryFileFormat", "AvroFileFormat", "AvroSource", "LibSVMFileFormat"
  });

  /** Relations that are no files. */
  private static final Set TABLES_ELSEWHERE = setOf(new String[] {
    "DataSourceV2Relation", "DataSourceV2ScanRelation", "HiveTableRelation", "StreamingRelation", "StreamingRelationV2"
  });

  /**
   * Most queries that may stand in each other. Each waits for those in it and keeps one of
   * `spark.sql.subquery.maxThreadThreshold` threads meanwhile: without a free one all queries of this Spark wait for ever.
   */
  private static final int DEEPEST = 32;

  /** Takes functions out of what every session begins with. Before the first session. */
  static void removeFunctions() {
    for (int i = 0; i < FUNCTIONS.length; i++) {
      FunctionIdentifier name = new FunctionIdentifier(FUNCTIONS[i]);
      if (!FunctionRegistry$.MODULE$.builtin().dropFunction(name))
        throw new IllegalStateException("this Spark has no function " + FUNCTIONS[i] + " to take away");
    }
    // they read the file of a schema while the plan is made, before any rule sees it
    checkOptionsOf("from_xml");
    checkOptionsOf("schema_of_xml");
  }

  private static void checkOptionsOf(String function) {
    FunctionIdentifier name = new FunctionIdentifier(function);
    Tuple2 entry = (Tuple2) FunctionRegistry$.MODULE$.builtin().lookupFunctionEntry(name).get();
    final Function1 build = (Function1) entry._2();
    FunctionRegistry$.MODULE$.builtin().registerFunction(name, (ExpressionInfo) entry._1(), new AbstractFunction1() {
      public Object apply(Object arguments) {
        Expression made = (Expression) build.apply(arguments);
        mustStay(made);
        return made;
      }
    });
  }

  public Object apply(Object given) {
    SparkSessionExtensions extensions = (SparkSessionExtensions) given;
    extensions.injectParser(new AbstractFunction2() {
      public Object apply(Object session, Object parser) {
        return new ReadingParser((ParserInterface) parser);
      }
    });
    extensions.injectCheckRule(new AbstractFunction1() {
      public Object apply(Object session) {
        return new AbstractFunction1() {
          public Object apply(Object plan) {
            mustStay(plan);
            if (new Depth().of(plan) > DEEPEST)
              throw new IllegalArgumentException("subqueries stand in each other more than " + DEEPEST + " deep");
            return BoxedUnit.UNIT;
          }
        };
      }
    });
    return BoxedUnit.UNIT;
  }

  /** Looks at every plan and expression of a tree once: plans within expressions too. */
  private abstract static class Look {
    private final Set seen = Collections.newSetFromMap(new IdentityHashMap());

    abstract void at(LogicalPlan plan);

    abstract void at(Expression expression);

    /** A visit costs as much as the tree is large: subqueries are expressions' plans and inner children of plans alike. */
    void all(Object tree) {
      if (!seen.add(tree)) return;
      if (tree instanceof LogicalPlan) {
        LogicalPlan plan = (LogicalPlan) tree;
        at(plan);
        each(plan.children());
        each(plan.innerChildren());
        each(plan.expressions());
      } else if (tree instanceof Expression) {
        Expression expression = (Expression) tree;
        at(expression);
        each(expression.children());
        if (expression instanceof PlanExpression) all(((PlanExpression) expression).plan());
      }
    }

    private void each(scala.collection.Seq trees) {
      scala.collection.Iterator all = trees.iterator();
      while (all.hasNext()) all(all.next());
    }
  }

  /** How deep queries stand in each other's expressions. A common table expression counts wherever it is used. */
  private static class Depth {
    private final Map known = new IdentityHashMap();
    private final Map byId = new HashMap();

    int of(Object tree) {
      Object before = known.get(tree);
      if (before != null) return ((Integer) before).intValue();
      int depth = 0;
      if (tree instanceof CTERelationRef) {
        Object defined = byId.get(Long.valueOf(((CTERelationRef) tree).cteId()));
        if (defined != null) depth = ((Integer) defined).intValue();
      } else if (tree instanceof LogicalPlan) {
        LogicalPlan plan = (LogicalPlan) tree;
        // definitions come before what uses them
        depth = Math.max(deepest(plan.children()), Math.max(deepest(plan.innerChildren()), deepest(plan.expressions())));
        if (tree instanceof CTERelationDef) byId.put(Long.valueOf(((CTERelationDef) tree).id()), Integer.valueOf(depth));
      } else if (tree instanceof Expression) {
        depth = deepest(((Expression) tree).children());
        if (tree instanceof PlanExpression) depth = Math.max(depth, 1 + of(((PlanExpression) tree).plan()));
      }
      known.put(tree, Integer.valueOf(depth));
      return depth;
    }

    private int deepest(scala.collection.Seq trees) {
      int depth = 0;
      scala.collection.Iterator all = trees.iterator();
      while (all.hasNext()) depth = Math.max(depth, of(all.next()));
      return depth;
    }
  }

  /** Refuses text that is no query over tables of one name. */
  private static void mustRead(Object tree) {
    new Look() {
      void at(LogicalPlan plan) {
        if (plan instanceof Command || !QUERIES.contains(plan.getClass().getSimpleName()))
          throw refused(plan.nodeName() + " in the text of a query");
        if (plan instanceof UnresolvedRelation && ((UnresolvedRelation) plan).multipartIdentifier().length() > 1)
          throw refused("the relation " + ((UnresolvedRelation) plan).multipartIdentifier().mkString("."));
      }

      void at(Expression expression) {}
    }.all(tree);
  }

  /** Refuses what is analysed and reaches out of SQL, or reads from what is no file of a known format. */
  private static void mustStay(Object tree) {
    new Look() {
      void at(LogicalPlan plan) {
        String kind = plan.getClass().getSimpleName();
        if (TABLES_ELSEWHERE.contains(kind)) throw refused("a relation of " + kind);
        if (!(plan instanceof LogicalRelation)) return;
        Object relation = ((LogicalRelation) plan).relation();
        if (!(relation instanceof HadoopFsRelation)) throw refused("a relation of " + relation.getClass().getSimpleName());
        String format = ((HadoopFsRelation) relation).fileFormat().getClass().getSimpleName();
        if (!FORMATS.contains(format)) throw refused("a relation of " + format);
        mustNameNoFile(((HadoopFsRelation) relation).options());
      }

      void at(Expression expression) {
        if (REACHING_OUT.contains(expression.getClass().getSimpleName()))
          throw refused("the function " + expression.prettyName());
        if (expression instanceof XmlToStructs) mustNameNoFile(((XmlToStructs) expression).options());
        if (expression instanceof SchemaOfXml) mustNameNoFile(((SchemaOfXml) expression).options());
      }
    }.all(tree);
  }

  private static void mustNameNoFile(scala.collection.immutable.Map options) {
    scala.collection.Iterator names = options.keysIterator();
    while (names.hasNext())
      if (String.valueOf(names.next()).toLowerCase(Locale.ROOT).equals("rowvalidationxsdpath"))
        throw refused("the option rowValidationXSDPath, which names a file,");
  }

  private static SecurityException refused(String what) {
    return new SecurityException(what + " is not available here: queries only read the tables that they are given");
  }

  private static Set setOf(String[] names) {
    return new HashSet(Arrays.asList(names));
  }

  /** Spark's own parser, whose results only read. */
  private static class ReadingParser implements ParserInterface {
    private final ParserInterface own;

    ReadingParser(ParserInterface own) {
      this.own = own;
    }

    private static LogicalPlan reading(LogicalPlan plan) {
      mustRead(plan);
      return plan;
    }

    public LogicalPlan parsePlan(String text) throws ParseException {
      return reading(own.parsePlan(text));
    }

    public LogicalPlan parsePlanWithParameters(String text, ParameterContext parameters) throws ParseException {
      return reading(own.parsePlanWithParameters(text, parameters));
    }

    public LogicalPlan parseQuery(String text) throws ParseException {
      return reading(own.parseQuery(text));
    }

    public Expression parseExpression(String text) throws ParseException {
      Expression expression = own.parseExpression(text);
      mustRead(expression);
      return expression;
    }

    public TableIdentifier parseTableIdentifier(String text) throws ParseException {
      return own.parseTableIdentifier(text);
    }

    public FunctionIdentifier parseFunctionIdentifier(String text) throws ParseException {
      return own.parseFunctionIdentifier(text);
    }

    public Seq parseMultipartIdentifier(String text) throws ParseException {
      return own.parseMultipartIdentifier(text);
    }

    public TemporalIdentifier parseTemporalTableIdentifier(String text) throws ParseException {
      return own.parseTemporalTableIdentifier(text);
    }

    public StructType parseRoutineParam(String text) throws ParseException {
      return own.parseRoutineParam(text);
    }

    public SqlStatementSplitResult splitStatements(String text) {
      return own.splitStatements(text);
    }

    public StructType parseTableSchema(String text) throws ParseException {
      return own.parseTableSchema(text);
    }

    public DataType parseDataType(String text) throws ParseException {
      return own.parseDataType(text);
    }
  }
}
