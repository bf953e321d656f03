import * as z from 'zod/mini';
import { isoInstantSchema } from '../../vehicle-record.ts';

/** A change of price or terms that was announced to a member and is not decided yet. */
export const memberChangeNoticeSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['price', 'terms']),
  /** For a new price: what a month costs before and after it, in pence; null for terms. */
  previousPence: z.nullable(z.int()),
  pence: z.nullable(z.int()),
  effectiveAt: isoInstantSchema,
  /** When the membership ends without agreement; null: at the end of the time that is paid for then. */
  endsAt: z.nullable(isoInstantSchema),
  /** Null: the member has not agreed. */
  agreedAt: z.nullable(isoInstantSchema),
  /** The text that the button agrees to. */
  consent: z.string(),
});

export type MemberChangeNotice = z.infer<typeof memberChangeNoticeSchema>;

/** `changes` of the subscription. */
export const memberChangeNoticesSchema = z.array(memberChangeNoticeSchema);
