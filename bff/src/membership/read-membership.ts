import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { cancellationOutcomeOf } from '@ve/app/membership/cancellation/cancellation-outcome';
import { announcedChangesOfMembership } from '@ve/app/membership/announced-change/agree-to-change';
import type { Context } from '@ve/data/kernel/context';
import { findAgreedChargeTerms } from '@ve/data/membership/sign-up/consent.repository';
import { findSubscriptionOfUser, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { currentConsents } from '@ve/domain/membership/consents';
import { membershipOf } from '@ve/domain/membership/membership-state';
import { immediatePaymentOf } from '@ve/domain/membership/pay-now';
import { type ImmediatePaymentTerms, toSubscriptionAnswer } from './subscription.mapper.ts';

/** A user's membership for their browser. */
export const readMembershipOfUser = async (context: Context, userId: string): Promise<Subscription> =>
  readMembershipAnswerOfRow(context, await findSubscriptionOfUser(context.em, userId));

/** Converts a membership row for its member's browser; `null`: there is none. */
export const readMembershipAnswerOfRow = async (
  { em, now }: Context,
  row: SubscriptionRow | null,
): Promise<Subscription> => {
  const at = now();
  if (row === null) return toSubscriptionAnswer(null, { cancelling: null, payNow: null, changes: [] }, at);
  return toSubscriptionAnswer(
    row,
    {
      cancelling: await cancellationOutcomeOf(em, row, at),
      payNow: await agreedPayNowPrice(em, row, at),
      changes:
        row.undecidedFrom === null && row.agreedPrice === null ? [] : await announcedChangesOfMembership(em, row),
    },
    at,
  );
};

/** Starting again makes a new contract, at the current consent's price. */
const agreedPayNowPrice = async (
  em: Context['em'],
  row: SubscriptionRow,
  now: Date,
): Promise<ImmediatePaymentTerms | null> => {
  const payNow = immediatePaymentOf(row, now);
  if (payNow === null) return null;
  const isNew = membershipOf(row, now).state === 'cancelled';
  const { fullCheckPence } = isNew ? currentConsents.rejoin : await findAgreedChargeTerms(em, row.userId, now);
  return { ...payNow, fullCheckPence };
};
