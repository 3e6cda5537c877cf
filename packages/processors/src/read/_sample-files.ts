/** Files in binary formats that examples read, small enough to stand here. */
const bytes = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** `id int, näme string, x y double`: one row of values, one of nulls. */
export const parquetRows = bytes(
  'UEFSMRUAFRQVFCwVBBUAFQYVBhwAAAACAAAAAwEBAAAAFQAVGBUYLBUEFQAVBhUGHAAAAAIAAAADAQIAAADDvBUAFRwVHCwVBBUA' +
    'FQYVBhwAAAACAAAAAwEAAAAAAADgPxUEGUw1ABgGc2NoZW1hFQYAFQIlAhgCaWQAFQwlAhgFbsOkbWUlAEwcAAAAFQolAhgDeCB5' +
    'ABYEGRwZPCYAHBUCGSUGABkYAmlkFQAWBBY6FjomCEkcFQAVABUCADwpBhkmAgIAAAAmABwVDBklBgAZGAVuw6RtZRUAFgQWPhY+' +
    'JkJJHBUAFQAVAgA8FgQZBhkmAgIAAAAmABwVChklBgAZGAN4IHkVABYEFkIWQiaAAUkcFQAVABUCADwpBhkmAgIAAAAWugEWBCYI' +
    'FroBACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZPBwAABwAABwAAAD9AAAAUEFSMQ==',
);
/** `id int`, no rows. */
export const parquetEmpty = bytes(
  'UEFSMRUEGSw1ABgGc2NoZW1hFQIAFQIlAhgCaWQAFgAZHBkcJgAcFQIZFQYZGAJpZBUAFgAWABYAJgBJDAAAFgAWACYAFgAAKCBw' +
    'YXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRkcHAAAAGwAAABQQVIx',
);
/** `a.b bigint, l array<string>`: one row. */
export const parquetNested = bytes(
  'UEFSMRUAFRwVHCwVAhUAFQYVBhwAAAACAAAAAgEBAAAAAAAAABUAFSQVJCwVBBUAFQYVBhwAAAACAAAAAwIDAAAAAwsAAQAAAHgV' +
    'BBlcNQAYBnNjaGVtYRUEABUEJQIYA2EuYgA1AhgBbBUCFQZMPAAAADUEGARsaXN0FQIAFQwlAhgHZWxlbWVudCUATBwAAAAWAhkc' +
    'GSwmABwVBBklBgAZGANhLmIVABYCFkIWQiYISRwVABUAFQIAPCkGGSYAAgAAACYAHBUMGSUGABk4AWwEbGlzdAdlbGVtZW50FQAW' +
    'BBZKFkomSkkcFQAVABUCADwWAhkmAgIZRgAAAgIAAAAWjAEWAiYIFowBACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4w' +
    'LjEZLBwAABwAAADtAAAAUEFSMQ==',
);
/** `id int, t timestamp_ntz, u timestamp`, both in nanoseconds: two rows, of which the second is before 1970 and null. */
export const parquetNanoseconds = bytes(
  'UEFSMRUAFRwVHCwVBBUAFQYVBhwAAAACAAAABAEBAAAAAgAAABUAFSwVLCwVBBUAFQYVBhwAAAACAAAABAEBQNBlEk24F///////////' +
    'FQAVHBUcLBUEFQAVBhUGHAAAAAIAAAADAQBA0GUSTbgXFQQZTDUAGAZzY2hlbWEVBgAVAiUCGAJpZAAVBCUCGAF0bIwSHDwAAAAAABUE' +
    'JQIYAXVsjBEcPAAAAAAAFgQZHBk8JgAcFQIZJQYAGRgCaWQVABYEFkIWQiYISRwVABUAFQIAPCkGGSYABAAAACYAHBUEGSUGABkYAXQV' +
    'ABYEFlIWUiZKSRwVABUAFQIAPCkGGSYABAAAACYAHBUEGSUGABkYAXUVABYEFkIWQiacAUkcFQAVABUCADwpBhkmAgIAAAAW1gEWBCYI' +
    'FtYBACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZPBwAABwAABwAAAD7AAAAUEFSMQ==',
);
/** `id int, ID int`: one row. */
export const parquetSameNames = bytes(
  'UEFSMRUAFRQVFCwVAhUAFQYVBhwAAAACAAAAAgEBAAAAFQAVFBUULBUCFQAVBhUGHAAAAAIAAAACAQIAAAAVBBk8NQAYBnNjaGVtYRUE' +
    'ABUCJQIYAmlkABUCJQIYAklEABYCGRwZLCYAHBUCGSUGABkYAmlkFQAWAhY6FjomCEkcFQAVABUCADwpBhkmAAIAAAAmABwVAhklBgAZ' +
    'GAJJRBUAFgIWOhY6JkJJHBUAFQAVAgA8KQYZJgACAAAAFnQWAiYIFnQAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRks' +
    'HAAAHAAAALMAAABQQVIx',
);
/** `id int, name string, x double`: one row of values, one of nulls. */
export const avroRows = bytes(
  'T2JqAQYWYXZyby5zY2hlbWHOAnsidHlwZSI6InJlY29yZCIsIm5hbWUiOiJ0b3BMZXZlbFJlY29yZCIsImZpZWxkcyI6W3sibmFt' +
    'ZSI6ImlkIiwidHlwZSI6WyJpbnQiLCJudWxsIl19LHsibmFtZSI6Im5hbWUiLCJ0eXBlIjpbInN0cmluZyIsIm51bGwiXX0seyJu' +
    'YW1lIjoieCIsInR5cGUiOlsiZG91YmxlIiwibnVsbCJdfV19MG9yZy5hcGFjaGUuc3BhcmsudmVyc2lvbgo0LjMuMBRhdnJvLmNv' +
    'ZGVjCG51bGwAleDaQZIuBBriseRui9QdfQQkAAIABMO8AAAAAAAAAOA/AgICleDaQZIuBBriseRui9QdfQ==',
);
/** `id int`, no rows. */
export const avroEmpty = bytes(
  'T2JqAQYWYXZyby5zY2hlbWGeAXsidHlwZSI6InJlY29yZCIsIm5hbWUiOiJ0b3BMZXZlbFJlY29yZCIsImZpZWxkcyI6W3sibmFt' +
    'ZSI6ImlkIiwidHlwZSI6ImludCJ9XX0wb3JnLmFwYWNoZS5zcGFyay52ZXJzaW9uCjQuMy4wFGF2cm8uY29kZWMIbnVsbACFDUJL' +
    '/d7iHB5pw+S/rQ8Z',
);
/** `l array<string>, s struct<y:bigint>`: one row. */
export const avroNested = bytes(
  'T2JqAQYWYXZyby5zY2hlbWHOA3sidHlwZSI6InJlY29yZCIsIm5hbWUiOiJ0b3BMZXZlbFJlY29yZCIsImZpZWxkcyI6W3sibmFt' +
    'ZSI6ImwiLCJ0eXBlIjp7InR5cGUiOiJhcnJheSIsIml0ZW1zIjpbInN0cmluZyIsIm51bGwiXX19LHsibmFtZSI6InMiLCJ0eXBl' +
    'Ijp7InR5cGUiOiJyZWNvcmQiLCJuYW1lIjoicyIsIm5hbWVzcGFjZSI6InRvcExldmVsUmVjb3JkIiwiZmllbGRzIjpbeyJuYW1l' +
    'IjoieSIsInR5cGUiOiJsb25nIn1dfX1dfTBvcmcuYXBhY2hlLnNwYXJrLnZlcnNpb24KNC4zLjAUYXZyby5jb2RlYwhudWxsAEC0' +
    'tKu3aCxybzV0IccsiloCDgQAAngCAAJAtLSrt2gscm81dCHHLIpa',
);
