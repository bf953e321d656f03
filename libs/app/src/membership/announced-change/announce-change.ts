import type { EntityManager } from '@mikro-orm/postgresql';
import {
  addAnnouncedChange,
  type AnnouncedChangeContent,
  countChangeNotices,
  countMembersAffectedByChange,
  listOpenAnnouncedChanges,
  type OpenAnnouncedChange,
} from '@ve/data/membership/announced-change/announced-change.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { startOfLondonDay } from '@ve/domain/kernel/time/london-date';
import { isChangeNoticeLongEnough } from '@ve/domain/membership/announced-change';
import { membershipOffer } from '@ve/domain/membership/offer';
import type { PaymentsPort } from '@ve/providers/payments/payments.port';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import { consentVersionsAgreeingToChange, notifyMembersOfChange } from './sweep-changes.ts';

/** Why a change is not announced. */
export type ChangeAnnouncementRefusal =
  /** Less than the promised notice is left until its day. */
  | 'short-notice'
  /** Stripe does not know the price, or no new subscription can have it. */
  | 'unknown-price'
  /** The price at Stripe has another amount, currency or period. */
  | 'other-price'
  /** This release does not offer the price, or the terms: new contracts would have to change again. */
  | 'not-offered'
  /** Another change of this kind is not decided for every member yet. */
  | 'already-open';

export type ChangeAnnouncementOutcome =
  | { outcome: 'refused'; why: ChangeAnnouncementRefusal }
  /** `members`: whom it concerns; with `dryRun` nothing was written. */
  | { outcome: 'announced'; members: number; effectiveAt: Date };

export interface ChangeAnnouncementRequest {
  change: { kind: 'price'; priceId: string; pence: number } | { kind: 'terms'; version: string };
  /** The day on which it takes effect. */
  effectiveOn: IsoDate;
  dryRun: boolean;
  /** What new contracts get. */
  offered: { priceId: string; pence: number; termsVersion: string };
}

export interface ChangeAnnouncementDeps {
  fork: () => EntityManager;
  payments: Pick<PaymentsPort, 'readPrice'>;
  now: Clock;
}

/**
 * Announces a change of the price or the terms, and notifies the members whom it concerns. A run that is killed after
 * recording it is completed by the workers. A price has to be on offer already, so that a sign-up after the
 * announcement is made at it and needs no notice of its own.
 */
export const announcePriceOrTermsChange = async (
  { fork, payments, now }: ChangeAnnouncementDeps,
  { change, effectiveOn, dryRun, offered }: ChangeAnnouncementRequest,
): Promise<ChangeAnnouncementOutcome> => {
  const at = now();
  const effectiveAt = startOfLondonDay(effectiveOn);
  const refuse = (why: ChangeAnnouncementRefusal): ChangeAnnouncementOutcome => ({ outcome: 'refused', why });
  if (!isChangeNoticeLongEnough(effectiveAt, at)) return refuse('short-notice');
  const content = change.kind === 'terms' ? change : await readPrice(payments, change);
  if (typeof content === 'string') return refuse(content);
  const isOffered =
    change.kind === 'terms'
      ? change.version === offered.termsVersion
      : change.priceId === offered.priceId && change.pence === offered.pence;
  if (!isOffered) return refuse('not-offered');
  const open = await listOpenAnnouncedChanges(fork());
  if (open.some(({ kind }) => kind === change.kind)) return refuse('already-open');
  if (dryRun) {
    const planned = unrecorded(content, effectiveAt, at);
    const members = await countMembersAffectedByChange(fork(), planned, consentVersionsAgreeingToChange(planned));
    return { outcome: 'announced', members, effectiveAt };
  }
  const stored = toContent(content);
  const id = await fork().transactional((em) => addAnnouncedChange(em, stored, { effectiveAt, now: at }));
  const recorded = (await listOpenAnnouncedChanges(fork())).find((each) => each.id === id);
  if (recorded === undefined) return refuse('already-open');
  const agreedVersions = consentVersionsAgreeingToChange(recorded);
  // The workers may notify some of them meanwhile.
  while ((await countMembersAffectedByChange(fork(), recorded, agreedVersions)) > 0)
    await notifyMembersOfChange(fork(), recorded, now());
  return { outcome: 'announced', members: await countChangeNotices(fork(), recorded.id), effectiveAt };
};

type Content = { kind: 'terms'; version: string } | Extract<AnnouncedChangeContent, { kind: 'price' }>;

const readPrice = async (
  payments: ChangeAnnouncementDeps['payments'],
  { priceId, pence }: { priceId: string; pence: number },
): Promise<Content | ChangeAnnouncementRefusal> => {
  const price = await nullIfUnknownAtStripe(payments.readPrice(priceId));
  if (price?.active !== true) return 'unknown-price';
  const { currency, membership } = membershipOffer;
  if (price.pence !== pence || price.currency !== currency || price.months !== membership.months) return 'other-price';
  return { kind: 'price', price: { stripePriceId: priceId, pence, currency } };
};

const toContent = (content: Content): AnnouncedChangeContent =>
  content.kind === 'price' ? content : { kind: 'terms', termsVersion: content.version };

/** The change as it would be recorded, to count whom it would concern. */
const unrecorded = (content: Content, effectiveAt: Date, announcedAt: Date): OpenAnnouncedChange => ({
  id: '00000000-0000-0000-0000-000000000000',
  kind: content.kind,
  pence: content.kind === 'price' ? content.price.pence : null,
  stripePriceId: content.kind === 'price' ? content.price.stripePriceId : null,
  termsVersion: content.kind === 'terms' ? content.version : null,
  announcedAt,
  effectiveAt,
});
