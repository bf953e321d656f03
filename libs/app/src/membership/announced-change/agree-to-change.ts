import type { Context } from '@ve/data/kernel/context';
import {
  addChangeConsent,
  type ChangeNotice,
  findChangeNotice,
  listOpenNotices,
} from '@ve/data/membership/announced-change/announced-change.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { notifySubscription, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { changeConsent, type ChangeTerms, coveringPeriodEnd } from '@ve/domain/membership/announced-change';
import type { ClientAddresses } from '../../jobs/client-addresses.ts';
import { findMeantMembership, type MembershipReference } from '../cancellation/cancel-by-member.ts';

/** An announced change as its member sees it. */
export interface MemberChange {
  id: string;
  terms: ChangeTerms;
  /** When the membership ends without their agreement; null: not known. */
  endsAt: Date | null;
  agreedAt: Date | null;
}

/**
 * `agreed`: also if it was before; `closed`: the day has come, or the membership is cancelled; `unknown`: it was not
 * announced to this member.
 */
export type AgreedToChange = 'agreed' | 'closed' | 'unknown';

/** Shows members the changes that were announced to them, and stores their consent. */
export class AnnouncedChanges {
  constructor(private readonly addresses: ClientAddresses) {}

  /** The open changes of a membership; null: there is no such membership. */
  async list(context: Context, meant: MembershipReference): Promise<MemberChange[] | null> {
    const row = await findMeantMembership(context.em, meant);
    return row === null ? null : memberChangesOf(context.em, row);
  }

  /** Stores, once, that a member agrees to a change. Until its day they can withdraw that by cancelling. */
  async agree(
    { em, now, client }: Context,
    { meant, noticeId }: { meant: MembershipReference; noticeId: string },
  ): Promise<AgreedToChange> {
    const found = await findMeantMembership(em, meant);
    if (found === null) return 'unknown';
    const clientHash = await this.addresses.nameOf(client);
    return em.transactional(async (transaction) => {
      const at = now();
      const row = await lockSubscription(transaction, found.id);
      const notice = await findChangeNotice(transaction, noticeId);
      if (row === null || notice?.stripeSubscriptionId !== row.stripeSubscriptionId) return 'unknown';
      if (notice.userId !== row.userId) return 'unknown';
      if (notice.agreedAt !== null) return 'agreed';
      if (notice.settledAt !== null || at >= notice.effectiveAt || row.endsAt !== null) return 'closed';
      const { version } = changeConsent(changeTermsOf(notice));
      await addChangeConsent(transaction, { notice, version, clientHash }, at);
      await notifySubscription(transaction, row.id);
      return 'agreed';
    });
  }
}

/** The open changes of a membership, the earliest day first. */
export const memberChangesOf = async (em: Context['em'], row: SubscriptionRow): Promise<MemberChange[]> => {
  if (row.stripeSubscriptionId === null) return [];
  const notices = await listOpenNotices(em, row.stripeSubscriptionId);
  return notices.map((notice) => ({
    id: notice.id,
    terms: changeTermsOf(notice),
    endsAt: row.endsAt ?? coveringPeriodEnd(row, notice.effectiveAt),
    agreedAt: notice.agreedAt,
  }));
};

/** What a notice asks its member to agree to. */
export const changeTermsOf = ({ pence, previousPence, termsVersion, effectiveAt }: ChangeNotice): ChangeTerms =>
  pence === null
    ? { kind: 'terms', termsVersion: termsVersion ?? '', effectiveAt }
    : { kind: 'price', pence, previousPence, effectiveAt };
