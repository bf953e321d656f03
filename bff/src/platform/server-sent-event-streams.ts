import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { PassThrough, type Readable } from 'node:stream';
import { BffMetrics } from './metrics.ts';
import { WorkTracker } from './work-tracker.ts';
import type { TrackedWork } from './tracked-work.ts';

const streamsPerClient = 12;
const streamsInAll = 5_000;
/** Less than the time after which `follow` in mfe-kit takes a stream for dead. */
const heartbeatMs = 5_000;
/** A notification may be lost with its connection, so followed work is read again after this time. */
const rereadMs = 10_000;
/** How long a reader may take for the buffered data. */
const stalledMs = 15_000;
const retry = Buffer.from('retry: 2000\n\n');
/** An event, not a comment: browsers hide comments from the page, which would take a slow source for a dead stream. */
const waiting = Buffer.from('event: waiting\ndata: {}\n\n');
/** The buffer of a stream for a slow reader; beyond it only the latest state is kept. */
const unreadBytes = 16 * 1024;

/** Server-sent events of all kinds of work. */
@Injectable()
export class ServerSentEventStreams {
  readonly #open = new Map<string, number>();
  #all = 0;

  constructor(
    @Inject(WorkTracker) private readonly watch: WorkTracker,
    @Inject(BffMetrics) private readonly metrics: BffMetrics,
  ) {}

  /**
   * The serialised event of a state, shared by all streams that send it, since a record may have a hundred kilobytes.
   */
  readonly #events = new WeakMap<object, Buffer>();

  /**
   * Opens a stream of `present`, the current state, and every later one, each as a `message` event; it ends when the
   * work is done. In between, `waiting` events show that the stream is alive. A slow reader may miss intermediate
   * states, never the last; one that reads nothing for 15 seconds is disconnected.
   * @throws ProblemError `too-many-requests` when this client, or all clients together, have too many streams open
   */
  open<S extends object>({
    work,
    id,
    client,
    present,
  }: {
    work: TrackedWork<S>;
    id: string;
    client: string;
    present: S;
  }): Readable {
    this.#take(client);
    const stream = new PassThrough({ highWaterMark: unreadBytes });
    let state = present;
    let sent: Buffer | null = null;
    let full = false;
    let fullSince = 0;

    const write = (event: Buffer): void => {
      full = !stream.write(event);
      if (full) fullSince = performance.now();
    };
    const flush = (): void => {
      if (full || stream.writableEnded) return;
      const event = this.#eventOf(state);
      if (sent === null || !event.equals(sent)) write(event);
      sent = event;
      if (work.kind.isDone(state)) stream.end();
    };
    stream.on('drain', () => {
      full = false;
      flush();
    });
    stream.write(retry);
    flush();
    const stop = work.follow(id, (next) => {
      state = next;
      flush();
    });
    const heartbeat = setInterval(() => {
      if (!full) write(waiting);
      else if (performance.now() - fullSince >= stalledMs) stream.destroy();
      work.refreshIfOlder(id, rereadMs);
    }, heartbeatMs);
    const end = (): void => void stream.end();
    const timer = setTimeout(end, work.kind.maxDurationMs);
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

  #eventOf(state: object): Buffer {
    const known = this.#events.get(state);
    if (known) return known;
    const event = Buffer.from(`event: message\ndata: ${JSON.stringify(state)}\n\n`);
    this.#events.set(state, event);
    return event;
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
