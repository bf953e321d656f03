import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BodyOf } from '@ve/contracts/endpoint';
import {
  endOverride,
  type OverrideAnswer,
  type OverrideStatus,
  readOverride,
  setOverride,
} from '@ve/contracts/http/operations/admin-override';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { AdminOverrideService } from './admin-override.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: releases')
@Controller()
export class AdminOverrideController {
  constructor(@Inject(AdminOverrideService) private readonly override: AdminOverrideService) {}

  @ServesEndpoint(readOverride, {
    ...rules,
    summary: 'Returns the releases that this session previews in place of the live ones',
  })
  read(@CurrentContext() context: Context, @Req() request: FastifyRequest): Promise<OverrideStatus> {
    return this.override.read(context, request);
  }

  @ServesEndpoint(setOverride, {
    ...rules,
    bodyLimit: 8_192,
    summary: 'Previews other releases, or development servers, in this session only',
    description: 'Valid for twelve hours in this browser and session. Replaces any earlier override.',
  })
  set(
    @CurrentContext() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { remotes }: BodyOf<typeof setOverride>,
  ): Promise<OverrideAnswer> {
    return this.override.set(context, reply, remotes);
  }

  @ServesEndpoint(endOverride, { ...rules, summary: 'Ends the preview and returns this session to the live releases' })
  end(
    @CurrentContext() context: Context,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.override.end(context, request, reply);
  }
}
