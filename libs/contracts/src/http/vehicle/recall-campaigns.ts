import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { registrationField } from '../../registration-field.ts';
import { isoDateSchema, isoInstantSchema } from '../../vehicle-record.ts';

/** A campaign of DVSA's recalls file that may apply to a vehicle. Only its maker can confirm that, by the VIN. */
export const matchedRecallCampaignSchema = z.object({
  /** `R/2014/013` */
  number: z.string(),
  launchedOn: isoDateSchema,
  /** These three as DVSA writes them. */
  concern: z.string(),
  defect: z.string(),
  remedy: z.string(),
  /** The number of vehicles; null: not given. */
  affected: z.nullable(z.int()),
});

/**
 * `matched`: by make, model and possible dates of build, latest first; empty if DVSA lists none. `car-not-known`: there
 * is no stored record, or it lacks what campaigns are matched by. `list-not-read`: we have no list of DVSA's yet.
 */
export const recallCampaignsSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('matched'),
    campaigns: z.array(matchedRecallCampaignSchema),
    /** When DVSA's list was last read. */
    listReadAt: isoInstantSchema,
  }),
  z.object({ outcome: z.enum(['car-not-known', 'list-not-read']) }),
]);

export type RecallCampaigns = z.infer<typeof recallCampaignsSchema>;

/** Reads the stored list and record only; asks no source. */
export const readRecallCampaignsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/vehicles/:registration/recall-campaigns',
  params: z.object({ registration: registrationField }),
  answers: { 200: recallCampaignsSchema },
  problems: [],
});
