import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indented, pyText } from '../src/explain/python/text.ts';

test('the body of a function is indented, and texts of several lines stay as they are', () => {
  const code = `# a """ in a comment
df = spark.sql(
    ${pyText('select "a\n# b" as x,\n  \'"""\' as y\nfrom t"')},
    t=df,
)

x = ""
y = ${pyText('one\ntwo')}
return x`;
  assert.equal(
    indented(code),
    `    # a """ in a comment
    df = spark.sql(
        """select "a
# b" as x,
  '\\"\\"\\"' as y
from t\\"""",
        t=df,
    )

    x = ""
    y = """one
two"""
    return x`,
  );
});
