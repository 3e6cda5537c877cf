package org.apache.spark.sql.millrace

import org.apache.spark.sql.catalyst.ExtendedAnalysisException

/** Why code failed, for its author. */
object Faults {

  /** `name`: the object that ran the code; its line in an error is one below that of the code. */
  def of(error: Throwable, name: String): Map[String, Any] = error match {
    case CompileError(message, line) => fault(message, line, "")
    case CodeError(message, remedy) => fault(message, None, remedy)
    case _ =>
      val causes = Iterator.iterate(error)(_.getCause).takeWhile(_ != null).take(20).toList
      // the innermost first: that of a task stands below the action that ran it
      val frames = causes.reverse.flatMap(_.getStackTrace).filter(frame => name.nonEmpty && frame.getClassName.startsWith(packageOf(name)))
      // Spark wraps what a task threw, and adds the stacks of both
      val cause = causes.last
      fault(s"${cause.getClass.getSimpleName.stripPrefix("Extended")}: ${textOf(cause)}", frames.headOption.map(_.getLineNumber - 1).filter(_ > 0), remedyOf(cause))
  }

  private def packageOf(name: String): String = name.substring(0, name.lastIndexOf('.') + 1)

  /** The message without the stack or the plan that Spark adds to it. */
  private def textOf(error: Throwable): String =
    Option(error match {
      case extended: ExtendedAnalysisException => extended.getSimpleMessage
      case _ => error.getMessage
    }).getOrElse("").linesIterator.takeWhile(!_.startsWith("\tat ")).map(Printed.plain).mkString(" ").take(2000)

  private def remedyOf(error: Throwable): String = error match {
    case _: OutOfMemoryError => "use fewer rows, or set a higher memory limit (MILLRACE_ENGINE_MEMORY)"
    case _ => ""
  }

  private def fault(message: String, line: Option[Int], remedy: String): Map[String, Any] =
    Map("message" -> message, "line" -> line, "remedy" -> (if (remedy.isEmpty) None else Some(remedy)))
}
