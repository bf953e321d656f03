import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { overriddenSchema, overrideTargetsSchema } from '../../override.ts';
import { isoInstant } from '../../vehicle-record.ts';

const standing = {
  /** What was asked for, and what is shown in its place where it cannot be shown. */
  remotes: z.array(overriddenSchema),
  /** When it ends by itself. */
  until: isoInstant,
};

export const overrideStatusSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('set'), ...standing }),
  z.object({ outcome: z.literal('none') }),
]);

export type OverrideStatus = z.infer<typeof overrideStatusSchema>;

export const overrideAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('set'), ...standing }),
  /** At least one of these is not published or does not fit; the override is as it was. */
  z.object({ outcome: z.literal('refused'), remotes: z.array(overriddenSchema) }),
  /** Break-glass access is no session that pages are sent to. */
  z.object({ outcome: z.literal('no-session') }),
]);

export type OverrideAnswer = z.infer<typeof overrideAnswerSchema>;

/** The releases that the caller's own session sees in place of those that visitors get. */
export const readOverride = endpoint({
  method: 'GET',
  path: '/api/admin/override',
  answers: { 200: overrideStatusSchema },
  problems: [],
});

/** Sees other releases from the next page on, with the bar that says so; without any, the bar and its panel alone. */
export const setOverride = endpoint({
  method: 'POST',
  path: '/api/admin/override',
  body: z.object({ remotes: overrideTargetsSchema }),
  answers: { 200: overrideAnswerSchema },
  problems: [],
});

/** Sees what visitors get again. */
export const endOverride = endpoint({
  method: 'DELETE',
  path: '/api/admin/override',
  answers: { 204: undefined },
  problems: [],
});
