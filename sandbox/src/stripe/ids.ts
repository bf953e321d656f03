import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `length` random letters and digits. */
export const randomAlphanumeric = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** An id in Stripe's format: a prefix such as `cus_` and 24 letters and digits. */
export const newStripeId = (prefix: string): string => `${prefix}_${randomAlphanumeric(24)}`;

export const newStripeClientSecret = (id: string): string => `${id}_secret_${randomAlphanumeric(24)}`;
