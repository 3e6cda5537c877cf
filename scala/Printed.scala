package org.apache.spark.sql.millrace

import java.io.{ByteArrayOutputStream, OutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8

/** Passes on what code prints, line by line after the id of its node and a tab, up to a limit for each node. */
final class Printed(target: PrintStream) extends OutputStream {
  private val line = new ByteArrayOutputStream
  private var node = ""
  private var left = 0

  /** What follows is of this node. */
  def begin(id: String): Unit = synchronized {
    flushLine()
    node = id
    left = Printed.Most
  }

  override def write(byte: Int): Unit = synchronized {
    if (byte == '\n') flushLine() else if (line.size < Printed.Longest) line.write(byte)
  }

  /** Ends the open line. */
  def flushLine(): Unit = synchronized {
    if (line.size > 0 && left > 0) {
      left -= line.size + 1
      val text = if (left > 0) line.toString(UTF_8) else "more output is not shown"
      target.println(s"$node\t${Printed.plain(text)}")
      target.flush()
    }
    line.reset()
  }
}

object Printed {

  /** Bytes that the code of one node may print. */
  private val Most = 1 << 20

  /** What would move the cursor or the colours of a terminal. */
  private val Controls = "\u001b\\[[0-9;?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f]".r

  /** A line without them. */
  def plain(line: String): String = Controls.replaceAllIn(line, "")

  /** Bytes of the longest line. */
  private val Longest = 4000
}
