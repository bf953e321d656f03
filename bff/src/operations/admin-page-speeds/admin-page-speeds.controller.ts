import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedRequestQuery } from '@ve/contracts/endpoint';
import { listPageSpeedsEndpoint } from '@ve/contracts/http/operations/admin-page-speeds';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { readPageSpeeds } from './read-page-speeds.ts';

@ApiTags('Staff: releases')
@Controller()
export class AdminPageSpeedsController {
  @ServesEndpoint(listPageSpeedsEndpoint, {
    audience: { staff: 'admin' },
    limitShare: 1,
    summary: 'Returns how fast the pages were in visitors’ browsers, by route and release',
    parameters: { days: 'The number of days, including today' },
  })
  async list(
    @CurrentContext() { em, now }: Context,
    @Query() { days }: ParsedRequestQuery<typeof listPageSpeedsEndpoint>,
  ): Promise<EndpointAnswerBody<typeof listPageSpeedsEndpoint>> {
    return { routes: await readPageSpeeds(em, Number(days), now()) };
  }
}
