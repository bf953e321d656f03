import { Injectable } from '@nestjs/common';
import { ProblemError } from '@ve/server-kit/errors/problem-error';

/** How long a page waits for a read that it can do without, in milliseconds. */
export const pageReadTimeoutMs = 200;
/** After a read that took longer, others are not even waited for until this has passed, or one has been answered. */
const lateMs = 1_000;

/**
 * How long pages wait for the database: they show nothing of anybody, and can be made of what was read before. A page
 * waits once, however many reads it would need.
 */
@Injectable()
export class PageReadTimeout {
  #lateUntil = 0;

  /** Whether the database has lately not answered in time. */
  isLate(): boolean {
    return performance.now() < this.#lateUntil;
  }

  /** The outcome of a read. @throws ProblemError `service-unavailable` when it takes too long; what the read throws */
  async wait<T>(read: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    let isAnswered = false;
    const giveUp = (): void => {
      if (isAnswered) return;
      this.#lateUntil = performance.now() + lateMs;
      late.reject(tooLate());
    };
    // On a busy machine the answer may have arrived, and only wait to be read.
    const timer = setTimeout(() => setImmediate(giveUp), pageReadTimeoutMs);
    // Also of a read that was waited for in vain.
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

  /** As `wait`, but does not read while the database does not answer in time. */
  async try<T>(read: () => Promise<T>): Promise<T> {
    if (this.isLate()) throw tooLate();
    return this.wait(read());
  }
}

const tooLate = (): ProblemError => new ProblemError('service-unavailable', { retryAfterSeconds: 5 });
