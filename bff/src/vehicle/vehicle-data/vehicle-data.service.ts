import { Inject, Injectable } from '@nestjs/common';
import type { FinishedVehicleFetch, VehicleFetch, VehicleLookup } from '@ve/contracts/http/vehicle/vehicle-data';
import type { Context } from '@ve/data/kernel/context';
import { findLicensingRecord, findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { isVehicleRecordFresh } from '@ve/domain/vehicle/record/freshness';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { BffDatabase } from '../../platform/database.ts';
import { VehicleFetchRequests } from '@ve/app/vehicle/vehicle-fetch/request-fetch';
import { toVehicleFetchResult, toVehicleFetch } from './vehicle-data.mapper.ts';
import { TrackedVehicleFetches } from './tracked-vehicle-fetches.ts';
import {
  hasDvlaResponded,
  isVehicleLookupAnswerable,
  licensingToVehicleLookup,
  toVehicleLookup,
} from './vehicle-lookup.mapper.ts';

/** How long a caller waits for the first source, and then for the others, in milliseconds. */
interface FetchWaits {
  firstMs: number;
  restMs: number;
}

/** Serves fresh records from the database, others through a fetch by the workers. */
@Injectable()
export class VehicleDataService {
  constructor(
    @Inject(BffDatabase) private readonly database: BffDatabase,
    @Inject(TrackedVehicleFetches) private readonly fetches: TrackedVehicleFetches,
    @Inject(VehicleFetchRequests) private readonly requests: VehicleFetchRequests,
  ) {}

  /**
   * Returns the fresh record, or a fetch: its result if it ends within `restMs` of the first source that has the
   * vehicle, otherwise its progress with the known sections. Waits at most `firstMs` for the first source.
   * @throws ProblemError `busy` or `too-many-requests` when no more fetches are accepted
   */
  async fetch(context: Context, registration: string, { firstMs, restMs }: FetchWaits): Promise<VehicleFetch> {
    const now = context.now();
    const held = await findVehicleRecord(this.database.reader, registration);
    if (held && isVehicleRecordFresh(held.record, held.fetchedAt, now)) return toVehicleFetchResult(held.record, now);
    const state = await this.#request(context, registration, now);
    if (state.outcome !== 'pending') return state;
    const { work } = this.fetches;
    const first = (await work.waitUntil(state.fetchId, firstMs, hasSomething)) ?? state;
    if (first.outcome !== 'pending' || first.partial === null) return first;
    return (await work.waitUntilDone(state.fetchId, restMs)) ?? first;
  }

  /**
   * Returns DVLA's answer as soon as it arrives. When DVLA fails, or does not answer within `dvlaWaitMs`, returns that
   * of another source that has the vehicle. A fetch without any answer within `waitMs` counts as unavailable.
   */
  async lookup(
    context: Context,
    registration: string,
    { dvlaWaitMs, waitMs }: { dvlaWaitMs: number; waitMs: number },
  ): Promise<VehicleLookup> {
    const now = context.now();
    const { reader } = this.database;
    const held = await findLicensingRecord(reader, registration);
    if (held && isVehicleRecordFresh(held.record, held.fetchedAt, now)) {
      const answer = licensingToVehicleLookup(held.record);
      if (answer) return answer;
      const vehicle = await findVehicleRecord(reader, registration);
      if (vehicle) return toVehicleLookup(toVehicleFetchResult(vehicle.record, now));
    }
    const state = await this.#request(context, registration, now);
    if (state.outcome !== 'pending') return toVehicleLookup(state);
    const { work } = this.fetches;
    const first = (await work.waitUntil(state.fetchId, dvlaWaitMs, hasDvlaResponded)) ?? state;
    if (isVehicleLookupAnswerable(first)) return toVehicleLookup(first);
    return toVehicleLookup(
      (await work.waitUntil(state.fetchId, waitMs - dvlaWaitMs, isVehicleLookupAnswerable)) ?? first,
    );
  }

  /**
   * The stored record, of any age, for previews: no source is asked.
   * @throws ProblemError `preview-read-only` when none is stored
   */
  async findStored({ now }: Context, registration: string): Promise<FinishedVehicleFetch & { outcome: 'found' }> {
    const held = await findVehicleRecord(this.database.reader, registration);
    if (held === null)
      throw new ProblemError('preview-read-only', { detail: 'Look this vehicle up on the site first' });
    return toVehicleFetchResult(held.record, now());
  }

  /** As `findStored`, for the look-up. */
  async lookupStored(context: Context, registration: string): Promise<VehicleLookup> {
    return toVehicleLookup(await this.findStored(context, registration));
  }

  /** The state of a fetch. @throws ProblemError `not-found` for an unknown id */
  async find(context: Context, fetchId: string): Promise<VehicleFetch> {
    const state = await this.fetches.read(context, fetchId);
    if (!state) throw new ProblemError('not-found');
    return state;
  }

  async #request(context: Context, registration: string, now: Date): Promise<VehicleFetch> {
    return toVehicleFetch(await this.requests.request(context, registration), null, now);
  }
}

const hasSomething = (state: VehicleFetch): boolean => state.outcome !== 'pending' || state.partial !== null;
