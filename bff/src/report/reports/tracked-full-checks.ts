import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FullCheckState } from '@ve/contracts/http/report/reports';
import type { Context } from '@ve/data/kernel/context';
import { findFullCheck, findFullCheckOfUser, fullCheckNotifyChannel } from '@ve/data/full-check/full-check.repository';
import { fullCheckTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';
import { BffDatabase } from '../../platform/database.ts';
import { WorkTracker } from '../../platform/work-tracker.ts';
import type { TrackedWork } from '../../platform/tracked-work.ts';
import { toFullCheckState } from './reports.mapper.ts';

/** Full checks as tracked work. Callers verify the ownership before following one. */
@Injectable()
export class TrackedFullChecks {
  readonly work: TrackedWork<FullCheckState>;

  constructor(@Inject(WorkTracker) watch: WorkTracker, @Inject(BffDatabase) database: BffDatabase) {
    this.work = watch.register<FullCheckState>({
      channel: fullCheckNotifyChannel,
      read: async (id) => {
        const row = await findFullCheck(database.em(), id);
        return row && toFullCheckState(row);
      },
      isDone: (state) => state.outcome !== 'pending',
      maxDurationMs: fullCheckTimeLimits.maxDurationMs,
    });
  }

  /**
   * The user's own check.
   * @throws ProblemError `not-found` for an unknown id, and equally for another customer's check
   */
  async find({ em }: Pick<Context, 'em'>, userId: string, id: string): Promise<FullCheckState> {
    const row = await findFullCheckOfUser(em, userId, id);
    if (row === null) throw new ProblemError('not-found');
    return toFullCheckState(row);
  }
}
