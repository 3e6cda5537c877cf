import java.io.FileOutputStream;
import java.util.Iterator;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.codehaus.janino.SimpleCompiler;

/**
 * Compiles files of Java into a jar (`JAR FILE...`), each of which may use those before it, by Janino, which Spark brings
 * along: the JDK of the wheel has no compiler.
 */
public class MakeJar {
  public static void main(String[] args) throws Exception {
    ClassLoader earlier = MakeJar.class.getClassLoader();
    JarOutputStream jar = new JarOutputStream(new FileOutputStream(args[0]));
    for (int i = 1; i < args.length; i++) {
      SimpleCompiler compiler = new SimpleCompiler();
      compiler.setParentClassLoader(earlier);
      compiler.cookFile(args[i]);
      Iterator entries = compiler.getBytecodes().entrySet().iterator();
      while (entries.hasNext()) {
        Map.Entry entry = (Map.Entry) entries.next();
        jar.putNextEntry(new JarEntry(((String) entry.getKey()).replace('.', '/') + ".class"));
        jar.write((byte[]) entry.getValue());
      }
      earlier = compiler.getClassLoader();
    }
    jar.close();
  }
}
