import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '@ve/domain/kernel/time/clock';

/** What a gauge reads the database with, on every scrape. */
export interface MeasuredDatabase {
  fork: () => EntityManager;
  now: Clock;
}
