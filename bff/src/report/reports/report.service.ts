import { Injectable } from '@nestjs/common';
import { saveReport as store } from '@ve/app/report/save-report';
import type { AnswerOf } from '@ve/contracts/endpoint';
import type { SavedReport, saveReport } from '@ve/contracts/http/report/reports';
import type { Context } from '@ve/data/kernel/context';
import { findCurrentFullCheck } from '@ve/data/full-check/full-check.repository';
import { findReportOfUser } from '@ve/data/report/report.repository';
import { toSavedReport } from './reports.mapper.ts';

/** The reports that customers save. Every query is filtered by the signed-in user (specification section 6). */
@Injectable()
export class ReportService {
  /** The user's own report on a vehicle, with its current check. */
  async read({ em }: Pick<Context, 'em'>, userId: string, registration: string): Promise<SavedReport> {
    const row = await findReportOfUser(em, userId, registration);
    if (row === null) return { outcome: 'none' };
    return toSavedReport(row, await findCurrentFullCheck(em, userId, registration));
  }

  /** Saves the report, and returns what is saved then: `none` beyond the limit of new reports per day. */
  async save(context: Context, userId: string, registration: string): Promise<AnswerOf<typeof saveReport>> {
    const isStored = await store(context, { userId, registration });
    const saved = await this.read(context, userId, registration);
    return isStored || saved.outcome === 'found' ? saved : { outcome: 'no-record' };
  }
}
