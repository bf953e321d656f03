import type { EntityManager } from '@mikro-orm/postgresql';
import { addReleaseLoads, type CountedLoads } from '@ve/data/releases/release-health/release-load.repository';
import { addReleaseVitals, type CountedReadings } from '@ve/data/releases/release-health/release-vital.repository';

/** Adds the page loads that a process has counted, in one transaction. */
export const recordReleaseLoads = (em: EntityManager, counted: CountedLoads[]): Promise<void> =>
  em.transactional((transaction) => addReleaseLoads(transaction, counted));

/** Adds the readings of page speed that a process has counted, in one transaction. */
export const recordReleaseVitals = (em: EntityManager, counted: CountedReadings[]): Promise<void> =>
  em.transactional((transaction) => addReleaseVitals(transaction, counted));
