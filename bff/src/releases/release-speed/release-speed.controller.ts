import { Body, Controller, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import { reportPageSpeedEndpoint } from '@ve/contracts/http/releases/release-speed';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyRequest } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { ReleasePageSpeedService } from './release-speed.service.ts';

@ApiTags('Registry')
@Controller()
export class ReleasePageSpeedController {
  constructor(@Inject(ReleasePageSpeedService) private readonly speed: ReleasePageSpeedService) {}

  @ServesEndpoint(reportPageSpeedEndpoint, {
    audience: 'visitor',
    alwaysNoContent: true,
    bodyLimit: 1_024,
    limitShare: 1,
    summary: 'Reports the load time of a page',
    description:
      'Counted by release and hour and by route and day, for releases that are served to this browser. Nothing about the sender is kept.',
  })
  take(
    @CurrentContext() context: Context,
    @Req() request: FastifyRequest,
    @Body() speed: ParsedRequestBody<typeof reportPageSpeedEndpoint>,
  ): Promise<void> {
    return this.speed.take(context, request, speed);
  }
}
