const deepest = 100;

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * Why a JSON value cannot be stored: PostgreSQL accepts neither NUL nor half a surrogate pair, and the nesting is
 * limited. Null if it can be stored.
 */
export function jsonStorageProblem(value: unknown): string | null {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return `is nested more than ${String(deepest)} levels deep`;
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each === 'string' && !isText(each)) return 'has characters that are no text';
      if (typeof each !== 'object' || each === null) continue;
      if (!Object.keys(each).every(isText)) return 'has characters that are no text';
      next.push(...(Object.values(each) as unknown[]).filter((inner) => ['string', 'object'].includes(typeof inner)));
    }
    level = next;
  }
  return null;
}
