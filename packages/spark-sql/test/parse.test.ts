import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseExpression, parseQuery, tokenize } from '../src/index.ts';

const tokens = (sql: string): string[] =>
  tokenize(sql).tokens.map((t) => (t.kind === 'string' ? `'${t.value}'` : t.text));

describe('tokens', () => {
  it('reads strings as Spark does', () => {
    const values = tokenize(String.raw`'a''b' "c\"d" 'x\ny' r'\d' 'é' '\101' '\%'`).tokens.map((t) => t.value);
    assert.deepEqual(values, ["a'b", 'c"d', 'x\ny', '\\d', 'é', 'A', '\\%', '']);
  });
  it('skips comments, nested ones too', () => {
    assert.deepEqual(tokens('a -- b\n/* c /* d */ e */ f'), ['a', 'f', '']);
    assert.equal(tokenize('/* a /* b */ c */ 1').oddComment, true);
    assert.equal(tokenize('-- a\\\n drop\n 1').oddComment, true);
  });
  it('tells numbers from names and dots', () => {
    assert.deepEqual(tokens('1.5e3+.5-2L a.1b 0.0D'), ['1.5e3', '+', '.5', '-', '2L', 'a', '.', '1b', '0.0D', '']);
  });
});

describe('expressions', () => {
  const shape = (sql: string): string => show(parseExpression(sql));
  const show = (e: ReturnType<typeof parseExpression>): string => {
    if (e.kind === 'op') return `(${e.op} ${e.args.map(show).join(' ')})`;
    if (e.kind === 'call') return `${e.name}(${e.args.map(show).join(', ')})${e.over ? ' over' : ''}`;
    if (e.kind === 'column') return e.path.join('.');
    if (e.kind === 'literal') return e.value ?? 'null';
    if (e.kind === 'alias') return `${show(e.arg)} as ${e.names.join()}`;
    if (e.kind === 'cast') return `${e.mode}(${show(e.arg)})`;
    if (e.kind === 'lambda') return `${e.params.join()}->${show(e.body)}`;
    if (e.kind === 'index') return `${show(e.arg)}[${show(e.index)}]`;
    return e.kind;
  };
  const cases: [sql: string, shape: string][] = [
    ['a + b * c - d', '(- (+ a (* b c)) d)'],
    ['not a = b and c or d', '(or (and (not (= a b)) c) d)'],
    ['a between 1 and 2 and b', '(and (between a 1 2) b)'],
    ["a not like 'x%' or b is not null", '(or (not like a x%) (is not null b))'],
    ['-5 - -x', '(- -5 (-x x))'],
    ['a == b <=> c != d', '(<> (<=> (= a b) c) d)'],
    ['a & b | c ^ d << 1', '(| (& a b) (^ c (<< d 1)))'],
    ['cast(a as decimal(10,2)) + b::array<array<int>>[0]', '(+ cast(a) cast(b)[0])'],
    ["extract(hour from ts) + position('a' in b)", '(+ extract(hour, ts) position(a, b))'],
    ['trim(both from a) || substring(b from 2 for 3)', '(|| btrim(a) substring(b, 2, 3))'],
    ['transform(a, x -> x + 1)[0].b', 'field'],
    ['aggregate(a, 0, (s, x) -> s + x)', 'aggregate(a, 0, s,x->(+ s x))'],
    [
      'sum(a) filter (where b) over (partition by c order by d rows between 1 preceding and current row) s',
      'sum(a) over as s',
    ],
    ["a + interval '1' month - interval '1' second", "(- (+ a interval '1' month) interval '1' second)"],
    ['a + interval 1 month -2 days - 3', '(- (+ a interval 1 month -2 days) 3)'],
    ['current_date - interval 1 day', '(- current_date() interval 1 day)'],
    ['case a when 1 then 2 else 3 end', 'case'],
    ['a in (1, 2) and (b, c) in (select 1, 2)', 'op'],
    ['left(a, 1) as `left`', 'left(a, 1) as left'],
    ['a ? b', 'unknown'],
    ['', 'unknown'],
  ];
  for (const [sql, expected] of cases) {
    it(`reads ${sql || 'nothing'}`, () => {
      const result = shape(sql);
      assert.equal(expected === 'op' ? parseExpression(sql).kind : result, expected);
    });
  }
});

describe('queries', () => {
  const read = [
    'select a.b, count(distinct x) c from t a left join t b on a.x = b.x where a.x > 1 group by a.b having c > 1 order by 1 desc nulls last limit 10 offset 2',
    'select * from a full outer join b using (x, y) cross join c natural left join d left semi join e on a.x = e.x left anti join f using (x)',
    'select a, b, sum(c) from t group by rollup (a, b)',
    'select a, b from t group by grouping sets ((a, b), (a), ())',
    'select a from t group by a with cube',
    'select row_number() over w from t window w as (partition by a order by b)',
    'select * from (select a from t) x, lateral (select b from u where u.a = x.a) y',
    'select * from t lateral view outer posexplode(a) p as i, x where x > 1',
    'select * from t tablesample (10 percent) repeatable (3) s',
    "select * from t pivot (sum(a) as s for b in ('x' as y, 'z'))",
    'select * from t unpivot include nulls (v for k in (a, b)) as u',
    'select /*+ broadcast(a) */ * from a join b on a.x = b.x',
    '(select 1 union all select 2) intersect select 1 minus select 3',
    'values (1, 2), (3, 4)',
    'select * from values (1, 2) as v(a, b)',
    'from t select a where b group by a',
    'with a(x) as (select 1), b as (table a) select * from b',
    'select t.* except (a), struct(*) from t sort by a',
    "select date '2020-01-01', x'1f', interval '1-2' year to month, 1.5BD, null, true",
  ];
  for (const sql of read) it(`reads ${sql}`, () => assert.notEqual(parseQuery(sql).body.kind, 'unknown'));

  const beyond = ['select 1 |> where a', 'selec 1', '', 'select a from', 'select 1 from t t2 t3', 'select (1'];
  for (const sql of beyond) {
    it(`takes ${sql || 'nothing'} as unknown, without refusing it`, () =>
      assert.equal(parseQuery(sql).body.kind, 'unknown'));
  }

  it('reads a long and deep text', () => {
    const deep = `select ${'('.repeat(100)}1${')'.repeat(100)} as x, ${Array.from({ length: 500 }, (_, i) => `a${i} + 1 as b${i}`).join(', ')} from t`;
    assert.notEqual(parseQuery(deep).body.kind, 'unknown');
  });
});
