package org.apache.spark.sql.millrace

import java.io.FileOutputStream
import java.nio.channels.Channels
import java.nio.file.{Files, Path, StandardCopyOption}

import scala.jdk.CollectionConverters._

import org.apache.arrow.vector.ipc.WriteChannel
import org.apache.arrow.vector.ipc.message.MessageSerializer
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection
import org.apache.spark.sql.classic
import org.apache.spark.sql.execution.arrow.ArrowConverters
import org.apache.spark.sql.types.{DataType, StructType}
import org.apache.spark.sql.util.ArrowUtils

/** Rows as files in the folder of this process. */
object Rows {

  /** The rows of an input; a file is read when the code asks for its rows. */
  def read(spark: classic.SparkSession, input: InputRows): DataFrame = {
    val schema = DataType.fromJson(input.schema).asInstanceOf[StructType]
    val names = input.files.map(_.toString)
    val rows = spark.sparkContext.parallelize(names, math.max(1, names.size)).mapPartitions { names =>
      val toUnsafe = UnsafeProjection.create(schema)
      val rows = names.flatMap(name => ArrowConverters.fromIPCStream(Files.readAllBytes(Path.of(name)))._1)
      rows.map(row => toUnsafe(row).copy(): InternalRow)
    }
    spark.internalCreateDataFrame(rows, schema)
  }

  /** Writes rows in their order to a file of a format. */
  def write(rows: DataFrame, format: String, file: Path): Unit =
    if (format == "parquet") writeParquet(rows, file) else writeArrow(rows.asInstanceOf[classic.DataFrame], file)

  private def writeParquet(rows: DataFrame, file: Path): Unit = {
    val folder = Path.of(s"$file.parts")
    rows.coalesce(1).write.parquet(folder.toString)
    val parts = Files.list(folder).iterator.asScala.filter(_.getFileName.toString.endsWith(".parquet")).toList
    // rows without a partition leave no file
    val part = parts.headOption.getOrElse(throw new IllegalStateException("Spark wrote no file"))
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING)
  }

  private def writeArrow(rows: classic.DataFrame, file: Path): Unit = {
    val zone = rows.sparkSession.sessionState.conf.sessionLocalTimeZone
    val schema = ArrowUtils.toArrowSchema(rows.schema, zone, errorOnDuplicatedFieldNames = true, largeVarTypes = false)
    val stream = new FileOutputStream(file.toFile)
    try {
      val out = new WriteChannel(Channels.newChannel(stream))
      MessageSerializer.serialize(out, schema)
      rows.toArrowBatchRdd.toLocalIterator.foreach(batch => out.write(batch))
      out.writeIntLittleEndian(MessageSerializer.IPC_CONTINUATION_TOKEN)
      out.writeIntLittleEndian(0)
    } finally stream.close()
  }
}
