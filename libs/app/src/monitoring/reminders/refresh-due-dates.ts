import type { EntityManager } from '@mikro-orm/postgresql';
import { claimStaleDueDates } from '@ve/data/monitoring/watch/register-due-dates.repository';
import type { RegisterDueDate } from '@ve/domain/monitoring/reminders/register-due-dates';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { readRegisters, type RegisterSources, storeRegisters } from '../read-registers.ts';

export interface RefreshOptions {
  fork: () => EntityManager;
  sources: RegisterSources;
  now: Clock;
  isClosed: () => boolean;
  /** Aborted when the process ends, which aborts the calls. */
  signal: AbortSignal;
  /** Maximum number of cars read in a run; the rest waits for the next. */
  most?: number;
}

const maxConcurrent = 8;

/**
 * Reads the due dates of watched cars that no monitor check has read, a few at a time; returns how many cars. Ends early
 * when a source's rate limit or budget is used up: the adapters share these with visitors' look-ups.
 */
export const refreshDueDates = async ({
  fork,
  sources,
  now,
  isClosed,
  signal,
  most = 1_000,
}: RefreshOptions): Promise<number> => {
  let read = 0;
  while (read < most && !isClosed()) {
    const limit = Math.min(maxConcurrent, most - read);
    const claimed = await fork().transactional((em) => claimStaleDueDates(em, { limit }, now()));
    if (claimed.length === 0) break;
    const spent = await Promise.all(
      claimed.map(async (registration) => {
        const due = await readRegisters(fork(), { sources, registration }, { now, signal });
        await storeRegisters(fork(), { registration, dueDates: due }, now());
        return isSpent(due.tax) || isSpent(due.mot);
      }),
    );
    read += claimed.length;
    if (spent.some(Boolean)) break;
  }
  return read;
};

const isSpent = (due: RegisterDueDate): boolean =>
  due.state === 'silent' && (due.why === 'budget-spent' || due.why === 'rate-limited' || due.why === 'circuit-open');
