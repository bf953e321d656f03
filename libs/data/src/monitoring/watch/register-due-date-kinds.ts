/** The kinds of due dates that the registers hold. */
export const registerDueDateKinds = ['tax', 'mot'] as const;
export type RegisterDueDateKind = (typeof registerDueDateKinds)[number];

const aDayMs = 86_400_000;

/** The age at which a due date is read again: a day more than the interval of the monitor checks that read it. */
export const registerDueDateStaleMs: Readonly<Record<RegisterDueDateKind, number>> = {
  tax: 8 * aDayMs,
  mot: 29 * aDayMs,
};
