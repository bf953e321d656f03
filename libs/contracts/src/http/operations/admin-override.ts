import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { remoteOverrideOutcomeSchema, releaseOverrideTargetsSchema } from '../../override.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

const overrideFields = {
  /** The requested releases, and what is shown instead of one that cannot be shown. */
  remotes: z.array(remoteOverrideOutcomeSchema),
  /** When it expires. */
  until: isoInstantSchema,
};

export const releaseOverrideStatusSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('set'), ...overrideFields }),
  z.object({ outcome: z.literal('none') }),
]);

export type ReleaseOverrideStatus = z.infer<typeof releaseOverrideStatusSchema>;

export const releaseOverrideAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('set'), ...overrideFields }),
  /** At least one release is not published or does not fit; the override is unchanged. */
  z.object({ outcome: z.literal('refused'), remotes: z.array(remoteOverrideOutcomeSchema) }),
  /** A break-glass session has no pages, so it cannot have an override. */
  z.object({ outcome: z.literal('no-session') }),
]);

export type ReleaseOverrideAnswer = z.infer<typeof releaseOverrideAnswerSchema>;

/** The releases that the caller's session sees instead of those for visitors. */
export const readReleaseOverrideEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/admin/override',
  answers: { 200: releaseOverrideStatusSchema },
  problems: [],
});

/** Sets other releases for the following pages, which show a bar about it; without any, only the bar and its panel. */
export const setReleaseOverrideEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/override',
  body: z.object({ remotes: releaseOverrideTargetsSchema }),
  answers: { 200: releaseOverrideAnswerSchema },
  problems: [],
});

/** Returns to the releases for visitors. */
export const clearReleaseOverrideEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/override',
  answers: { 204: undefined },
  problems: [],
});
