/** Common functions of Spark SQL, for completion; any other is accepted too. */
export const sqlFunctions: readonly string[] = (
  'abs acos add_months aggregate any any_value approx_count_distinct array array_agg array_contains array_distinct ' +
  'array_except array_intersect array_join array_max array_min array_position array_remove array_repeat array_sort ' +
  'array_union arrays_overlap arrays_zip ascii asin atan atan2 avg base64 bin bit_length bool_and bool_or bround btrim ' +
  'cardinality cast cbrt ceil char char_length coalesce collect_list collect_set concat concat_ws contains conv corr cos ' +
  'count count_if covar_pop covar_samp crc32 cume_dist current_date current_timestamp date_add date_diff date_format ' +
  'date_part date_sub date_trunc datediff day dayofmonth dayofweek dayofyear degrees dense_rank element_at elt endswith ' +
  'every exists exp explode explode_outer expr factorial filter find_in_set first first_value flatten floor forall ' +
  'format_number format_string from_json from_unixtime from_utc_timestamp get_json_object greatest grouping hash hex hour ' +
  'hypot if ifnull ilike initcap instr isnan isnotnull isnull json_tuple kurtosis lag last last_day last_value lcase lead ' +
  'least left length levenshtein like ln locate log log10 log2 lower lpad ltrim make_date make_timestamp map map_concat ' +
  'map_from_arrays map_keys map_values max max_by md5 mean median min min_by minute mod month months_between named_struct ' +
  'nanvl negative next_day now nth_value ntile nullif nvl nvl2 octet_length overlay parse_url percent_rank percentile ' +
  'percentile_approx pi pmod posexplode position pow power quarter radians rand rank regexp_extract regexp_extract_all ' +
  'regexp_like regexp_replace repeat replace reverse right rint rlike round row_number rpad rtrim second sequence sha1 ' +
  'sha2 sign sin size skewness slice sort_array soundex split split_part sqrt startswith std stddev stddev_pop ' +
  'stddev_samp str_to_map struct substr substring substring_index sum tan timestamp_micros timestamp_millis ' +
  'timestamp_seconds to_date to_json to_number to_timestamp to_unix_timestamp transform translate trim trunc try_cast ' +
  'typeof ucase unbase64 unhex unix_timestamp upper uuid var_pop var_samp variance weekday weekofyear width_bucket xxhash64 year zip_with'
).split(' ');

export const sqlKeywords =
  'select distinct from where group by having order asc desc nulls first last limit offset join inner left right full outer ' +
  'cross semi anti lateral view on using union all except intersect with as case when then else end and or not in is null ' +
  'like ilike rlike between exists true false over partition rows range unbounded preceding following current row interval ' +
  'cast tablesample values qualify pivot unpivot rollup cube grouping sets';
