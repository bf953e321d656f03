import { isJsonObject, type JsonObject } from './json.types.ts';

/** The fields that changed, with their former values: an event's `previous_attributes`. Null when nothing did. */
export function previousAttributesOf(before: JsonObject, after: JsonObject): JsonObject | null {
  const changed: JsonObject = {};
  for (const [name, was] of Object.entries(before)) {
    const is = after[name];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const inner = isJsonObject(was) && isJsonObject(is) ? previousAttributesOf(was, is) : null;
    changed[name] = inner ?? was;
  }
  for (const name of Object.keys(after)) if (!(name in before)) changed[name] = null;
  return Object.keys(changed).length > 0 ? changed : null;
}
