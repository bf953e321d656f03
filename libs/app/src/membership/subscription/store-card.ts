import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChargedCard } from '@ve/contracts/http/membership/subscription';
import { recordNewestCardSetup } from '@ve/data/membership/subscription/card-setup.repository';
import { toStoredCard } from '@ve/data/membership/subscription/stored-card';
import { recordSubscriptionCard } from '@ve/data/membership/subscription/subscription-changes.repository';
import { findSubscription, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { isMembershipLive, isSubscriptionRunning, membershipOf } from '@ve/domain/membership/membership-state';
import {
  type ProviderCardSetup,
  type PaymentCard,
  type PaymentsPort,
  PaymentsRefusedError,
  PaymentsUnavailableError,
} from '@ve/providers/payments/payments.port';
import { nullIfUnknownAtStripe } from '@ve/providers/payments/unknown-stripe-object';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';
import type { StoredCardChargeOutcome, StoredCardCharger } from './charges.ts';

/** A card setup that succeeded, with its customer. */
export type SucceededCardSetup = Pick<ProviderCardSetup, 'id' | 'createdAt'> & {
  customerId: string;
  paymentMethodId: string;
  card: PaymentCard;
};

/** Returns a card setup if its card can be charged from now on; null if it cannot. */
export const succeededCardSetupOf = ({
  id,
  createdAt,
  status,
  customerId,
  paymentMethodId,
  card,
}: ProviderCardSetup): SucceededCardSetup | null =>
  status !== 'succeeded' || customerId === null || paymentMethodId === null || card === null
    ? null
    : { id, createdAt, customerId, paymentMethodId, card };

export interface CardToStore {
  row: SubscriptionRow;
  setup: SucceededCardSetup;
  /** Whether its holder had to authenticate. */
  answered: boolean;
  /** Whether the unpaid invoice may be charged to it now. */
  mayCharge: boolean;
}

export interface StoreCardDeps {
  payments: Pick<PaymentsPort, 'useCard' | 'readSubscription'>;
  charges: Pick<StoredCardCharger, 'retry'>;
  now: Clock;
  logger: UseCaseLogger;
}

/**
 * `charged`: the result of the unpaid invoice; `unanswered`: not known; null: nothing was owed, or it was not tried.
 */
export interface StoreCardResult {
  card: ChargedCard;
  present: SubscriptionRow;
  charged: StoredCardChargeOutcome | 'unanswered' | null;
}

/**
 * Charges a membership to a card from now on, and tries its unpaid invoice with it once: BFF and worker use the same
 * idempotency keys, which are those of the card setup. The only place where a card is stored; `em` is the transaction
 * that holds the subscription lock. Returns null, without an effect, when a newer change has replaced this one.
 * @throws PaymentsRefusedError when Stripe rejects the card itself; PaymentsUnavailableError
 */
export const storeCard = async (
  em: EntityManager,
  { row, setup, answered, mayCharge }: CardToStore,
  { payments, charges, now, logger }: StoreCardDeps,
): Promise<StoreCardResult | null> => {
  const { id, createdAt, customerId, paymentMethodId } = setup;
  if (!(await recordNewestCardSetup(em, row.id, { id, createdAt, answered }))) return null;
  // Authentication may have taken long: another subscription may have started, or this one ended.
  const present = (await findSubscription(em, row.id)) ?? row;
  const subscriptionId = isMembershipLive(membershipOf(present, now()).state) ? present.stripeSubscriptionId : null;
  const key = `card.${id}`;
  await chargeTo(payments, { key, customerId, paymentMethodId }, subscriptionId);
  const card = toStoredCard(setup.card);
  await recordSubscriptionCard(em, { id: row.id, card }, now());
  if (!mayCharge || subscriptionId === null) return { card, present, charged: null };
  const payer = { rowId: row.id, customerId };
  const charged = await charges.retry(subscriptionId, { payer, key, now: now() }).catch((error: unknown) => {
    // The card is still stored; the sync that follows reads the invoice.
    if (!(error instanceof PaymentsRefusedError || error instanceof PaymentsUnavailableError)) throw error;
    logger.warn(
      { event: 'unpaid_invoice_result_unknown', err: error, setupIntentId: id },
      'Stripe did not report whether a new card has paid the unpaid invoice.',
    );
    return 'unanswered' as const;
  });
  return { card, present, charged };
};

/** If the subscription has ended at Stripe without our knowledge, the card is only set on the customer. */
const chargeTo = async (
  payments: StoreCardDeps['payments'],
  card: { key: string; customerId: string; paymentMethodId: string },
  subscriptionId: string | null,
): Promise<void> => {
  try {
    await payments.useCard({ ...card, subscriptionId });
  } catch (error) {
    if (subscriptionId === null || !(error instanceof PaymentsRefusedError)) throw error;
    const subscription = await nullIfUnknownAtStripe(payments.readSubscription(subscriptionId));
    if (subscription !== null && isSubscriptionRunning(subscription)) throw error;
    await payments.useCard({ ...card, key: `${card.key}.customer`, subscriptionId: null });
  }
};
