/**
 * The input of a field of this page, or null. It is kept in the history's state: Back restores it, and no URL contains
 * it, since it may be a user's address.
 */
export const readInputFromHistoryState = (state: unknown, name: string): string | null => {
  const typed: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, name) : null;
  return typeof typed === 'string' ? typed : null;
};
