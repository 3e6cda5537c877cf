package org.apache.spark.sql.millrace

import java.nio.file.Path

import scala.reflect.internal.util.{BatchSourceFile, NoPosition}
import scala.tools.nsc.{Global, Settings}
import scala.tools.nsc.reporters.StoreReporter

/** Code that does not compile; `line` begins at 1. */
final case class CompileError(message: String, line: Option[Int]) extends Exception(message)

/**
 * Compiles the code of nodes, statements as a shell takes them, into a folder of classes.
 *
 * Statements become the body of a method: as the body of an object they would run while its class is initialised, and tasks
 * in other threads, which need that class, would wait for each other for ever. Classes stand next to the method, else they had
 * no type tags, which Spark needs for rows of them. All keep their lines, one below their place in the code.
 */
final class Compiler(folder: Path) {
  private val settings = {
    val settings = new Settings(message => throw new IllegalStateException(message))
    settings.classpath.value = System.getProperty("java.class.path")
    settings.outputDirs.setSingleOutput(folder.toString)
    settings.processArguments(List("-nowarn", "-Yrangepos:true"), processAll = true)
    settings
  }
  private val reporter = new StoreReporter(settings)
  private val global = new Global(settings, reporter)
  private var compiled = 0

  /** Compiles code, and returns the name of the object whose method `run` runs it. Throws CompileError. */
  def compile(text: String): String = synchronized {
    compiled += 1
    val code = Compiler.FormerContext.replaceAllIn(text, "sqlContext")
    val name = s"${Compiler.Package}n$compiled"
    val statements = parse(code)
    val (definitions, body) = split(code, statements)
    val result = if (statements.exists(isResult)) s"\n;${Compiler.Result}" else "\n;()"
    val parts = Seq(
      s"package $name; ${Compiler.Imports} object Definitions {\n$definitions\n}",
      s"package $name; ${Compiler.Imports} object Node { def run(${Compiler.Parameters}): Any = { import spark.implicits._; import Definitions._; {\n$body$result\n}}}",
    )
    reporter.reset()
    new global.Run().compileSources(parts.toList.map(new BatchSourceFile("code", _)))
    failIfWrong()
    s"$name.Node"
  }

  /** The statements of code. */
  private def parse(code: String): List[global.Tree] = {
    reporter.reset()
    // a run sets up what a parser reports to
    new global.Run()
    val unit = new global.CompilationUnit(new BatchSourceFile("code", s"object Node {\n$code\n}"))
    val tree = new global.syntaxAnalyzer.UnitParser(unit).parse()
    failIfWrong()
    tree match {
      case global.PackageDef(_, global.ModuleDef(_, _, global.Template(_, _, statements)) :: Nil) =>
        // the parser adds a constructor
        statements.filterNot(tree => tree.isInstanceOf[global.DefDef] && tree.asInstanceOf[global.DefDef].name == global.termNames.CONSTRUCTOR)
      case _ => throw CompileError("the code closes a bracket that it has not opened", None)
    }
  }

  private def isResult(tree: global.Tree): Boolean = tree match {
    case definition: global.ValDef => definition.name.decoded.trim == Compiler.Result
    case _ => false
  }

  /** The code of classes with all imports, and that of the other statements; each with blanks in place of the rest. */
  private def split(code: String, statements: List[global.Tree]): (String, String) = {
    val offset = "object Node {\n".length
    val definitions = code.toCharArray.map(blank)
    val body = code.toCharArray
    for (tree <- statements if tree.pos.isRange) {
      val range = (tree.pos.start - offset) until (tree.pos.end - offset)
      val isDefinition = tree.isInstanceOf[global.ImplDef] || tree.isInstanceOf[global.TypeDef]
      if (isDefinition || isGlobalImport(tree)) range.foreach(at => definitions(at) = code(at))
      if (isDefinition) range.foreach(at => body(at) = blank(code(at)))
    }
    (new String(definitions), new String(body))
  }

  /** True for an import from a package, not from a variable of the code. */
  private def isGlobalImport(tree: global.Tree): Boolean = tree match {
    case global.Import(from, _) => Compiler.Packages.exists(root => from.toString.startsWith(root))
    case _ => false
  }

  private def blank(char: Char): Char = if (char == '\n' || char == '\r') char else ' '

  private def failIfWrong(): Unit = reporter.infos.find(_.severity == reporter.ERROR).foreach { error =>
    val line = if (error.pos == NoPosition || !error.pos.isDefined) None else Some(error.pos.line - 1).filter(_ > 0)
    throw CompileError(error.msg.linesIterator.mkString(" "), line)
  }
}

object Compiler {

  /** How code for Spark 1 makes what it finds as `sqlContext`; the class can no longer be made. */
  private val FormerContext = """\bnew\s+(?:org\.apache\.spark\.sql\.)?SQLContext\s*\(\s*(?:sc|spark\.sparkContext)\s*\)""".r

  /** What the names of all classes of code begin with. */
  val Package = "millrace."

  /** The variable that holds the result, if no table does. */
  val Result = "outDF"

  /** What code finds, and `Worker` passes to it in this order. */
  private val Parameters =
    "spark: org.apache.spark.sql.SparkSession, sc: org.apache.spark.SparkContext, sqlContext: org.apache.spark.sql.SQLContext, inDF: org.apache.spark.sql.DataFrame, inDFs: Seq[org.apache.spark.sql.DataFrame], parameters: Map[String, String], workflowContext: org.apache.spark.sql.millrace.WorkflowContext"

  private val Imports =
    "import org.apache.spark.sql.{DataFrame, Row, Dataset, SparkSession}; import org.apache.spark.sql.functions._; import org.apache.spark.SparkContext._;"

  /** Roots of packages that classes of the code may import from. */
  private val Packages = Seq("org.", "com.", "java.", "javax.", "scala.", "math", "util.", "collection.")
}
