import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  clearReleaseOverrideEndpoint,
  type ReleaseOverrideAnswer,
  type ReleaseOverrideStatus,
  readReleaseOverrideEndpoint,
  setReleaseOverrideEndpoint,
} from '@ve/contracts/http/operations/admin-override';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { AdminReleaseOverrideService } from './admin-override.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: releases')
@Controller()
export class AdminReleaseOverrideController {
  constructor(@Inject(AdminReleaseOverrideService) private readonly override: AdminReleaseOverrideService) {}

  @ServesEndpoint(readReleaseOverrideEndpoint, {
    ...rules,
    summary: 'Returns the releases that this session previews in place of the live ones',
  })
  read(@CurrentContext() context: Context, @Req() request: FastifyRequest): Promise<ReleaseOverrideStatus> {
    return this.override.read(context, request);
  }

  @ServesEndpoint(setReleaseOverrideEndpoint, {
    ...rules,
    bodyLimit: 8_192,
    summary: 'Previews other releases, or development servers, in this session only',
    description: 'Valid for twelve hours in this browser and session. Replaces any earlier override.',
  })
  set(
    @CurrentContext() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { remotes }: ParsedRequestBody<typeof setReleaseOverrideEndpoint>,
  ): Promise<ReleaseOverrideAnswer> {
    return this.override.set(context, reply, remotes);
  }

  @ServesEndpoint(clearReleaseOverrideEndpoint, {
    ...rules,
    summary: 'Ends the preview and returns this session to the live releases',
  })
  end(
    @CurrentContext() context: Context,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.override.end(context, request, reply);
  }
}
