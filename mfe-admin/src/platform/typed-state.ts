/**
 * What was typed into a field of this page; null: nothing. It lies in the history's state: Back finds it again, and no URL
 * has it, as it may be somebody's address.
 */
export const readTypedState = (state: unknown, name: string): string | null => {
  const typed: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, name) : null;
  return typeof typed === 'string' ? typed : null;
};
