import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf } from '@ve/contracts/endpoint';
import type { VehicleFetch } from '@ve/contracts/http/vehicle/vehicle-data';
import type { changeCar } from '@ve/contracts/http/monitoring/watch';
import type { Context } from '@ve/data/kernel/context';
import { lockCustomer } from '@ve/data/membership/customer/customer.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addReport } from '@ve/data/report/report.repository';
import { lockSubscription } from '@ve/data/membership/subscription/subscription-changes.repository';
import { findVehicle } from '@ve/data/vehicle/vehicle.repository';
import { changeMembershipCar } from '@ve/data/monitoring/watch/membership-car.repository';
import { ensureWatch } from '@ve/data/monitoring/watch/watch.repository';
import { fetchTimes } from '@ve/domain/vehicle/record/fetch-times';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { readMemberWatch, watchStateOf } from './member-watch.ts';
import { VehicleDataService } from '../../vehicle/vehicle-data/vehicle-data.service.ts';
import { carMayChangeOn } from './watch.mapper.ts';

/** Waits for the registers as long as they may take: the car can be changed only by their result. */
const waits = { firstMs: fetchTimes.askedMs + 5_000, restMs: 50 };

type Refused = Exclude<AnswerOf<typeof changeCar>, { outcome: 'changed' }>;

@Injectable()
export class CarService {
  constructor(@Inject(VehicleDataService) private readonly vehicles: VehicleDataService) {}

  /**
   * Makes another car the membership's car, once per billing period, if a register knows it; saves a report on it, and
   * keeps those on earlier cars. Of concurrent requests, one succeeds. Null: the car is changed.
   * @throws ProblemError `busy` or `too-many-requests` when no more vehicles are fetched
   */
  async change(context: Context, userId: string, registration: string): Promise<Refused | null> {
    const present = await readMemberWatch(context.em, userId, context.now());
    if (present.subscription === null || present.state !== 'watching') return { outcome: 'not-member' };
    if (present.subscription.registration === registration) return { outcome: 'same' };
    const mayChangeOn = carMayChangeOn(present);
    // Checked before a register is called, which costs us.
    if (mayChangeOn !== null) return { outcome: 'once-a-period', mayChangeOn };
    const known = knownCarState(await this.vehicles.fetch(context, registration, waits));
    if (known !== 'found') return { outcome: known };
    return this.#store(context, { userId, subscriptionId: present.subscription.id, registration });
  }

  #store(
    { em, now, correlationId }: Context,
    { userId, subscriptionId, registration }: { userId: string; subscriptionId: string; registration: string },
  ): Promise<Refused | null> {
    return em.transactional(async (transaction): Promise<Refused | null> => {
      const at = now();
      const locked = await lockSubscription(transaction, subscriptionId);
      if (locked === null || watchStateOf(locked, at) !== 'watching') return { outcome: 'not-member' };
      if (locked.registration === registration) return { outcome: 'same' };
      await ensureWatch(transaction, userId, at);
      // If the period is unknown, a second change is refused: no period can have started since the first.
      const periodStart = locked.currentPeriodStart ?? new Date(0);
      if (!(await changeMembershipCar(transaction, { userId, subscriptionId, registration, periodStart }, at))) {
        const mayChangeOn = carMayChangeOn(await readMemberWatch(transaction, userId, at));
        return { outcome: 'once-a-period', mayChangeOn: mayChangeOn ?? londonDate(at) };
      }
      const held = await findVehicle(transaction, registration);
      const customerId = await lockCustomer(transaction, userId, at);
      const reportId = await addReport(transaction, { customerId, registration, record: held?.record ?? null }, at);
      await addToOutbox(transaction, 'reports.backfill', { reportId, correlationId }, { now: at });
      return null;
    });
  }
}

/** One register's answer is enough: the report is completed when the others answer. */
function knownCarState(fetched: VehicleFetch): 'found' | 'not-found' | 'unavailable' {
  if (fetched.outcome !== 'pending') return fetched.outcome;
  return fetched.partial === null ? 'unavailable' : 'found';
}
