import * as z from 'zod/mini';

/** Chosen by the browser for one completed form; forms of earlier releases send none. */
export const idempotencyKeySchema = z.optional(z.uuid());
