import { Body, Controller, Inject, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedRequestBody, ParsedPathParams } from '@ve/contracts/endpoint';
import {
  moveReleaseByStaffEndpoint,
  readReleaseStatusesEndpoint,
  type StaffReleaseMoveOutcome,
} from '@ve/contracts/http/operations/admin-releases';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { AdminReleasesService } from './admin-releases.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: releases')
@Controller()
export class AdminReleasesController {
  constructor(@Inject(AdminReleasesService) private readonly releases: AdminReleasesService) {}

  @ServesEndpoint(readReleaseStatusesEndpoint, {
    ...rules,
    summary: 'Returns the live releases of shell and remotes, their health and their history',
  })
  read(@CurrentContext() context: Context): Promise<EndpointAnswerBody<typeof readReleaseStatusesEndpoint>> {
    return this.releases.read(context);
  }

  @ServesEndpoint(moveReleaseByStaffEndpoint, {
    ...rules,
    bodyLimit: 4_096,
    summary: 'Promotes a release, rolls one back, or makes one live',
    description:
      'Effective from each visitor’s next page. Refused with `stale` if the versions have changed in the meantime.',
    parameters: { name: '`shell` or the name of a remote' },
  })
  move(
    @CurrentContext() context: Context,
    @Param() { name }: ParsedPathParams<typeof moveReleaseByStaffEndpoint>,
    @Body() body: ParsedRequestBody<typeof moveReleaseByStaffEndpoint>,
  ): Promise<StaffReleaseMoveOutcome> {
    return this.releases.move(context, name, body);
  }
}
