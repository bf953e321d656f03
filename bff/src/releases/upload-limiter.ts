import { releaseUploadLimits } from '@ve/contracts/http/releases/releases';
import { ProblemError } from '@ve/app/kernel/problem-error';

/** Maximum bytes that all uploads hold in memory: two of the largest. */
const maxBytes = 2 * releaseUploadLimits.upload;
/** Maximum uploads of one name that wait behind the one being read. */
const maxWaiting = 3;
/** Well below the time that a body has before its first byte is read, which includes authentication. */
const waitMs = 3_000;

export const uploadsBusyProblem = (): ProblemError => new ProblemError('service-unavailable', { retryAfterSeconds: 5 });

/** The memory that one upload reserves of the total. */
export interface UploadReservation {
  /** Reserves more bytes. False when the total would be exceeded: this upload must be abandoned. */
  hold(bytes: number): boolean;
}

/**
 * Reads one upload of a name at a time, for all tokens; further ones wait briefly. Different names do not wait for each
 * other: an upload counts by the bytes received, so that a stalled one blocks no memory.
 */
export class UploadLimiter {
  /** The waiting uploads by name; a name with an entry has one being read. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #held = 0;

  /** @throws ProblemError `service-unavailable` when the uploads of this name before it take too long */
  async take<T>(name: string, work: (reservation: UploadReservation) => Promise<T>): Promise<T> {
    await this.#waitForSlot(name);
    let own = 0;
    let hasEnded = false;
    const hold = (bytes: number): boolean => {
      if (hasEnded || this.#held + bytes > maxBytes) return false;
      this.#held += bytes;
      own += bytes;
      return true;
    };
    try {
      return await work({ hold });
    } finally {
      hasEnded = true;
      this.#held -= own;
      this.#next(name);
    }
  }

  // Not a p-queue: its timeout and signal end the work, too, and only the wait may time out.
  async #waitForSlot(name: string): Promise<void> {
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) {
      this.#waiting.set(name, []);
      return;
    }
    if (waiting.length >= maxWaiting) throw uploadsBusyProblem();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const begin = () => {
      clearTimeout(timer);
      resolve(undefined);
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(uploadsBusyProblem());
    }, waitMs);
    waiting.push(begin);
    await promise;
  }

  #next(name: string): void {
    const begin = this.#waiting.get(name)?.shift();
    if (begin === undefined) this.#waiting.delete(name);
    else begin();
  }
}
