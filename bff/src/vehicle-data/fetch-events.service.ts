import { Inject, Injectable } from '@nestjs/common';
import type { VehicleFetch } from '@ve/contracts/http/vehicle-data';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { PassThrough, type Readable } from 'node:stream';
import { Metrics } from '../platform/metrics.ts';
import { FetchWatch } from './fetch-watch.ts';

const streamsPerClient = 12;
const streamsInAll = 5_000;
const heartbeatMs = 10_000;
/** Longer than any fetch lives: the sweep closes a stuck one after a minute. */
const longestMs = 90_000;
const unreadBytes = 256 * 1024;

/** Server-sent events of fetches. */
@Injectable()
export class FetchEventsService {
  readonly #open = new Map<string, number>();
  #all = 0;

  constructor(
    @Inject(FetchWatch) private readonly watch: FetchWatch,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  /**
   * A stream of `present`, the state just read, and every later one, each a `message` event; it ends when the fetch is done.
   * Throws `too-many-requests` when the client, or everybody together, has too many open.
   */
  open(fetchId: string, client: string, present: VehicleFetch): Readable {
    this.#take(client);
    const stream = new PassThrough();
    let last = '';
    const send = (state: VehicleFetch): void => {
      if (stream.writableEnded) return;
      const data = JSON.stringify(state);
      if (data !== last) stream.write(`event: message\ndata: ${data}\n\n`);
      last = data;
      if (state.outcome !== 'pending') stream.end();
    };
    stream.write('retry: 2000\n\n');
    send(present);
    const stop = this.watch.follow(fetchId, send);
    const heartbeat = setInterval(() => {
      if (stream.writableLength > unreadBytes) stream.destroy();
      else stream.write(': waiting\n\n');
      // A notification may have been lost with its connection.
      this.watch.refresh(fetchId);
    }, heartbeatMs);
    const end = (): void => void stream.end();
    const timer = setTimeout(end, longestMs);
    const { draining } = this.watch;
    draining.addEventListener('abort', end);
    if (draining.aborted) end();
    stream.on('error', () => undefined);
    stream.once('close', () => {
      clearInterval(heartbeat);
      clearTimeout(timer);
      draining.removeEventListener('abort', end);
      stop();
      this.#release(client);
    });
    return stream;
  }

  #take(client: string): void {
    const own = this.#open.get(client) ?? 0;
    if (own >= streamsPerClient || this.#all >= streamsInAll) {
      throw new ProblemError('too-many-requests', { retryAfterSeconds: 5 });
    }
    this.#open.set(client, own + 1);
    this.metrics.eventStreams.set((this.#all += 1));
  }

  #release(client: string): void {
    const own = (this.#open.get(client) ?? 1) - 1;
    if (own <= 0) this.#open.delete(client);
    else this.#open.set(client, own);
    this.metrics.eventStreams.set((this.#all -= 1));
  }
}
