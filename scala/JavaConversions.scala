package scala.collection

import scala.jdk.CollectionConverters._
import scala.language.implicitConversions

/** What a `Seq` of code needs, which was any sequence up to Scala 2.12 and is an immutable one since. */
trait ImmutableConversions {
  implicit def asImmutableSeq[A](list: java.util.List[A]): immutable.Seq[A] = list.asScala.toSeq
}

/** The conversions that Scala had under this name up to 2.12, for code that imports them. */
object JavaConversions extends ImmutableConversions {
  implicit def asScalaBuffer[A](list: java.util.List[A]): mutable.Buffer[A] = list.asScala
  implicit def asScalaSet[A](set: java.util.Set[A]): mutable.Set[A] = set.asScala
  implicit def mapAsScalaMap[K, V](map: java.util.Map[K, V]): mutable.Map[K, V] = map.asScala
  implicit def asScalaIterator[A](iterator: java.util.Iterator[A]): Iterator[A] = iterator.asScala
  implicit def collectionAsScalaIterable[A](values: java.util.Collection[A]): Iterable[A] = values.asScala
  implicit def seqAsJavaList[A](values: Seq[A]): java.util.List[A] = values.asJava
  implicit def setAsJavaSet[A](set: Set[A]): java.util.Set[A] = set.asJava
  implicit def mapAsJavaMap[K, V](map: Map[K, V]): java.util.Map[K, V] = map.asJava
  implicit def asJavaIterator[A](iterator: Iterator[A]): java.util.Iterator[A] = iterator.asJava
}
