/** The kinds of due dates that the registers hold. */
export const registerKinds = ['tax', 'mot'] as const;
export type RegisterKind = (typeof registerKinds)[number];

const aDayMs = 86_400_000;

/** The age at which a due date is read again: a day more than the interval of the monitor checks that read it. */
export const registerStaleMs: Readonly<Record<RegisterKind, number>> = { tax: 8 * aDayMs, mot: 29 * aDayMs };
