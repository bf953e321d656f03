/** A parameter as sent: all values are text until their type is known. */
export type BracketFormValue = string | BracketFormValue[] | BracketFormParameters;
export interface BracketFormParameters {
  [name: string]: BracketFormValue;
}

const partPattern = /\[([^[\]]*)\]/g;
const deepest = 8;

/** The names of `items[0][price]`: items, 0, price. */
function pathOf(name: string): string[] {
  const first = name.indexOf('[');
  if (first <= 0) return [name];
  return [name.slice(0, first), ...[...name.slice(first).matchAll(partPattern)].map(([, part]) => part ?? '')];
}

function put(into: Map<string, unknown>, path: readonly string[], value: string): void {
  const [head = '', ...rest] = path;
  // `expand[]=a&expand[]=b` is numbered in order.
  const key = head === '' ? String(into.size) : head;
  if (rest.length === 0) {
    into.set(key, value);
    return;
  }
  const inner = into.get(key);
  const next = inner instanceof Map ? inner : new Map<string, unknown>();
  into.set(key, next);
  put(next, rest, value);
}

function settle(value: unknown): BracketFormValue {
  if (!(value instanceof Map)) return String(value);
  const keys = [...value.keys()];
  if (keys.length > 0 && keys.every((key) => /^\d{1,4}$/.test(String(key)))) {
    return keys.sort((one, other) => Number(one) - Number(other)).map((key) => settle(value.get(key)));
  }
  return Object.fromEntries(keys.map((key) => [String(key), settle(value.get(key))]));
}

/** Parses a form or a query with brackets: `a[b][0]=c`. */
export function parseBracketForm(fields: URLSearchParams): BracketFormParameters {
  const root = new Map<string, unknown>();
  for (const [name, value] of fields) {
    const path = pathOf(name);
    if (path.length <= deepest) put(root, path, value);
  }
  const settled = Object.fromEntries([...root].map(([name, value]) => [name, settle(value)]));
  return settled;
}
