import { Inject, Injectable } from '@nestjs/common';
import type { VehicleFetch, VehicleLookup } from '@ve/contracts/http/vehicle/vehicle-data';
import type { Context } from '@ve/data/kernel/context';
import { findLicensing, findVehicle, isFresh } from '@ve/data/vehicle/vehicle.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { lockFetchAdmission } from '@ve/data/vehicle/vehicle-fetch/live-fetches.repository';
import {
  findLiveVehicleFetch,
  findRecentNotFound,
  insertVehicleFetch,
  type VehicleFetchRow,
} from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { Database } from '../../platform/database.ts';
import type { FetchWaits, Vehicles } from '../vehicles.ts';
import { FetchAdmission } from './fetch-admission.ts';
import { toFound, toVehicleFetch } from './vehicle-data.mapper.ts';
import { VehicleFetches } from './vehicle-fetches.ts';
import { isDvlaDone, isLookupComplete, licensingToLookup, toVehicleLookup } from './vehicle-lookup.mapper.ts';

/** Serves fresh records from the database, others through a fetch by the workers. */
@Injectable()
export class VehicleDataService implements Vehicles {
  /** Concurrent requests for one registration share one transaction. */
  readonly #requesting = new Map<string, Promise<VehicleFetch>>();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(VehicleFetches) private readonly fetches: VehicleFetches,
    @Inject(FetchAdmission) private readonly admission: FetchAdmission,
  ) {}

  /**
   * Returns the fresh record, or a fetch: its result if it ends within `restMs` of the first source that has the
   * vehicle, otherwise its progress with the known sections. Waits at most `firstMs` for the first source.
   */
  async fetch(context: Context, registration: string, { firstMs, restMs }: FetchWaits): Promise<VehicleFetch> {
    const now = context.now();
    const held = await findVehicle(this.database.reader, registration);
    if (held && isFresh(held.record, held.fetchedAt, now)) return toFound(held.record, now);
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
    const held = await findLicensing(reader, registration);
    if (held && isFresh(held.record, held.fetchedAt, now)) {
      const answer = licensingToLookup(held.record);
      if (answer) return answer;
      const vehicle = await findVehicle(reader, registration);
      if (vehicle) return toVehicleLookup(toFound(vehicle.record, now));
    }
    const state = await this.#request(context, registration, now);
    if (state.outcome !== 'pending') return toVehicleLookup(state);
    const { work } = this.fetches;
    const first = (await work.waitUntil(state.fetchId, dvlaWaitMs, isDvlaDone)) ?? state;
    if (isLookupComplete(first)) return toVehicleLookup(first);
    return toVehicleLookup((await work.waitUntil(state.fetchId, waitMs - dvlaWaitMs, isLookupComplete)) ?? first);
  }

  /** The state of a fetch. @throws ProblemError `not-found` for an unknown id */
  async find(context: Context, fetchId: string): Promise<VehicleFetch> {
    const state = await this.fetches.read(context, fetchId);
    if (!state) throw new ProblemError('not-found');
    return state;
  }

  #request(context: Context, registration: string, now: Date): Promise<VehicleFetch> {
    const underWay = this.#requesting.get(registration);
    // A request that joined must not be refused for the limit of the first requester.
    if (underWay) return underWay.catch(() => this.#knownOrQueued(context, registration, now));
    const request = this.#knownOrQueued(context, registration, now).finally(() =>
      this.#requesting.delete(registration),
    );
    this.#requesting.set(registration, request);
    return request;
  }

  /** The recent not-found result of the sources, otherwise a pending fetch. */
  async #knownOrQueued(context: Context, registration: string, now: Date): Promise<VehicleFetch> {
    const known = await findRecentNotFound(this.database.reader, registration, now);
    if (known) return toVehicleFetch(known, null, now);
    const row =
      (await findLiveVehicleFetch(this.database.reader, registration)) ??
      (await this.admission.withSlot(context, () => this.#start(context, registration, now)));
    return toVehicleFetch({ ...row, status: 'queued' }, null, now);
  }

  /** A new fetch and its job, in one transaction, if admitted; or the live one if it was started meanwhile. */
  async #start(context: Context, registration: string, now: Date): Promise<VehicleFetchRow> {
    const { em, correlationId } = context;
    const requesterHash = await this.admission.nameOf(context);
    await this.admission.check(this.database.reader, context, requesterHash);
    return em.transactional(async (transaction) => {
      await lockFetchAdmission(transaction);
      const underWay = await findLiveVehicleFetch(transaction, registration);
      if (underWay) return underWay;
      await this.admission.check(transaction, context, requesterHash);
      const started = await insertVehicleFetch(transaction, { registration, correlationId, now, requesterHash });
      if (!started) throw new Error('A vehicle fetch was inserted without the admission lock');
      await addToOutbox(transaction, 'vehicle-fetches.run', { fetchId: started.id, correlationId }, { now });
      return started;
    });
  }
}

const hasSomething = (state: VehicleFetch): boolean => state.outcome !== 'pending' || state.partial !== null;
