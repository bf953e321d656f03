import type { EntityManager } from '@mikro-orm/postgresql';
import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type { changeMonitoredCarEndpoint } from '@ve/contracts/http/monitoring/watch';
import type { VehicleFetch } from '@ve/contracts/http/vehicle/vehicle-data';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import type { Context } from '@ve/data/kernel/context';
import { lockOrCreateCustomer } from '@ve/data/membership/customer/customer.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { notifySubscriptionChannel } from '@ve/data/membership/subscription/subscription.repository';
import { claimCarChange, setMembershipCar } from '@ve/data/monitoring/watch/membership-car.repository';
import { addReport } from '@ve/data/report/report.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { vehicleFetchTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';
import { nextCarChangeDay, readMemberWatch, watchStateOf } from './member-watch.ts';
import { ensureWatch, switchWatchedCar } from './ensure-watch.ts';

/** Waits for the registers as long as they may take: the car can be changed only by their result. */
const waits = { firstMs: vehicleFetchTimeLimits.askedMs + 5_000, restMs: 50 };

export interface ChangeCarDeps {
  /** Returns the fresh record, or a fetch that ended or progressed within `waits`, in milliseconds. */
  fetch(context: Context, registration: string, waits: { firstMs: number; restMs: number }): Promise<VehicleFetch>;
}

interface NewCar {
  userId: string;
  registration: string;
}

type Refused = Exclude<EndpointAnswerBody<typeof changeMonitoredCarEndpoint>, { outcome: 'changed' }>;

/**
 * Makes another car the membership's car, once per billing period, if a register knows it; saves a report on it, and
 * keeps those on earlier cars. Of concurrent requests, one succeeds. Null: the car is changed.
 * @throws ProblemError `busy` or `too-many-requests` when no more vehicles are fetched
 */
export const changeMembershipCar = async (
  vehicles: ChangeCarDeps,
  context: Context,
  { userId, registration }: NewCar,
): Promise<Refused | null> => {
  const present = await readMemberWatch(context.em, userId, context.now());
  if (present.subscription === null || present.state !== 'watching') return { outcome: 'not-member' };
  if (present.subscription.registration === registration) return { outcome: 'same' };
  const mayChangeOn = nextCarChangeDay(present);
  // Checked before a register is called, which costs us.
  if (mayChangeOn !== null) return { outcome: 'once-a-period', mayChangeOn };
  const known = knownCarState(await vehicles.fetch(context, registration, waits));
  if (known !== 'found') return { outcome: known };
  return storeChange(context, { userId, registration, subscriptionId: present.subscription.id });
};

/** Evaluates the membership again, under its lock. */
const storeChange = (
  { em, now, correlationId }: Context,
  { userId, subscriptionId, registration }: NewCar & { subscriptionId: string },
): Promise<Refused | null> =>
  em.transactional(async (transaction): Promise<Refused | null> => {
    const at = now();
    const locked = await lockSubscription(transaction, subscriptionId);
    if (locked === null || watchStateOf(locked, at) !== 'watching') return { outcome: 'not-member' };
    if (locked.registration === registration) return { outcome: 'same' };
    await ensureWatch(transaction, userId, at);
    // If the period is unknown, a second change is refused: no period can have started since the first.
    const periodStart = locked.currentPeriodStart ?? new Date(0);
    if (!(await replaceMembershipCar(transaction, { userId, subscriptionId, registration, periodStart }, at))) {
      const mayChangeOn = nextCarChangeDay(await readMemberWatch(transaction, userId, at));
      return { outcome: 'once-a-period', mayChangeOn: mayChangeOn ?? londonDate(at) };
    }
    const held = await findVehicleRecord(transaction, registration);
    const customerId = await lockOrCreateCustomer(transaction, userId, at);
    const reportId = await addReport(transaction, { customerId, registration, record: held?.record ?? null }, at);
    await addToOutbox(transaction, { jobName: 'reports.backfill', payload: { reportId, correlationId } }, { now: at });
    return null;
  });

/**
 * Replaces the car of a membership, in the caller's transaction, once since `periodStart`; false when it was changed
 * already. The stored results of the earlier car are deleted; its reports and sent messages are kept.
 */
export const replaceMembershipCar = async (
  em: EntityManager,
  { userId, subscriptionId, registration, periodStart }: NewCar & { subscriptionId: string; periodStart: Date },
  now: Date,
): Promise<boolean> => {
  if (!(await claimCarChange(em, { userId, periodStart }, now))) return false;
  await setMembershipCar(em, subscriptionId, registration);
  await switchWatchedCar(em, userId, now);
  await notifySubscriptionChannel(em, subscriptionId);
  return true;
};

/** One register's answer is enough: the report is completed when the others answer. */
const knownCarState = (fetched: VehicleFetch): 'found' | 'not-found' | 'unavailable' => {
  if (fetched.outcome !== 'pending') return fetched.outcome;
  return fetched.partial === null ? 'unavailable' : 'found';
};
