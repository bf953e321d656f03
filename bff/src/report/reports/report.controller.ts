import { Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedPathParams } from '@ve/contracts/endpoint';
import { readReportEndpoint, type SavedReport, saveReportEndpoint } from '@ve/contracts/http/report/reports';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { saveReport as store } from '@ve/app/report/save-report';
import { findCurrentFullCheck } from '@ve/data/full-check/full-check.repository';
import { findReportOfUser } from '@ve/data/report/report.repository';
import { toSavedReport } from './reports.mapper.ts';

const parameters = { registration: 'The registration as entered' };

/** The reports that customers save. Every query is filtered by the signed-in user (specification section 6). */
@ApiTags('Reports')
@Controller()
export class ReportController {
  @ServesEndpoint(readReportEndpoint, {
    audience: 'customer',
    limitShare: 2,
    summary: 'Returns the customer’s report on a vehicle',
    parameters,
  })
  read(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof readReportEndpoint>,
  ): Promise<SavedReport> {
    return readSavedReport(context, userIdOfActor(context), registration);
  }

  @ServesEndpoint(saveReportEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 1,
    summary: 'Saves the report on a vehicle',
    description:
      'Made from the stored record of the vehicle. An existing report is kept, and missing data is added. An ' +
      'account that saves too many new reports in a day receives `none`, and nothing is saved.',
    parameters,
  })
  async save(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof saveReportEndpoint>,
  ): Promise<EndpointAnswerBody<typeof saveReportEndpoint>> {
    const userId = userIdOfActor(context);
    const isStored = await store(context, { userId, registration });
    const saved = await readSavedReport(context, userId, registration);
    return isStored || saved.outcome === 'found' ? saved : { outcome: 'no-record' };
  }
}

/** The user's own report on a vehicle, with its current check. */
async function readSavedReport({ em }: Context, userId: string, registration: string): Promise<SavedReport> {
  const row = await findReportOfUser(em, userId, registration);
  if (row === null) return { outcome: 'none' };
  return toSavedReport(row, await findCurrentFullCheck(em, userId, registration));
}
