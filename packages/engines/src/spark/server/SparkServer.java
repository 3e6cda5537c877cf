import java.net.InetSocketAddress;
import java.util.Arrays;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionBuilder;
import org.apache.spark.sql.connect.service.SparkConnectService$;

/**
 * Spark with its Connect service, until it is ended. Unlike Spark's own SparkConnectServer it leaves the sessions one class
 * loader: Spark keeps the code that it generates for queries by class loader, and compiled it anew in every session.
 * What Spark takes no part in stands in SparkWall; with the argument `open` it does anything.
 */
public class SparkServer {
  public static void main(String[] args) throws Exception {
    try {
      SparkConnectService$ service = SparkConnectService$.MODULE$;
      SparkSessionBuilder builder = SparkSession.builder();
      if (!Arrays.asList(args).contains("open")) {
        SparkWall.removeFunctions();
        builder.withExtensions(new SparkWall());
      }
      service.start(builder.getOrCreate().sparkContext());
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
