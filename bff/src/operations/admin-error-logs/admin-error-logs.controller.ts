import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { reopenErrorByStaff, solveErrorByStaff } from '@ve/app/operations/error-logs';
import type {
  EndpointAnswerBody,
  ParsedRequestBody,
  ParsedPathParams,
  ParsedRequestQuery,
} from '@ve/contracts/endpoint';
import {
  type ErrorGroupPage,
  type ErrorOccurrencePage,
  listErrorGroupsEndpoint,
  listErrorOccurrencesEndpoint,
  reopenErrorGroupEndpoint,
  solveErrorGroupEndpoint,
} from '@ve/contracts/http/operations/admin-error-logs';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { pageQueryDescriptions } from '../../platform/list-page.ts';
import { listErrorGroups, listOccurrences } from './list-errors.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

const parameters = { id: 'The id of the error, from the list' };

@ApiTags('Staff: error logs')
@Controller()
export class AdminErrorLogsController {
  @ServesEndpoint(listErrorGroupsEndpoint, {
    ...rules,
    summary: 'Lists errors of all browsers, grouped by fingerprint, the latest first',
    parameters: {
      ...pageQueryDescriptions,
      search: 'A part of the message',
      state: 'Default: `open`',
      type: 'The type of the error',
    },
  })
  list(
    @CurrentContext() context: Context,
    @Query() query: ParsedRequestQuery<typeof listErrorGroupsEndpoint>,
  ): Promise<ErrorGroupPage> {
    return listErrorGroups(context, query);
  }

  @ServesEndpoint(listErrorOccurrencesEndpoint, {
    ...rules,
    summary: 'Lists the occurrences of an error',
    description: 'Reading the occurrences of signed-in users is recorded in the audit log.',
    parameters: { ...parameters, ...pageQueryDescriptions },
  })
  occurrences(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof listErrorOccurrencesEndpoint>,
    @Query() query: ParsedRequestQuery<typeof listErrorOccurrencesEndpoint>,
  ): Promise<ErrorOccurrencePage> {
    return listOccurrences(context, id, query);
  }

  @ServesEndpoint(solveErrorGroupEndpoint, { ...rules, summary: 'Marks an error as solved', parameters })
  solve(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof solveErrorGroupEndpoint>,
    @Body() { reason }: ParsedRequestBody<typeof solveErrorGroupEndpoint>,
  ): Promise<EndpointAnswerBody<typeof solveErrorGroupEndpoint>> {
    return solveErrorByStaff(context, { id, reason });
  }

  @ServesEndpoint(reopenErrorGroupEndpoint, { ...rules, summary: 'Reopens a solved error', parameters })
  reopen(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof reopenErrorGroupEndpoint>,
    @Body() { reason }: ParsedRequestBody<typeof reopenErrorGroupEndpoint>,
  ): Promise<EndpointAnswerBody<typeof reopenErrorGroupEndpoint>> {
    return reopenErrorByStaff(context, { id, reason });
  }
}
