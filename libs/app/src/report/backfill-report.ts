import { fillReportGaps, findReport } from '@ve/data/report/report.repository';
import { findVehicleRecord } from '@ve/data/vehicle/vehicle.repository';
import { isVehicleRecordFresh } from '@ve/domain/vehicle/record/freshness';
import { UnrecoverableJobError } from '@ve/contracts/job-errors';
import { fetchFromFreeVehicleSources } from '../vehicle/fetch-from-sources.ts';
import { assembleVehicleRecord, vehicleFetchOutcomeOf } from '../vehicle/assemble-record.ts';
import type { JobUseCase } from '../job-context.ts';
import { storeVehicleRecord } from '../vehicle/store-vehicle-record.ts';
import type { VehicleDataSources } from '../vehicle/vehicle-data-sources.ts';

/**
 * Fills a saved report with the sources' data. What no source knows stays null. While a source is unavailable the job
 * is retried; the others' data is saved already.
 */
export const backfillReport =
  ({ sources }: { sources: VehicleDataSources }): JobUseCase<'reports.backfill'> =>
  async ({ reportId }, context) => {
    const { em, now } = context;
    const report = await findReport(em, reportId);
    if (!report) throw new UnrecoverableJobError('no report with this id');
    if (report.complete) return;

    const held = await findVehicleRecord(em, report.registration);
    if (held && isVehicleRecordFresh(held.record, held.fetchedAt, now())) {
      await fillReportGaps(em, { id: reportId, record: held.record }, now());
    } else {
      const answers = await fetchFromFreeVehicleSources({ sources, registration: report.registration }, context);
      if (vehicleFetchOutcomeOf(answers) === 'not-found') return;
      const record = assembleVehicleRecord(report.registration, answers);
      await em.transactional(async (transaction) => {
        if (vehicleFetchOutcomeOf(answers) === 'found') await storeVehicleRecord(transaction, record, context.listener);
        await fillReportGaps(transaction, { id: reportId, record }, now());
      });
    }
    const filled = await findReport(em, reportId);
    if (filled?.complete === false && !context.lastAttempt) throw new Error('a source could not be reached');
  };
