import { releaseLimits } from '@ve/contracts/http/releases/releases';
import { ProblemError } from '@ve/server-kit/errors/problem-error';

/** What uploads may hold in memory together: that of two teams at their largest. */
const maxBytes = 2 * releaseLimits.upload;
/** Of one team behind the one that is read. */
const maxWaiting = 3;
/** Well below the time that a body has before its first byte is read, of which who sends it is looked up first. */
const waitMs = 3_000;

export const uploadsBusyProblem = (): ProblemError => new ProblemError('service-unavailable', { retryAfterSeconds: 5 });

/** What one upload takes of what all may hold. */
export interface UploadReservation {
  /** False when all would hold too much together: this one is to be given up for the others. */
  hold(bytes: number): boolean;
}

/**
 * One upload of a team is read at a time, whatever its tokens; those behind it wait a little. Teams do not wait for each
 * other: an upload counts with what it has brought, so that one that brings nothing takes nothing from anybody.
 */
export class UploadLimiter {
  /** Those that wait, by teams of which one is read. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #held = 0;

  /** @throws ProblemError `service-unavailable` when the team's turn does not come */
  async take<T>(team: string, work: (room: UploadReservation) => Promise<T>): Promise<T> {
    await this.#turn(team);
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

  async #turn(team: string): Promise<void> {
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
