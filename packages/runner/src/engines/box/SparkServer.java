import java.net.InetSocketAddress;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connect.service.SparkConnectService$;

/**
 * Spark with its Connect service, until it is ended. Unlike Spark's own SparkConnectServer it leaves the sessions one class
 * loader: Spark keeps the code that it generates for queries by class loader, and compiled it anew in every session.
 * Compiled at the start by Janino, which Spark brings along: the JDK of the wheel has no compiler.
 */
public class SparkServer {
  public static void main(String[] args) throws Exception {
    try {
      SparkConnectService$ service = SparkConnectService$.MODULE$;
      service.start(SparkSession.builder().getOrCreate().sparkContext());
      InetSocketAddress address = service.bindingAddress();
      System.err.println(
          "Spark Connect server started at: " + address.getAddress().getHostAddress() + ":" + address.getPort());
      service.server().awaitTermination();
    } catch (Throwable error) {
      System.err.println("ERROR SparkServer: " + error);
      System.exit(1);
    }
  }
}
