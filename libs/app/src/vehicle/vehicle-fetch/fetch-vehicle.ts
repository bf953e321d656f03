import type { VehicleRecord } from '@ve/contracts/vehicle-record';
import type { VehicleFetchOutcome } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.entity';
import {
  endVehicleFetch,
  findRecentNotFoundVehicleFetch,
  findVehicleFetch,
  recordVehicleFetchAnswer,
  startVehicleFetch,
  findStuckVehicleFetches,
} from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { isVehicleRecordFresh } from '@ve/domain/vehicle/record/freshness';
import { RetryLaterError, UnrecoverableJobError } from '@ve/contracts/job-errors';
import { fetchFromFreeVehicleSources } from '../fetch-from-sources.ts';
import {
  assembleVehicleRecord,
  vehicleFetchOutcomeOf,
  sourceRateLimitWaitMs,
  answersFromSections,
} from '../assemble-record.ts';
import type { JobUseCase } from '../../job-context.ts';
import { storeVehicleRecord, type VehicleFetchListener, type VehicleListener } from '../store-vehicle-record.ts';
import type { VehicleDataSources } from '../../vehicle/vehicle-data-sources.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { firstSectionWithinMs } from '@ve/domain/jobs/service-objectives';
import { vehicleFetchTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';

/** A user is watching a progress bar: a longer pause counts as "not available". */
const maxPauseMs = 10_000;

/**
 * Calls every free source for a registration concurrently, stores each response as it arrives and ends the fetch. A
 * fetch that is already done is skipped; a run after a killed one calls only the sources that had not responded. It is
 * retried only when a source was rate-limited and nothing else is known.
 */
export const fetchVehicle =
  ({ sources }: { sources: VehicleDataSources }): JobUseCase<'vehicle-fetches.run'> =>
  async ({ fetchId }, context) => {
    const { em, now, correlationId } = context;
    const finish = (registration: string, outcome: VehicleFetchOutcome, record?: VehicleRecord): Promise<void> =>
      em.transactional(async (transaction) => {
        // Stored even if the fetch was closed meanwhile.
        if (record) await storeVehicleRecord(transaction, record, context.listener);
        await endVehicleFetch(transaction, fetchId, { outcome, now: now() });
        await context.listener.lookupEnded(transaction, { registration, now: now(), correlationId });
        await context.complete(transaction);
      });

    const fetch = await startVehicleFetch(em, fetchId);
    if (!fetch) {
      if (!(await findVehicleFetch(em, fetchId))) throw new UnrecoverableJobError('no vehicle fetch with this id');
      context.logger.info({ event: 'vehicle_fetch_already_ended' }, 'A vehicle fetch had already ended.');
      return;
    }

    // Requested just as another fetch of the same registration ended: its result is as good as a new one.
    const held = await findVehicleRecord(em, fetch.registration);
    if (held && isVehicleRecordFresh(held.record, held.fetchedAt, now())) {
      await finish(fetch.registration, 'found');
      context.logger.info(
        { event: 'vehicle_fetch_served_fresh_record', fetchId },
        'A vehicle fetch was answered from a fresh record.',
      );
      return;
    }
    if (await findRecentNotFoundVehicleFetch(em, fetch.registration, now())) {
      await finish(fetch.registration, 'not-found');
      context.logger.info(
        { event: 'vehicle_fetch_served_not_found', fetchId },
        'A vehicle fetch was answered from a recent not-found result.',
      );
      return;
    }

    let isFirstSectionKnown = Object.keys(fetch.sections).length > 0;
    const recordFirstSection = (isAnswered: boolean): void => {
      if (isFirstSectionKnown) return;
      isFirstSectionKnown = true;
      const waitedMs = now().getTime() - fetch.requestedAt.getTime();
      context.recordObjective('first-section', isAnswered && waitedMs <= firstSectionWithinMs);
    };
    const answers = await fetchFromFreeVehicleSources(
      {
        sources,
        registration: fetch.registration,
        asking: {
          onSection: async (section) => {
            await recordVehicleFetchAnswer(em, fetchId, section);
            if (section.state !== 'unavailable') recordFirstSection(true);
          },
          held: fetch.sections,
        },
      },
      context,
    );

    const outcome = vehicleFetchOutcomeOf(answers);
    if (outcome === 'unavailable' && !context.lastAttempt) {
      const pause = sourceRateLimitWaitMs(answers);
      if (pause !== null && pause <= maxPauseMs) throw new RetryLaterError('sources are rate-limited', pause);
    }
    const { registration } = fetch;
    await finish(registration, outcome, outcome === 'found' ? assembleVehicleRecord(registration, answers) : undefined);
    recordFirstSection(false);
    context.logger.info({ event: 'vehicle_fetch_completed', fetchId, outcome }, 'A vehicle fetch was completed.');
  };

/**
 * Ends the fetches that were not done in time with the responses so far; other sources count as unavailable. Returns
 * their ids.
 */
export const endStuckVehicleFetches = async (
  em: EntityManager,
  { now, listener }: { now: Date; listener: VehicleListener & VehicleFetchListener },
): Promise<string[]> => {
  const before = new Date(now.getTime() - vehicleFetchTimeLimits.closedMs);
  const closed: string[] = [];
  for (const { id, registration, sections, correlationId } of await findStuckVehicleFetches(em, { before, now })) {
    const answers = answersFromSections(sections, now);
    const outcome = vehicleFetchOutcomeOf(answers);
    await em.transactional(async (transaction) => {
      if (!(await endVehicleFetch(transaction, id, { outcome, now }))) return;
      if (outcome === 'found')
        await storeVehicleRecord(transaction, assembleVehicleRecord(registration, answers), listener);
      await listener.lookupEnded(transaction, { registration, now, correlationId });
      closed.push(id);
    });
  }
  return closed;
};
