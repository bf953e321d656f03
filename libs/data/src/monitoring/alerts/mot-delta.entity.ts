import { defineEntity, p } from '@mikro-orm/postgresql';
import { instantColumn } from '../../kernel/entity-columns.ts';

/** A file of changed MOT histories, with the progress of reading it. */
export const motDeltaFileEntity = defineEntity({
  name: 'MotDelta',
  tableName: 'mot_deltas',
  properties: {
    /** The name in DVSA's list. */
    filename: p.text().primary(),
    /** When DVSA created it. */
    sourceCreatedAt: instantColumn(),
    startedAt: instantColumn(),
    /** Processed records: after a crash the next run continues behind them. */
    processedRecords: p.integer().default(0),
    /** Processed records of watched cars. */
    matchedRecords: p.integer().default(0),
    finishedAt: instantColumn().nullable(),
    /**
     * The number of failed runs, with the time and reason of the last; after too many the file is skipped permanently.
     */
    failureCount: p.integer().default(0),
    failedAt: instantColumn().nullable(),
    failure: p.text().nullable(),
  },
  indexes: [{ name: 'mot_deltas_source_created_at_index', properties: ['sourceCreatedAt'] }],
  checks: [
    { name: 'mot_deltas_filename_check', expression: 'length(filename) >= 1 and length(filename) <= 200' },
    {
      name: 'mot_deltas_processed_records_check',
      expression: 'matched_records >= 0 and processed_records >= matched_records',
    },
    {
      name: 'mot_deltas_failure_check',
      expression: `failure_count >= 0 and (failure_count > 0) = (failed_at is not null) and (failure_count > 0) = (failure is not null)
        and length(failure) <= 300`,
    },
  ],
});
