import { Controller, Inject, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedPathParams } from '@ve/contracts/endpoint';
import { readVehicleCalendarEndpoint } from '@ve/contracts/http/monitoring/vehicle-calendar';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { VehicleCalendarService } from './vehicle-calendar.service.ts';

@ApiTags('Vehicle data')
@Controller()
export class VehicleCalendarController {
  constructor(@Inject(VehicleCalendarService) private readonly calendar: VehicleCalendarService) {}

  @ServesEndpoint(readVehicleCalendarEndpoint, {
    audience: 'visitor',
    inPreviews: true,
    limitShare: 0.5,
    summary: 'Returns the tax and MOT due dates of a vehicle as a calendar file',
    description:
      'Read from the stored record; no source is queried. All-day events with alarms 14 days and one day before.',
    parameters: { registration: 'The registration as entered' },
  })
  async read(
    @CurrentContext() context: Context,
    @Param() { registration }: ParsedPathParams<typeof readVehicleCalendarEndpoint>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const text = await this.calendar.read(context, registration);
    void reply.headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${registration}-tax-and-mot.ics"`,
      'x-robots-tag': 'noindex',
    });
    return text;
  }
}
