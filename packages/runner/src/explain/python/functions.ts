/**
 * Functions of `pyspark.sql.functions` that make the very call of the same name, by the shape of their arguments:
 * `c` a column (or its name), `v` a Python value, `f` a lambda, `*` any number of what stands before it. All others
 * are written with `F.call_function`. A test holds this table to the pyspark that is installed.
 */
const shapes: Readonly<Record<string, string>> = {
  '': `row_number rank dense_rank percent_rank cume_dist current_date current_timestamp now curdate localtimestamp pi e
    monotonically_increasing_id spark_partition_id input_file_name unix_timestamp grouping_id`,
  c: `abs acos acosh any_value approx_count_distinct array_compact array_distinct array_max array_min array_size ascii asin
    asinh atan atanh avg base64 bin bit_and bit_count bit_length bit_or bit_xor bool_and bool_or bround btrim cardinality cbrt
    ceil ceiling char char_length chr collect_list collect_set cos cosh cot count count_if crc32 date_from_unix_date day
    dayname dayofmonth dayofweek dayofyear degrees every exp explode explode_outer expm1 factorial first_value flatten floor
    hex hour initcap inline isnan isnotnull isnull json_array_length json_object_keys kurtosis last_day last_value lcase
    length ln log10 log1p log2 lower ltrim map_entries map_from_entries map_keys map_values max md5 median min minute month
    monthname negative octet_length posexplode posexplode_outer positive product quarter radians reverse rint round rtrim
    second sha sha1 sign signum sin sinh size skewness some soundex sqrt std stddev stddev_pop stddev_samp sum tan tanh
    timestamp_micros timestamp_millis timestamp_seconds to_binary to_csv to_date to_json to_timestamp trim try_avg try_sum
    try_to_date try_to_timestamp typeof ucase unbase64 unhex unix_date unix_micros unix_millis unix_seconds unwrap_udt upper
    url_decode url_encode var_pop var_samp variance weekday weekofyear year array_sort assert_true grouping`,
  'c*': 'array arrays_zip coalesce concat greatest hash least map_concat struct xxhash64 named_struct',
  v: 'ntile raise_error rand randn',
  cc: `add_months array_except array_intersect array_repeat array_union arrays_overlap atan2 corr covar_pop covar_samp
    date_add date_diff date_sub datediff equal_null find_in_set get ifnull left levenshtein log
    map_from_arrays max_by min_by nanvl nullif nvl pmod position power regexp_count regexp_like regexp_substr repeat replace
    right sequence substr to_char to_number try_add try_divide try_element_at try_mod
    try_multiply try_subtract try_to_number try_to_timestamp`,
  cv: `any_value approx_count_distinct array_append array_contains array_join array_position array_prepend array_remove
    assert_true bround date_format decode element_at encode first format_number from_json from_unixtime from_utc_timestamp
    get_json_object instr lag last lead map_contains_key mode next_day round shiftleft shiftright sort_array to_date
    to_timestamp to_utc_timestamp trunc try_to_date unix_timestamp`,
  vc: 'date_trunc',
  'vc*': 'concat_ws format_string',
  ccc: 'make_date nvl2 replace sequence slice split_part substr substring',
  cvv: `array_join conv lag lead lpad nth_value regexp_extract regexp_replace rpad substring_index
    translate`,
  cvc: 'split',
  ccv: 'months_between',
  cf: 'transform filter exists forall map_filter transform_keys transform_values array_sort',
  ccf: 'aggregate reduce zip_with map_zip_with',
  ccff: 'aggregate reduce',
};

/** PySpark's name of a function, where it is another than Spark SQL's. */
const renamed: Readonly<Record<string, { readonly name: string; readonly shape: string }>> = {
  map: { name: 'create_map', shape: 'c*' },
  isNaN: { name: 'isnan', shape: 'c' },
  isnan: { name: 'isnan', shape: 'c' },
};

const byName = new Map<string, string[]>();
for (const [shape, names] of Object.entries(shapes))
  for (const name of names.split(/\s+/)) byName.set(name, [...(byName.get(name) ?? []), shape]);

export interface PythonFunction {
  readonly name: string;
  /** Argument shapes that it takes, each as long as the call has arguments. */
  readonly shapes: readonly string[];
}

const spread = (shape: string, count: number): string | undefined => {
  if (!shape.endsWith('*')) return shape.length === count ? shape : undefined;
  const fixed = shape.slice(0, -2);
  const repeated = shape.at(-2) ?? '';
  return count > fixed.length ? fixed + repeated.repeat(count - fixed.length) : undefined;
};

/** How PySpark names a function of Spark SQL and takes `count` arguments of it; undefined if it has no function of its own. */
export function pythonFunction(name: string, count: number): PythonFunction | undefined {
  const other = renamed[name];
  const candidates = other === undefined ? (byName.get(name) ?? []) : [other.shape];
  const fitting = candidates.map((shape) => spread(shape, count)).filter((shape) => shape !== undefined);
  return fitting.length === 0 ? undefined : { name: other?.name ?? name, shapes: fitting };
}

/** Every function of the table with its shapes, for the test. */
export const allPythonFunctions = (): readonly (readonly [name: string, shapes: readonly string[]])[] => [...byName];
