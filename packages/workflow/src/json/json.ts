/** A JSON value as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; a key that is absent reads as undefined. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** True for objects, false for null, lists and plain values. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for JSON lists (typed, where `Array.isArray` would give `any[]`). */
export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
