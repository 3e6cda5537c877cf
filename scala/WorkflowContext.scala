package org.apache.spark.sql.millrace

import scala.collection.mutable

/** What code knows of its workflow, as `workflowContext`: the parameters of the run, and values for the nodes behind it. */
final class WorkflowContext(parameters: Map[String, String]) {
  private val values = mutable.LinkedHashMap.empty[String, String]

  /** A parameter of the run, or what an earlier node has set. */
  def getParameters(name: String, default: String = ""): String = parameters.getOrElse(name, default)

  /** Sets a value that later nodes read as `$name`, or by their code. Sequences are joined with commas. */
  def setParameters(name: String, value: Any): Unit = value match {
    case null => values(name) = ""
    case several: Iterable[_] => values(name) = several.mkString(",")
    case several: Array[_] => values(name) = several.mkString(",")
    case one => values(name) = one.toString
  }

  def setParameter(name: String, value: Any): Unit = setParameters(name, value)

  private[millrace] def variables: Map[String, String] = values.toMap
}
