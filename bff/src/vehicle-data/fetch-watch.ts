import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import type { VehicleFetch } from '@ve/contracts/http/vehicle-data';
import { listen } from '@ve/data/notifications';
import { findVehicle } from '@ve/data/vehicle/vehicle.repository';
import { findVehicleFetch } from '@ve/data/vehicle-fetch/vehicle-fetch.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { Database } from '../platform/database.ts';
import { type Clock, CLOCK, CONFIG, LOGGER } from '../platform/tokens.ts';
import { toVehicleFetch } from './vehicle-data.mapper.ts';

type Listener = (state: VehicleFetch) => void;

interface Watched {
  listeners: Set<Listener>;
  reading: boolean;
  readAgain: boolean;
}

const drainGraceMs = 3_000;

/**
 * Follows fetches through one LISTEN connection for the whole process: a notification costs one read,
 * however many requests wait for that fetch.
 */
@Injectable()
export class FetchWatch implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #watched = new Map<string, Watched>();
  readonly #waits = new Set<() => void>();
  readonly #drained = new AbortController();
  #listening: { close(): Promise<void> } | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Database) private readonly database: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    this.#listening = await listen(this.config.DATABASE_URL, 've_vehicle_fetch', (payload) => {
      // After a gap anything may have changed.
      for (const id of payload === null ? this.#watched.keys() : [payload]) this.refresh(id);
    });
  }

  /** Aborted when the process stops: whoever holds a connection open lets go of it. */
  get draining(): AbortSignal {
    return this.#drained.signal;
  }

  /** How a fetch stands now; null for an id nobody gave out. */
  async read(id: string): Promise<VehicleFetch | null> {
    const em = this.database.em();
    const row = await findVehicleFetch(em, id);
    if (!row) return null;
    const vehicle = row.outcome === 'found' ? await findVehicle(em, row.registration) : null;
    return toVehicleFetch(row, vehicle?.record ?? null, this.clock());
  }

  /** Calls `listener` with the present state and at every change, until the returned function is called. */
  follow(id: string, listener: Listener): () => void {
    const watched = this.#watched.get(id) ?? { listeners: new Set(), reading: false, readAgain: false };
    this.#watched.set(id, watched);
    watched.listeners.add(listener);
    this.refresh(id);
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.#watched.get(id) === watched) this.#watched.delete(id);
    };
  }

  /** The state of a fetch when it is done, or as it stands after `waitMs`; null if nothing could be read. */
  async waitUntilDone(id: string, waitMs: number): Promise<VehicleFetch | null> {
    let latest: VehicleFetch | null = null;
    const finished = Promise.withResolvers<null>();
    const finish = (): void => finished.resolve(null);
    const stop = this.follow(id, (state) => {
      latest = state;
      if (state.outcome !== 'pending') finish();
    });
    const timer = setTimeout(finish, waitMs);
    this.#waits.add(finish);
    try {
      await finished.promise;
      return latest;
    } finally {
      this.#waits.delete(finish);
      clearTimeout(timer);
      stop();
    }
  }

  /** Reads a fetch again and tells everybody who follows it. Reads asked for during a read are one more read. */
  refresh(id: string): void {
    const watched = this.#watched.get(id);
    if (!watched) return;
    if (watched.reading) {
      watched.readAgain = true;
      return;
    }
    watched.reading = true;
    watched.readAgain = false;
    this.read(id)
      .then(
        (state) => {
          if (state) for (const listener of [...watched.listeners]) listener(state);
        },
        // The followers keep what they have; the next notification or heartbeat tries again.
        (error: unknown) => this.logger.warn({ err: error }, 'could not read a fetch'),
      )
      .finally(() => {
        watched.reading = false;
        if (watched.readAgain) this.refresh(id);
      });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#drained.abort();
    const deadline = performance.now() + drainGraceMs;
    while (this.#waits.size > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 25));
    for (const finish of this.#waits) finish();
  }

  /** Last of all: until the server is closed, requests wait for notifications. */
  async onApplicationShutdown(): Promise<void> {
    await this.#listening?.close();
  }
}
