import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { type NotifyChannelListeners, listenToNotifyChannels } from '@ve/data/kernel/notifications';
import type { Logger } from '@ve/server-kit/log/logger';
import type { BffConfig } from '../config.ts';
import { CONFIG_TOKEN, LOGGER_TOKEN } from './injection-tokens.ts';
import { TrackedWork, type TrackedWorkKind } from './tracked-work.ts';

const drainGraceMs = 3_000;

/**
 * Follows all kinds of work done by workers through one LISTEN connection for the whole process. A feature registers
 * its kind in its constructor.
 */
@Injectable()
export class WorkTracker implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #kinds = new Map<string, Pick<TrackedWork<unknown>, 'changed' | 'waits' | 'finishWaits'>>();
  readonly #drained = new AbortController();
  #listening: { close(): Promise<void> } | null = null;
  #graceEnd: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG_TOKEN) private readonly config: Pick<BffConfig, 'DATABASE_URL'>,
    @Inject(LOGGER_TOKEN) private readonly logger: Logger,
  ) {}

  /** @throws Error when the channel is already registered, or the process is already listening */
  register<S>(kind: TrackedWorkKind<S>): TrackedWork<S> {
    const { channel } = kind;
    if (this.#listening) throw new Error(`${channel} is registered after the start: register it in a constructor`);
    if (this.#kinds.has(channel)) throw new Error(`${channel} is registered twice`);
    const work = new TrackedWork(kind, this.logger);
    this.#kinds.set(channel, work);
    return work;
  }

  async onModuleInit(): Promise<void> {
    const channels: NotifyChannelListeners = Object.fromEntries(
      [...this.#kinds].map(([channel, work]) => [channel, (payload: string | null) => work.changed(payload)]),
    );
    this.#listening = await listenToNotifyChannels(this.config.DATABASE_URL, channels);
  }

  /** Aborted when the process stops, to end open streams. */
  get draining(): AbortSignal {
    return this.#drained.signal;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#drained.abort();
    const kinds = [...this.#kinds.values()];
    const late = Promise.withResolvers<undefined>();
    // A running request may start waiting only now: it gets the rest of the grace period, while the server waits for
    // it.
    this.#graceEnd = setTimeout(() => {
      for (const work of kinds) work.finishWaits();
      late.resolve(undefined);
    }, drainGraceMs).unref();
    await Promise.race([Promise.all(kinds.flatMap((work) => work.waits())), late.promise]);
  }

  /** Closed last: until the server is closed, requests wait for notifications. */
  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.#graceEnd);
    await this.#listening?.close();
  }
}
