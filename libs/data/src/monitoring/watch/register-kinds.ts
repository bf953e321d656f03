/** The kinds whose dates the registers know. */
export const registerKinds = ['tax', 'mot'] as const;
export type RegisterKind = (typeof registerKinds)[number];

const aDayMs = 86_400_000;

/** After this time without an answer a date is read again: a day longer than the looks at its register, which bring it, are apart. */
export const registerStaleMs: Readonly<Record<RegisterKind, number>> = { tax: 8 * aDayMs, mot: 29 * aDayMs };
