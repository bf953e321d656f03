import { Inject, Injectable } from '@nestjs/common';
import type { FullCheckState } from '@ve/contracts/http/report/reports';
import { findFullCheck, fullCheckChannel } from '@ve/data/full-check/full-check.repository';
import { checkTimes } from '@ve/domain/vehicle/record/fetch-times';
import { Database } from '../../platform/database.ts';
import { WorkTracker } from '../../platform/work-tracker.ts';
import type { TrackedWork } from '../../platform/tracked-work.ts';
import { toFullCheckState } from './reports.mapper.ts';

/** Full checks as tracked work. Callers verify the ownership before following one. */
@Injectable()
export class FullChecks {
  readonly work: TrackedWork<FullCheckState>;

  constructor(@Inject(WorkTracker) watch: WorkTracker, @Inject(Database) database: Database) {
    this.work = watch.register<FullCheckState>({
      channel: fullCheckChannel,
      read: async (id) => {
        const row = await findFullCheck(database.em(), id);
        return row && toFullCheckState(row);
      },
      isDone: (state) => state.outcome !== 'pending',
      maxDurationMs: checkTimes.maxDurationMs,
    });
  }
}
