import { Inject, Injectable } from '@nestjs/common';
import type { VehicleFetch, VehicleLookup } from '@ve/contracts/http/vehicle-data';
import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import { findLicensing, findVehicle, isFresh } from '@ve/data/vehicle/vehicle.repository';
import { addToOutbox } from '@ve/data/outbox/outbox.repository';
import {
  findLiveVehicleFetch,
  findRecentNotFound,
  insertVehicleFetch,
  type VehicleFetchRow,
} from '@ve/data/vehicle-fetch/vehicle-fetch.repository';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { Database } from '../platform/database.ts';
import { type Clock, CLOCK } from '../platform/tokens.ts';
import { licensingToLookup, toFound, toVehicleFetch, toVehicleLookup } from './vehicle-data.mapper.ts';
import { VehicleFetches } from './vehicle-fetches.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Answers from the database while the record is fresh, else through a fetch by the workers. */
@Injectable()
export class VehicleDataService {
  /** Requests for one registration that arrive together make one transaction. */
  readonly #requesting = new Map<string, Promise<VehicleFetch>>();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(VehicleFetches) private readonly fetches: VehicleFetches,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The fresh record, or the result of a fetch if it is there within `waitMs`, or how far that fetch has come. */
  async fetch(registration: string, correlationId: string, waitMs: number): Promise<VehicleFetch> {
    const now = this.clock();
    const record = await this.#fresh(registration, now);
    return record ? toFound(record, now) : this.#ask(registration, correlationId, now, waitMs);
  }

  /** The licensing part of `fetch`. A fetch that is not done in time counts as unavailable. */
  async lookup(registration: string, correlationId: string, waitMs: number): Promise<VehicleLookup> {
    const now = this.clock();
    const held = await findLicensing(this.database.reader, registration);
    if (held && isFresh(held.record, held.fetchedAt, now)) return licensingToLookup(held.record);
    return toVehicleLookup(await this.#ask(registration, correlationId, now, waitMs));
  }

  /** How a fetch stands. Throws `not-found` for an unknown id, or what is no id at all. */
  async find(fetchId: string): Promise<VehicleFetch> {
    const state = uuid.test(fetchId) ? await this.fetches.read(fetchId) : null;
    if (!state) throw new ProblemError('not-found');
    return state;
  }

  async #fresh(registration: string, now: Date): Promise<VehicleRecord | null> {
    const held = await findVehicle(this.database.em(), registration);
    return held && isFresh(held.record, held.fetchedAt, now) ? held.record : null;
  }

  async #ask(registration: string, correlationId: string, now: Date, waitMs: number): Promise<VehicleFetch> {
    const state = await this.#request(registration, correlationId, now);
    if (state.outcome !== 'pending') return state;
    return (await this.fetches.work.waitUntilDone(state.fetchId, waitMs)) ?? state;
  }

  #request(registration: string, correlationId: string, now: Date): Promise<VehicleFetch> {
    const underWay = this.#requesting.get(registration);
    if (underWay) return underWay;
    const request = this.#knownOrQueued(registration, correlationId, now).finally(() =>
      this.#requesting.delete(registration),
    );
    this.#requesting.set(registration, request);
    return request;
  }

  /** That the sources were just asked and know no such vehicle, else a fetch that is pending. */
  async #knownOrQueued(registration: string, correlationId: string, now: Date): Promise<VehicleFetch> {
    const known = await findRecentNotFound(this.database.reader, registration, now);
    if (known) return toVehicleFetch(known, null, now);
    const row = await this.#startOrJoin(registration, correlationId, now);
    return toVehicleFetch({ ...row, status: 'queued' }, null, now);
  }

  /** A fetch and its job, in one transaction; the fetch that is under way, if one is. */
  #startOrJoin(registration: string, correlationId: string, now: Date): Promise<VehicleFetchRow> {
    return this.database.em().transactional(async (em) => {
      // Between losing the insert and reading the winner's row that fetch may have finished; then the turn is ours.
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const started = await insertVehicleFetch(em, { registration, correlationId, now });
        if (started) {
          await addToOutbox(em, 'vehicle-fetch.run', { fetchId: started.id, correlationId }, { now });
          return started;
        }
        const underWay = await findLiveVehicleFetch(em, registration);
        if (underWay) return underWay;
      }
      throw new Error('A vehicle fetch could be neither started nor joined');
    });
  }
}
