import type { EntityManager } from '@mikro-orm/postgresql';
import { addReleaseLoads, type ReleaseLoadCount } from '@ve/data/releases/release-health/release-load.repository';
import { addReleaseVitals, type VitalReadingCount } from '@ve/data/releases/release-health/release-vital.repository';

/** Adds the page loads that a process has counted, in one transaction. */
export const recordReleaseLoads = (em: EntityManager, counted: ReleaseLoadCount[]): Promise<void> =>
  em.transactional((transaction) => addReleaseLoads(transaction, counted));

/** Adds the readings of page speed that a process has counted, in one transaction. */
export const recordReleaseVitals = (em: EntityManager, counted: VitalReadingCount[]): Promise<void> =>
  em.transactional((transaction) => addReleaseVitals(transaction, counted));
