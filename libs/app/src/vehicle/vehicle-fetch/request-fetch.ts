import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  lockVehicleFetchAdmission,
  findUnfinishedVehicleFetch,
  findRecentNotFoundVehicleFetch,
  insertVehicleFetch,
  type VehicleFetchRow,
} from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import type { VehicleFetchAdmission } from './fetch-admission.ts';

/** Requests of a fetch by the workers. */
export class VehicleFetchRequests {
  /** Concurrent requests for one registration share one transaction. */
  readonly #requesting = new Map<string, Promise<VehicleFetchRow>>();

  /** `reader`: for plain reads, which many requests share. */
  constructor(
    private readonly reader: EntityManager,
    private readonly admission: VehicleFetchAdmission,
  ) {}

  /**
   * The sources' recent not-found result, else the live fetch of this registration, else a new one, queued with its job
   * in one transaction.
   * @throws ProblemError `busy` or `too-many-requests` when no more fetches are accepted
   */
  request(context: Context, registration: string): Promise<VehicleFetchRow> {
    const underWay = this.#requesting.get(registration);
    // A request that joined must not be refused for the limit of the first requester.
    if (underWay) return underWay.catch(() => this.#knownOrQueued(context, registration));
    const request = this.#knownOrQueued(context, registration).finally(() => this.#requesting.delete(registration));
    this.#requesting.set(registration, request);
    return request;
  }

  async #knownOrQueued(context: Context, registration: string): Promise<VehicleFetchRow> {
    const known = await findRecentNotFoundVehicleFetch(this.reader, registration, context.now());
    if (known) return known;
    const row =
      (await findUnfinishedVehicleFetch(this.reader, registration)) ??
      (await this.admission.withSlot(context, () => this.#start(context, registration)));
    return { ...row, status: 'queued' };
  }

  /** A new fetch and its job, in one transaction, if admitted; or the live one if it was started meanwhile. */
  async #start(context: Context, registration: string): Promise<VehicleFetchRow> {
    const { em, correlationId } = context;
    const now = context.now();
    const requesterHash = await this.admission.nameOf(context);
    await this.admission.check(this.reader, context, requesterHash);
    return em.transactional(async (transaction) => {
      await lockVehicleFetchAdmission(transaction);
      const underWay = await findUnfinishedVehicleFetch(transaction, registration);
      if (underWay) return underWay;
      await this.admission.check(transaction, context, requesterHash);
      const started = await insertVehicleFetch(transaction, { registration, correlationId, now, requesterHash });
      if (!started) throw new Error('A vehicle fetch was inserted without the admission lock');
      await addToOutbox(
        transaction,
        { jobName: 'vehicle-fetches.run', payload: { fetchId: started.id, correlationId } },
        { now },
      );
      return started;
    });
  }
}
