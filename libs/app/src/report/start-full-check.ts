import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { startFullCheckEndpoint } from '@ve/contracts/http/report/reports';
import type { Context } from '@ve/data/kernel/context';
import { lockOrCreateCustomer } from '@ve/data/membership/customer/customer.repository';
import {
  addFullCheck,
  countFailedFullChecks,
  findFullCheckOfPeriod,
  findFailedFullCheck,
  type FullCheckRow,
} from '@ve/data/full-check/full-check.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addReport } from '@ve/data/report/report.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import {
  findSubscriptionOfUser,
  consumeCredit,
  type SubscriptionRow,
} from '@ve/data/membership/subscription/subscription.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import type { FullCheckFailure } from '@ve/domain/vehicle/record/check-failure';
import { membershipOf } from '@ve/domain/membership/membership-state';

/**
 * Maximum paid look-ups of one account's failed checks per day. Their credits were returned, so only this limit stops
 * repeated payments for a failing vendor, or for registrations that no register knows.
 */
const failedLookupsPerDay = 3;
/** Maximum failed checks of one account per day, regardless of cost: each also calls other sources and sends a mail. */
const failedChecksPerDay = 5;
/** Failures that depend on the vehicle: the registers would return the same again. */
const permanentFailures: readonly FullCheckFailure[] = ['not-held', 'restricted'];
const aDayMs = 86_400_000;

type Refused = Extract<EndpointAnswerBody<typeof startFullCheckEndpoint>, { outcome: 'refused' }>;

/** A check, started now or before, or why none is. */
type Started = Refused | { outcome: 'started'; check: FullCheckRow };

/** The texts of specification section 8. */
const notSubscribed: Refused = {
  outcome: 'refused',
  reason: 'not-subscribed',
  message: 'No active subscription found',
};
const noCredit: Refused = {
  outcome: 'refused',
  reason: 'no-credit',
  message: 'No credits remaining for this billing period',
};
const tooManyFailed: Refused = {
  outcome: 'refused',
  reason: 'too-many-failed',
  message: 'Several full checks failed today. Your credit is kept: try again tomorrow.',
};

const started = (check: FullCheckRow): Started => ({ outcome: 'started', check });

/**
 * Uses the member's credit for a check of this vehicle and queues it, in one transaction. Returns an existing check
 * instead, without using a credit: one that still runs, one of the same paid period that has not failed, or one of the
 * last 24 hours that failed because the registers hold or release nothing about the vehicle. Refused when too many of
 * the account's checks failed in the last day, or cost too much.
 */
export const startFullCheck = async (
  context: Context,
  { userId, registration }: { userId: string; registration: string },
): Promise<Started> => {
  const { em } = context;
  const present = await findSubscriptionOfUser(em, userId);
  if (present === null) return notSubscribed;
  // Most repeated calls end here, without a lock.
  const known = await checkOfPeriod(em, present, registration);
  if (known) return started(known);
  return em.transactional(async (transaction) => {
    const subscription = await lockSubscription(transaction, present.id);
    if (subscription === null) return notSubscribed;
    const check = await checkOfPeriod(transaction, subscription, registration);
    return check ? started(check) : begin(context, { em: transaction, subscription, registration });
  });
};

/** Starts the check with the subscription locked. */
const begin = async (
  { now, correlationId }: Context,
  { em, subscription, registration }: { em: Context['em']; subscription: SubscriptionRow; registration: string },
): Promise<Started> => {
  const at = now();
  const { subscribed, credits } = membershipOf(subscription, at);
  if (!subscribed) return notSubscribed;
  const { id: subscriptionId, userId, stripeSubscriptionId, creditedPeriodEnd: periodEnd } = subscription;
  if (credits === 0 || periodEnd === null) return noCredit;
  const since = new Date(at.getTime() - aDayMs);
  const without = await findFailedFullCheck(em, { userId, registration, since, failures: permanentFailures });
  if (without) return started(without);
  const failed = await countFailedFullChecks(em, userId, since);
  if (failed.checks >= failedChecksPerDay || failed.lookups >= failedLookupsPerDay) return tooManyFailed;
  if (!(await consumeCredit(em, subscriptionId, periodEnd))) return noCredit;
  const asked = { userId, subscriptionId, stripeSubscriptionId, periodEnd, registration, correlationId };
  const check = await addFullCheck(em, asked, at);
  await addToOutbox(em, { jobName: 'full-checks.run', payload: { checkId: check.id, correlationId } }, { now: at });
  // From now on the report shows its check. For a vehicle that was never fetched, the report is saved with the result.
  const held = await findVehicleRecord(em, registration);
  if (held) {
    const customerId = await lockOrCreateCustomer(em, userId, at);
    await addReport(em, { customerId, registration, record: held.record }, at);
  }
  return started(check);
};

const checkOfPeriod = (
  em: Context['em'],
  { userId, creditedPeriodEnd: periodEnd }: SubscriptionRow,
  registration: string,
): Promise<FullCheckRow | null> => findFullCheckOfPeriod(em, { userId, registration, periodEnd });
