import { Inject, Injectable } from '@nestjs/common';
import type { VehicleFetch } from '@ve/contracts/http/vehicle/vehicle-data';
import type { Context } from '@ve/data/kernel/context';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { findVehicleFetch, vehicleFetchNotifyChannel } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { vehicleFetchTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { BffDatabase } from '../../platform/database.ts';
import { CLOCK_TOKEN } from '../../platform/injection-tokens.ts';
import { WorkTracker } from '../../platform/work-tracker.ts';
import type { TrackedWork } from '../../platform/tracked-work.ts';
import { toVehicleFetch } from './vehicle-data.mapper.ts';

/** Vehicle fetches as tracked work. */
@Injectable()
export class TrackedVehicleFetches {
  readonly work: TrackedWork<VehicleFetch>;

  constructor(
    @Inject(WorkTracker) watch: WorkTracker,
    @Inject(CLOCK_TOKEN) clock: Clock,
    @Inject(BffDatabase) database: BffDatabase,
  ) {
    this.work = watch.register<VehicleFetch>({
      channel: vehicleFetchNotifyChannel,
      read: (id) => this.read({ em: database.em(), now: clock }, id),
      isDone: (state) => state.outcome !== 'pending',
      maxDurationMs: vehicleFetchTimeLimits.maxDurationMs,
    });
  }

  /** The current state of a fetch; null for an unknown id. */
  async read({ em, now }: Pick<Context, 'em' | 'now'>, id: string): Promise<VehicleFetch | null> {
    const row = await findVehicleFetch(em, id);
    if (!row) return null;
    const vehicle = row.outcome === 'found' ? await findVehicleRecord(em, row.registration) : null;
    return toVehicleFetch(row, vehicle?.record ?? null, now());
  }
}
