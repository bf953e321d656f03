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
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.decorator.ts';
import { AdminOverrideService } from './admin-override.service.ts';

const rules = { audience: { staff: 'admin' }, limitShare: 1 } as const;

@ApiTags('Staff: releases')
@Controller()
export class AdminOverrideController {
  constructor(@Inject(AdminOverrideService) private readonly override: AdminOverrideService) {}

  @Serves(readOverride, {
    ...rules,
    summary: 'Returns the releases that this session previews in place of the live ones',
  })
  read(@Ctx() context: Context, @Req() request: FastifyRequest): Promise<OverrideStatus> {
    return this.override.read(context, request);
  }

  @Serves(setOverride, {
    ...rules,
    bodyLimit: 8_192,
    summary: 'Previews other releases, or development servers, in this session only',
    description: 'Valid for twelve hours in this browser and session. Replaces any earlier override.',
  })
  set(
    @Ctx() context: Context,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { remotes }: BodyOf<typeof setOverride>,
  ): Promise<OverrideAnswer> {
    return this.override.set(context, reply, remotes);
  }

  @Serves(endOverride, { ...rules, summary: 'Ends the preview and returns this session to the live releases' })
  end(
    @Ctx() context: Context,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.override.end(context, request, reply);
  }
}
