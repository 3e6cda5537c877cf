package org.apache.spark.sql.millrace

import java.io.{BufferedReader, FileDescriptor, FileInputStream, FileOutputStream, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.module.scala.DefaultScalaModule

/** Requests and answers, one JSON object a line, on a socket that this process was started with. */
final class Channel(descriptor: FileDescriptor) {
  private val json = new ObjectMapper().registerModule(DefaultScalaModule)
  private val lines = new BufferedReader(new InputStreamReader(new FileInputStream(descriptor), UTF_8))
  private val out = new FileOutputStream(descriptor)

  /** The next request; nothing once the other end is closed. */
  def next(): Option[Request] = Option(lines.readLine()).map(json.readValue(_, classOf[Map[String, Any]])).map(new Request(_))

  /** True if a request has come. */
  def hasNext: Boolean = lines.ready()

  def send(answer: Map[String, Any]): Unit = out.write((json.writeValueAsString(answer) + "\n").getBytes(UTF_8))
}

object Channel {

  /** The channel on a descriptor, for which Java has no constructor. */
  def of(number: Int): Channel = {
    val descriptor = new FileDescriptor
    val field = classOf[FileDescriptor].getDeclaredField("fd")
    field.setAccessible(true)
    field.setInt(descriptor, number)
    new Channel(descriptor)
  }
}

/** Rows of an input: files of Arrow, each a stream of its own, and Spark's JSON of their columns. */
final case class InputRows(files: Seq[Path], schema: String)

/**
 * The code of a node, and what it works on: `settings` are those of the session, `table` is the name of its result, `format`
 * (`arrow` or `parquet`) is how the result is written.
 */
final class Request(values: Map[String, Any]) {
  val id: Int = number("id")
  /** Folders that are to be emptied, if nothing is to be run: the process is to be as it was before it ran code. */
  val reset: Option[Seq[String]] = values.get("reset").map(_.asInstanceOf[Seq[String]])
  lazy val node: String = text("node")
  lazy val code: String = text("code")
  lazy val table: String = text("table")
  lazy val format: String = text("format")
  lazy val settings: Map[String, String] = texts("settings")
  lazy val parameters: Map[String, String] = texts("parameters")
  lazy val inputs: Seq[InputRows] = values("inputs").asInstanceOf[Seq[Map[String, Any]]].map { input =>
    InputRows(input("files").asInstanceOf[Seq[String]].map(Path.of(_)), input("schema").toString)
  }

  private def number(name: String): Int = values(name).asInstanceOf[Number].intValue
  private def text(name: String): String = values(name).toString
  private def texts(name: String): Map[String, String] = values(name).asInstanceOf[Map[String, Any]].transform((_, value) => value.toString)
}
