/** One row with a column of every type, named shortly: samples are written over it. */
export const columns = `
  select 1 as i, cast(1 as bigint) as l, 1.5D as d, cast(1.5 as float) as f, cast(1.5 as decimal(10,2)) as de,
    'x' as s, true as b, X'01' as bin, date'2020-01-01' as dt, timestamp'2020-01-01' as ts, interval '1' day as di,
    array(1, 2) as ai, array('a', 'b') as \`as\`, array(array(1)) as aai, array(cast(1 as float)) as af,
    array(named_struct('a', 1)) as ast, array(named_struct('key', 'a', 'value', 1)) as akv,
    map('k', 1) as m, named_struct('a', 1, 'b', 'x') as st, parse_json('{}') as v`;

/** The columns that Sail 0.7 does not know are left to Spark. */
export const sparkOnly = `, time'10:00:00' as t, st_geomfromwkb(X'0101000000000000000000F03F0000000000000040') as g`;
