import type { Logger } from '@ve/server-kit/log/logger';

/** One kind of work that workers do and browsers follow. */
export interface TrackedWorkKind<S> {
  /** The Postgres channel notified of changes, with the work's id. */
  channel: string;
  /** The current state of the work; null for an unknown id. */
  read(id: string): Promise<S | null>;
  /** Whether the state is final. */
  isDone(state: S): boolean;
  /** Maximum lifetime of such work, in milliseconds; streams end then. */
  maxDurationMs: number;
}

type Listener<S> = (state: S) => void;

interface Followed<S> {
  listeners: Set<Listener<S>>;
  reading: boolean;
  rereadWork: boolean;
  /** When the last read began, by the process's monotonic clock. */
  readAt: number;
}

interface Wait {
  finish: () => void;
  ended: Promise<unknown>;
}

/** Work of one kind, followed in this process: a change costs one read, regardless of how many requests wait for it. */
export class TrackedWork<S> {
  readonly kind: TrackedWorkKind<S>;
  readonly #logger: Logger;
  readonly #followed = new Map<string, Followed<S>>();
  readonly #waits = new Set<Wait>();
  #waitsOver = false;

  constructor(kind: TrackedWorkKind<S>, logger: Logger) {
    this.kind = kind;
    this.#logger = logger;
  }

  /** Handles a notification about an id; null: anything may have changed. */
  changed(id: string | null): void {
    for (const each of id === null ? this.#followed.keys() : [id]) this.refresh(each);
  }

  /** Calls `listener` with the current state and on every change, until the returned function is called. */
  follow(id: string, listener: Listener<S>): () => void {
    const followed = this.#followed.get(id) ?? { listeners: new Set(), reading: false, rereadWork: false, readAt: 0 };
    this.#followed.set(id, followed);
    followed.listeners.add(listener);
    this.refresh(id);
    return () => {
      followed.listeners.delete(listener);
      if (followed.listeners.size === 0 && this.#followed.get(id) === followed) this.#followed.delete(id);
    };
  }

  /** The final state, or the current one after `waitMs`; null if it could not be read. */
  waitUntilDone(id: string, waitMs: number): Promise<S | null> {
    return this.waitUntil(id, waitMs, this.kind.isDone);
  }

  /** The first state that is enough, or the current one after `waitMs`; null if it could not be read. */
  async waitUntil(id: string, waitMs: number, isEnough: (state: S) => boolean): Promise<S | null> {
    let latest: S | null = null;
    const finished = Promise.withResolvers<null>();
    const ended = Promise.withResolvers<null>();
    const finish = (): void => finished.resolve(null);
    const wait: Wait = { finish, ended: ended.promise };
    const stop = this.follow(id, (state) => {
      latest = state;
      if (isEnough(state)) finish();
    });
    const timer = setTimeout(finish, waitMs);
    this.#waits.add(wait);
    if (this.#waitsOver) finish();
    try {
      await finished.promise;
      return latest;
    } finally {
      this.#waits.delete(wait);
      ended.resolve(null);
      clearTimeout(timer);
      stop();
    }
  }

  /** Calls `refresh`, unless the work was read within the last `withinMs`. */
  refreshIfOlder(id: string, withinMs: number): void {
    const followed = this.#followed.get(id);
    if (followed && performance.now() - followed.readAt >= withinMs) this.refresh(id);
  }

  /** Reads the work again and notifies all followers. Refreshes during a read are coalesced into one more read. */
  refresh(id: string): void {
    const followed = this.#followed.get(id);
    if (!followed) return;
    if (followed.reading) {
      followed.rereadWork = true;
      return;
    }
    followed.reading = true;
    followed.rereadWork = false;
    followed.readAt = performance.now();
    this.kind
      .read(id)
      .then(
        (state) => {
          if (state !== null) for (const listener of [...followed.listeners]) listener(state);
        },
        // Followers keep their state; the next notification or heartbeat retries.
        (error: unknown) =>
          this.#logger.warn(
            { event: 'work_status_reload_failed', err: error, channel: this.kind.channel },
            'The status of tracked work could not be reloaded.',
          ),
      )
      .finally(() => {
        followed.reading = false;
        if (followed.rereadWork) this.refresh(id);
      });
  }

  /** Promises that resolve when the current waits end. */
  waits(): Promise<unknown>[] {
    return [...this.#waits].map(({ ended }) => ended);
  }

  /** Ends all current and future waits with the latest known state. */
  finishWaits(): void {
    this.#waitsOver = true;
    for (const { finish } of this.#waits) finish();
  }
}
