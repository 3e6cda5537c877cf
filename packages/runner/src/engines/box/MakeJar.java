import java.io.FileOutputStream;
import java.util.Iterator;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.codehaus.janino.SimpleCompiler;

/** Compiles a file of Java into a jar, by Janino, which Spark brings along: the JDK of the wheel has no compiler. */
public class MakeJar {
  public static void main(String[] args) throws Exception {
    SimpleCompiler compiler = new SimpleCompiler();
    compiler.cookFile(args[0]);
    JarOutputStream jar = new JarOutputStream(new FileOutputStream(args[1]));
    Iterator entries = compiler.getBytecodes().entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry entry = (Map.Entry) entries.next();
      jar.putNextEntry(new JarEntry(((String) entry.getKey()).replace('.', '/') + ".class"));
      jar.write((byte[]) entry.getValue());
    }
    jar.close();
  }
}
