import type { Context } from '@ve/data/kernel/context';
import {
  addChangeConsent,
  type ChangeNotice,
  findChangeNotice,
  listOpenChangeNotices,
} from '@ve/data/membership/announced-change/announced-change.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import {
  findSubscriptionByStripeId,
  notifySubscriptionChannel,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import {
  announcedChangeConsent,
  type AnnouncedChangeTerms,
  periodEndCoveringChange,
} from '@ve/domain/membership/announced-change';
import { announcedChangeLinkSigningKey } from '@ve/data/jobs/limit/secret.repository';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { idOfSignedToken } from '../../kernel/signed-id.ts';
import { isAnnouncedChangeToken } from './change-token.ts';

/** An announced change as its member sees it. */
export interface MemberAnnouncedChange {
  id: string;
  terms: AnnouncedChangeTerms;
  /** When the membership ends without their agreement; null: not known. */
  endsAt: Date | null;
  agreedAt: Date | null;
}

/**
 * `agreed`: also if it was before; `closed`: the day has come, or the membership is cancelled; `unknown`: it was not
 * announced to this member.
 */
export type ChangeAgreementOutcome = 'agreed' | 'closed' | 'unknown';

/** Who agrees: the signed-in member, or who has the link of the mail that announces this change. */
export type AgreeingMember = { userId: string } | { token: string };

/** Stores that members agree to the changes that were announced to them. */
export class AnnouncedChangeService {
  constructor(private readonly addresses: ClientAddressHasher) {}

  /** Stores, once, that a member agrees to a change. Until its day they can withdraw that by cancelling. */
  async agree(
    { em, now, client }: Context,
    { by, noticeId }: { by: AgreeingMember; noticeId: string },
  ): Promise<ChangeAgreementOutcome> {
    const announced = await findChangeNotice(em, noticeId);
    if (announced === null || !(await isAnnouncedTo(em, announced, by))) return 'unknown';
    const found = await findSubscriptionByStripeId(em, announced.stripeSubscriptionId);
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
      const { version } = announcedChangeConsent(changeTermsOfNotice(notice));
      await addChangeConsent(transaction, { notice, version, clientHash }, at);
      await notifySubscriptionChannel(transaction, row.id);
      return 'agreed';
    });
  }
}

const isAnnouncedTo = async (em: Context['em'], notice: ChangeNotice, by: AgreeingMember): Promise<boolean> =>
  'userId' in by
    ? notice.userId === by.userId
    : isAnnouncedChangeToken(by.token, notice, await announcedChangeLinkSigningKey(em));

/** The change behind the link of its mail, with its membership; null: the link is not valid. */
export const findAnnouncedChangeByToken = async (
  em: Context['em'],
  token: string,
): Promise<{ row: SubscriptionRow; notice: ChangeNotice } | null> => {
  const id = idOfSignedToken(token);
  const notice = id === null ? null : await findChangeNotice(em, id);
  if (notice === null || !(await isAnnouncedTo(em, notice, { token }))) return null;
  const row = await findSubscriptionByStripeId(em, notice.stripeSubscriptionId);
  return row === null ? null : { row, notice };
};

/** The open changes of a membership, the earliest day first. */
export const announcedChangesOfMembership = async (
  em: Context['em'],
  row: SubscriptionRow,
): Promise<MemberAnnouncedChange[]> => {
  if (row.stripeSubscriptionId === null) return [];
  const notices = await listOpenChangeNotices(em, row.stripeSubscriptionId);
  return notices.map((notice) => memberChangeOf(row, notice));
};

/** A change as its member sees it. */
export const memberChangeOf = (row: SubscriptionRow, notice: ChangeNotice): MemberAnnouncedChange => ({
  id: notice.id,
  terms: changeTermsOfNotice(notice),
  endsAt: row.endsAt ?? periodEndCoveringChange(row, notice.effectiveAt),
  agreedAt: notice.agreedAt,
});

/** What a notice asks its member to agree to. */
export const changeTermsOfNotice = ({
  pence,
  previousPence,
  termsVersion,
  effectiveAt,
}: ChangeNotice): AnnouncedChangeTerms =>
  pence === null
    ? { kind: 'terms', termsVersion: termsVersion ?? '', effectiveAt }
    : { kind: 'price', pence, previousPence, effectiveAt };
