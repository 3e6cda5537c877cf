/**
 * The result of a function by rule: a type text (`array<int>`), `$n` for the n-th argument's type, `wide` for the
 * widest of all, `wide1` of all from the second on, `elem` / `key` / `value` for parts of the first argument's type;
 * a name of {@link computed} in other cases.
 */
export type Rule = string;

const table = (rules: Record<Rule, string>): ReadonlyMap<string, Rule> =>
  new Map(
    Object.entries(rules).flatMap(([rule, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, rule] as const),
    ),
  );

/** Result types of functions of one row, by rule. */
export const scalarRules = table({
  string: `
    upper ucase lower lcase initcap trim btrim ltrim rtrim repeat replace translate substring_index format_string
    printf format_number concat_ws hex base64 md5 sha sha1 sha2 soundex space chr char date_format from_unixtime monthname
    dayname regexp_replace regexp_extract regexp_substr get_json_object to_json to_csv schema_of_json schema_of_csv elt
    array_join conv bin decode uuid typeof current_user user session_user current_catalog current_database current_schema
    current_timezone version url_encode url_decode try_url_decode parse_url try_parse_url split_part to_char to_varchar
    mask quote randstr xpath_string input_file_name left right substr substring overlay current_path collation
    make_valid_utf8 validate_utf8 try_validate_utf8`,
  boolean: `
    isnull isnotnull isnan contains startswith endswith like ilike rlike regexp regexp_like array_contains arrays_overlap
    exists forall map_contains_key equal_null is_valid_utf8 xpath_boolean luhn_check`,
  int: `
    length char_length character_length len octet_length bit_length ascii instr locate position levenshtein find_in_set
    year month day dayofmonth dayofweek dayofyear hour minute second quarter weekofyear weekday datediff date_diff
    unix_date size cardinality array_size regexp_count regexp_instr bit_count json_array_length hash
    spark_partition_id xpath_int`,
  bigint: `
    unix_timestamp to_unix_timestamp unix_seconds unix_millis unix_micros xxhash64 crc32 factorial array_position
    timestampdiff timediff monotonically_increasing_id bitmap_bit_position bitmap_bucket_number xpath_long width_bucket
    input_file_block_start input_file_block_length bitmap_count`,
  double: `
    sqrt cbrt exp expm1 ln log log10 log1p log2 pow power sin sinh asin asinh cos cosh acos acosh tan tanh atan atanh atan2
    cot sec csc degrees radians pi e hypot rint rand random randn months_between xpath_double xpath_number
    jaro_winkler_similarity`,
  date: `
    current_date curdate date_add date_sub add_months last_day next_day make_date to_date try_to_date
    date_from_unix_date trunc date`,
  timestamp: `
    current_timestamp now to_timestamp_ltz timestamp_seconds timestamp_millis timestamp_micros from_utc_timestamp
    to_utc_timestamp make_timestamp_ltz timestamp to_timestamp try_to_timestamp make_timestamp try_make_timestamp
    try_make_timestamp_ltz`,
  timestamp_ntz: 'to_timestamp_ntz make_timestamp_ntz try_make_timestamp_ntz localtimestamp',
  binary: 'unhex unbase64 encode to_binary try_to_binary aes_encrypt aes_decrypt try_aes_decrypt binary',
  tinyint: 'getbit bit_get tinyint',
  smallint: 'smallint xpath_short',
  'array<string>': 'split regexp_extract_all json_object_keys xpath',
  'array<array<string>>': 'sentences',
  'map<string,string>': 'str_to_map',
  // the keys of the compatibility matrix have no type of theirs
  unknown: 'make_ym_interval make_dt_interval',
  interval: 'make_interval try_make_interval',
  variant: 'parse_json try_parse_json',
  null: 'assert_true raise_error',
  time: 'current_time make_time to_time try_to_time time',
  $0: `
    abs negative positive nullif array_distinct array_sort sort_array reverse array_remove array_compact shuffle slice
    filter map_filter bitwise_not array_insert nullifzero shiftleft shiftright shiftrightunsigned array_append
    array_intersect array_except zeroifnull`,
  wide: 'coalesce nvl ifnull greatest least map_concat array_union',
  wide1: 'nvl2 if',
  'array<wide>': 'array',
  'array<$0>': 'array_repeat',
  elem: 'array_max array_min flatten',
  'array<key>': 'map_keys',
  'array<value>': 'map_values',
});

/** Result types of aggregate functions. */
export const aggregateRules = table({
  bigint: 'count count_if approx_count_distinct regr_count grouping_id',
  tinyint: 'grouping',
  double: `
    stddev std stddev_samp stddev_pop variance var_samp var_pop skewness kurtosis corr covar_pop covar_samp
    regr_slope regr_intercept regr_r2 regr_sxx regr_sxy regr_syy`,
  boolean: 'bool_and every bool_or any some',
  string: 'listagg string_agg',
  binary: 'hll_sketch_agg count_min_sketch bitmap_construct_agg bitmap_or_agg bitmap_and_agg',
  $0: `
    min max first first_value last last_value any_value mode bit_and bit_or bit_xor max_by min_by
    approx_percentile percentile_approx`,
  'array<$0>': 'collect_list array_agg collect_set',
});

/** Result types of functions that only stand over a window. */
export const windowRules = table({
  int: 'row_number rank dense_rank ntile',
  double: 'percent_rank cume_dist',
  $0: 'lag lead nth_value',
});

/** Functions that make several rows of one. */
export const generators: ReadonlySet<string> = new Set(
  'explode explode_outer posexplode posexplode_outer inline inline_outer stack json_tuple variant_explode'.split(' '),
);

/** Functions of no argument whose value differs at each call: no proof by rows is possible. */
export const unrepeatable: ReadonlySet<string> = new Set(
  'uuid rand random randn randstr uniform shuffle monotonically_increasing_id spark_partition_id input_file_name input_file_block_start input_file_block_length'.split(
    ' ',
  ),
);

/** Functions of Spark whose result type this package does not tell, and on which Sail is not tried. */
export const untyped: ReadonlySet<string> = new Set(
  `
  approx_top_k approx_top_k_accumulate approx_top_k_combine approx_top_k_estimate collate collect_union
  convert_timezone counter_diff from_base32 from_xml histogram_numeric hll_sketch_estimate hll_union hll_union_agg
  hmac is_valid_variant is_variant_null kll_merge_agg_bigint kll_merge_agg_double kll_merge_agg_float
  kll_sketch_agg_bigint kll_sketch_agg_double kll_sketch_agg_float kll_sketch_get_n_bigint kll_sketch_get_n_double
  kll_sketch_get_n_float kll_sketch_get_quantile_bigint kll_sketch_get_quantile_double
  kll_sketch_get_quantile_float kll_sketch_get_rank_bigint kll_sketch_get_rank_double kll_sketch_get_rank_float
  kll_sketch_merge_bigint kll_sketch_merge_double kll_sketch_merge_float kll_sketch_to_string_bigint
  kll_sketch_to_string_double kll_sketch_to_string_float localtime measure schema_of_variant schema_of_variant_agg
  schema_of_xml session_window st_asbinary st_geogfromwkb st_geomfromwkb st_setsrid st_srid theta_difference
  theta_intersection theta_intersection_agg theta_sketch_agg theta_sketch_estimate theta_union theta_union_agg
  time_bucket time_diff time_from_micros time_from_millis time_from_seconds time_to_micros time_to_millis
  time_to_seconds time_trunc timestamp_nanos to_base32 to_variant_object to_xml try_variant_array_append
  try_variant_get try_variant_insert try_variant_set tuple_difference_double tuple_difference_integer
  tuple_difference_theta_double tuple_difference_theta_integer tuple_intersection_agg_double
  tuple_intersection_agg_integer tuple_intersection_double tuple_intersection_integer
  tuple_intersection_theta_double tuple_intersection_theta_integer tuple_sketch_agg_double
  tuple_sketch_agg_integer tuple_sketch_estimate_double tuple_sketch_estimate_integer tuple_sketch_summary_double
  tuple_sketch_summary_integer tuple_sketch_theta_double tuple_sketch_theta_integer tuple_union_agg_double
  tuple_union_agg_integer tuple_union_double tuple_union_integer tuple_union_theta_double
  tuple_union_theta_integer unix_nanos variant_array_append variant_delete variant_explode_outer variant_get
  variant_insert variant_set variant_strip_nulls vector_avg vector_cosine_similarity vector_inner_product
  vector_l2_distance vector_norm vector_normalize vector_sum window window_time xpath_float`
    .trim()
    .split(/\s+/),
);
