import { Injectable } from '@nestjs/common';
import { ProblemError } from '@ve/app/kernel/problem-error';

/** How long a page waits for a read that it can do without, in milliseconds. */
export const pageDatabaseReadTimeoutMs = 200;
/** After a read that took longer, further reads are skipped for this time, or until one has succeeded. */
const lateMs = 1_000;

/**
 * Limits how long pages wait for the database: they contain no personal data, and can be made from earlier reads. A
 * page waits once, regardless of how many reads it needs.
 */
@Injectable()
export class PageDatabaseReadTimeout {
  #lateUntil = 0;

  /** Whether the database has recently exceeded the timeout. */
  isLate(): boolean {
    return performance.now() < this.#lateUntil;
  }

  /**
   * Returns the result of a read.
   * @throws ProblemError `service-unavailable` when it takes too long; what the read throws
   */
  async wait<T>(read: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    let isAnswered = false;
    const giveUp = (): void => {
      if (isAnswered) return;
      this.#lateUntil = performance.now() + lateMs;
      late.reject(tooLate());
    };
    // On a busy machine the response may have arrived already and only wait to be processed.
    const timer = setTimeout(() => setImmediate(giveUp), pageDatabaseReadTimeoutMs);
    // Also for a read that has timed out.
    const answered = read.then((value) => {
      isAnswered = true;
      this.#lateUntil = 0;
      return value;
    });
    try {
      return await Promise.race([answered, late.promise]);
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  }

  /** As `wait`, but does not start the read while the database is late. */
  async try<T>(read: () => Promise<T>): Promise<T> {
    if (this.isLate()) throw tooLate();
    return this.wait(read());
  }
}

const tooLate = (): ProblemError => new ProblemError('service-unavailable', { retryAfterSeconds: 5 });
