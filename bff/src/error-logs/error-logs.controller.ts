import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { clientKey } from '../http/client-key.ts';
import { Bounds } from '../http/route-config.ts';
import { errorLogBody } from './error-log-body.ts';
import { ErrorLogsService } from './error-logs.service.ts';

@ApiTags('Error logs')
@Controller('api/error-logs')
export class ErrorLogsController {
  constructor(@Inject(ErrorLogsService) private readonly errorLogs: ErrorLogsService) {}

  /** Open to any sender, and to `navigator.sendBeacon`, whose text cannot be called JSON: it changes nothing of anybody. */
  @Post()
  @HttpCode(204)
  @Bounds({ bodyLimit: 65_536, silent: true, limitShare: 5 })
  @ApiOperation({
    summary: 'Report an error of the page',
    description:
      'Always answers 204. Reports beyond ten a minute from one client are dropped, as is what is no report.',
  })
  @ApiBody(errorLogBody)
  @ApiResponse({ status: 204, description: 'Whatever became of the report' })
  async take(@Body() body: unknown, @Req() request: FastifyRequest): Promise<void> {
    await this.errorLogs.take(body, clientKey(request.ip), request.id);
  }
}
