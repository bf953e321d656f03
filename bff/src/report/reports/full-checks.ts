import { Inject, Injectable } from '@nestjs/common';
import type { FullCheckState } from '@ve/contracts/http/report/reports';
import { findFullCheck, fullCheckChannel } from '@ve/data/full-check/full-check.repository';
import { checkTimes } from '@ve/domain/vehicle/record/fetch-times';
import { Database } from '../../platform/database.ts';
import { Watch } from '../../platform/watch.ts';
import type { WatchedWork } from '../../platform/watched-work.ts';
import { toFullCheckState } from './reports.mapper.ts';

/** Full checks as watched work. Whoever follows one has been found to own it. */
@Injectable()
export class FullChecks {
  readonly work: WatchedWork<FullCheckState>;

  constructor(@Inject(Watch) watch: Watch, @Inject(Database) database: Database) {
    this.work = watch.register<FullCheckState>({
      channel: fullCheckChannel,
      read: async (id) => {
        const row = await findFullCheck(database.em(), id);
        return row && toFullCheckState(row);
      },
      isDone: (state) => state.outcome !== 'pending',
      longestMs: checkTimes.longestMs,
    });
  }
}
