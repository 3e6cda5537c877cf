package org.apache.spark.sql.millrace

import java.io.PrintStream
import java.lang.reflect.InvocationTargetException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.nio.file.LinkOption.NOFOLLOW_LINKS

import scala.concurrent.{Await, ExecutionContext, Future}
import scala.concurrent.duration.Duration
import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}
import scala.util.control.ControlThrowable

import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.sql.{classic, DataFrame}
import org.apache.spark.util.MutableURLClassLoader

/** Code that cannot give rows, and what to do about it. */
final case class CodeError(message: String, remedy: String) extends Exception(message)

/**
 * Runs Scala code of nodes as it is asked to: `Worker DESCRIPTOR`, of a connected socket. It has a Spark of its own, so code has
 * all of Spark's Scala interface; the rows of inputs and of the result are files in the working folder.
 *
 * {{{
 * {"id": 1, "code": "...", "node": "4", "inputs": [{"files": ["rows-1"], "schema": "..."}], "table": "outDF",
 *  "format": "parquet", "settings": {...}, "parameters": {...}}
 * {"id": 1, "file": "result-1", "schema": "...", "variables": {...}}
 * {"id": 1, "fault": {"message": "...", "line": 3, "remedy": "..."}}
 *
 * {"id": 2, "reset": [".", "/tmp"]}
 * {"id": 2, "isReset": true}
 * }}}
 */
object Worker {

  /** Code of the kind that nodes have. */
  private val Sample = """val rows = sc.parallelize(1 to 2).map(n => (n, n.toString)).toDF("n", "text")
val outDF = rows.filter($"n" > 1)"""

  /** Folders of this process and its Spark in its working folder. */
  private val OwnFolders = Set("classes", "local", "checkpoint", "warehouse", "artifacts", "spark-warehouse")

  def main(arguments: Array[String]): Unit = {
    val printed = new Printed(System.out)
    // before the first use of Console, which keeps what it finds
    val stream = new PrintStream(printed, true, UTF_8)
    System.setOut(stream)
    System.setErr(stream)
    val channel = Channel.of(arguments.head.toInt)
    val worker = new Worker(Files.createDirectories(Path.of("classes")), printed)
    if (!channel.hasNext) worker.warmUp()
    Iterator.continually(channel.next()).takeWhile(_.isDefined).flatten.foreach { request =>
      channel.send(request.reset.fold(worker.answer(request))(worker.reset) + ("id" -> request.id))
    }
    // threads that code has left running end here
    Runtime.getRuntime.halt(0)
  }
}

final class Worker(classes: Path, printed: Printed) {
  private val loader = new MutableURLClassLoader(Array(classes.toUri.toURL), getClass.getClassLoader)
  Thread.currentThread.setContextClassLoader(loader)
  // while the first code is compiled
  private val starting = Future {
    // Spark deserializes functions of the code by the loader of the thread that starts it
    Thread.currentThread.setContextClassLoader(loader)
    classic.SparkSession.builder().sparkContext(new SparkContext(new SparkConf())).getOrCreate()
  }(ExecutionContext.global)
  private lazy val spark = Await.result(starting, Duration.Inf)
  private val compiler = new Compiler(classes)

  /** Compiles and computes a little, so that the first code need not wait for it. */
  def warmUp(): Unit = {
    val name = compiler.compile(Worker.Sample)
    run(name, spark, Nil, Map.empty, new WorkflowContext(Map.empty)).asInstanceOf[DataFrame].collect()
  }

  def answer(request: Request): Map[String, Any] = {
    printed.begin(request.node)
    var name = ""
    try {
      name = compiler.compile(request.code)
      val session = newSession(request)
      val context = new WorkflowContext(request.parameters)
      val result = resultOf(run(name, session, request.inputs.map(Rows.read(session, _)), request.parameters, context), session, request.table)
      val file = s"result-${request.id}"
      Rows.write(result, request.format, Path.of(file).toAbsolutePath)
      Map("file" -> file, "schema" -> result.schema.json, "variables" -> context.variables)
    } catch {
      case error: Throwable if !error.isInstanceOf[ControlThrowable] => Map("fault" -> Faults.of(error, name))
    } finally printed.flushLine()
  }

  /** Removes what code has left, for another session that runs the same code: false if some of it still runs. */
  def reset(folders: Seq[String]): Map[String, Any] = {
    val isRunning = Thread.getAllStackTraces.values.asScala.exists(_.exists(_.getClassName.startsWith(Compiler.Package)))
    if (!isRunning) {
      val (context, shared) = (spark.sparkContext, spark.sharedState)
      context.cancelAllJobs()
      shared.cacheManager.clearCache()
      context.getPersistentRDDs.values.foreach(_.unpersist())
      shared.globalTempViewManager.clear()
      val catalog = shared.externalCatalog
      catalog.listDatabases().foreach { database =>
        catalog.listTables(database).foreach(catalog.dropTable(database, _, ignoreIfNotExists = true, purge = true))
        catalog.listFunctions(database, "*").foreach(catalog.dropFunction(database, _))
        if (database != "default") catalog.dropDatabase(database, ignoreIfNotExists = true, cascade = true)
      }
      folders.map(Path.of(_)).foreach(empty(_, Worker.OwnFolders))
    }
    Map("isReset" -> !isRunning)
  }

  /** Removes what lies in a folder, other than mounted folders and those with a name in `except`. */
  private def empty(folder: Path, except: Set[String] = Set.empty): Unit = {
    val device = Files.getAttribute(folder, "unix:dev")
    Using(Files.list(folder))(_.iterator.asScala.toList).getOrElse(Nil).filterNot(path => except(path.getFileName.toString)).foreach { path =>
      val isFolder = Files.isDirectory(path, NOFOLLOW_LINKS)
      if (!isFolder || Files.getAttribute(path, "unix:dev", NOFOLLOW_LINKS) == device) {
        if (isFolder) empty(path)
        // what cannot be removed was not made by code
        Try(Files.delete(path))
      }
    }
  }

  /** A session with views and settings of its own. */
  private def newSession(request: Request): classic.SparkSession = {
    val session = spark.newSession()
    request.settings.foreach { case (key, value) => session.conf.set(key, value) }
    classic.SparkSession.setActiveSession(session)
    session
  }

  private def run(
      name: String,
      session: classic.SparkSession,
      inputs: Seq[DataFrame],
      parameters: Map[String, String],
      context: WorkflowContext,
  ): Any = {
    val node = loader.loadClass(s"$name$$")
    val method = node.getMethods.find(_.getName == "run").get
    val first = inputs.headOption.getOrElse(session.emptyDataFrame)
    try method.invoke(node.getField("MODULE$").get(null), session, session.sparkContext, session.sqlContext, first, inputs, parameters, context)
    catch { case error: InvocationTargetException => throw error.getCause }
  }

  /** The table that code has registered under the name of its result, else its variable `outDF`. */
  private def resultOf(value: Any, session: classic.SparkSession, table: String): DataFrame =
    if (session.catalog.tableExists(table)) session.table(table)
    else
      value match {
        case rows: DataFrame => rows
        case _ => throw CodeError("the code gives no rows", s"""register the result: outDF.createOrReplaceTempView("$table")""")
      }
}
