import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { PassThrough, type Readable } from 'node:stream';
import { Metrics } from './metrics.ts';
import { Watch } from './watch.ts';
import type { WatchedWork } from './watched-work.ts';

const streamsPerClient = 12;
const streamsInAll = 5_000;
const heartbeatMs = 10_000;
/** The buffer of a stream for a slow reader. Beyond it only the latest state is kept. */
const unreadBytes = 16 * 1024;

/** Server-sent events of all kinds of work. */
@Injectable()
export class EventStreams {
  readonly #open = new Map<string, number>();
  #all = 0;

  constructor(
    @Inject(Watch) private readonly watch: Watch,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  /**
   * A stream of `present`, the current state, and every later one, each as a `message` event; it ends when the work is
   * done. A slow reader may miss intermediate states, never the last; one that reads nothing between two heartbeats is
   * disconnected. Throws `too-many-requests` when the client has, or all clients have, too many open.
   */
  open<S>(work: WatchedWork<S>, id: string, client: string, present: S): Readable {
    this.#take(client);
    const stream = new PassThrough({ highWaterMark: unreadBytes });
    let state = present;
    let sent = '';
    let full = false;
    let fullAtLastBeat = false;

    const flush = (): void => {
      if (full || stream.writableEnded) return;
      const data = JSON.stringify(state);
      if (data !== sent) full = !stream.write(`event: message\ndata: ${data}\n\n`);
      sent = data;
      if (work.kind.isDone(state)) stream.end();
    };
    stream.on('drain', () => {
      full = false;
      flush();
    });
    stream.write('retry: 2000\n\n');
    flush();
    const stop = work.follow(id, (next) => {
      state = next;
      flush();
    });
    const heartbeat = setInterval(() => {
      if (full && fullAtLastBeat) stream.destroy();
      else if (!full) full = !stream.write(': waiting\n\n');
      fullAtLastBeat = full;
      // A notification may have been lost along with its connection.
      work.refresh(id);
    }, heartbeatMs);
    const end = (): void => void stream.end();
    const timer = setTimeout(end, work.kind.longestMs);
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
