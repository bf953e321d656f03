import { releaseUploadLimits } from '@ve/contracts/http/releases/releases';
import { ProblemError } from '@ve/app/kernel/problem-error';

/** Maximum bytes that all uploads hold in memory: two of the largest. */
const maxBytes = 2 * releaseUploadLimits.upload;
/** Maximum uploads of one team that wait behind the one being read. */
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
 * Reads one upload of a team at a time, for all its tokens; further ones wait briefly. Teams do not wait for each
 * other: an upload counts by the bytes received, so that a stalled one blocks no memory.
 */
export class UploadLimiter {
  /** The waiting uploads by team; a team with an entry has one being read. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #held = 0;

  /** @throws ProblemError `service-unavailable` when the team's uploads before it take too long */
  async take<T>(team: string, work: (reservation: UploadReservation) => Promise<T>): Promise<T> {
    await this.#waitForSlot(team);
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
      this.#next(team);
    }
  }

  // Not a p-queue: its timeout and signal end the work, too, and only the wait may time out.
  async #waitForSlot(team: string): Promise<void> {
    const waiting = this.#waiting.get(team);
    if (waiting === undefined) {
      this.#waiting.set(team, []);
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

  #next(team: string): void {
    const begin = this.#waiting.get(team)?.shift();
    if (begin === undefined) this.#waiting.delete(team);
    else begin();
  }
}
