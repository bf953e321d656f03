import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  fetchVehicleDataSchema,
  lookupQuerySchema,
  vehicleFetchPendingSchema,
  vehicleFetchSchema,
  type VehicleFetch,
  type VehicleLookup,
  vehicleLookupSchema,
  vehicleOutcomeSchema,
} from '@ve/contracts/http/vehicle-data';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { ApiProblems } from '../http/api-problems.ts';
import { clientKey } from '../http/client-key.ts';
import { Bounds } from '../http/route-config.ts';
import { EventStreams } from '../platform/event-streams.ts';
import { VehicleDataService } from './vehicle-data.service.ts';
import { VehicleFetches } from './vehicle-fetches.ts';

/** How long a request for data waits for the workers before it answers 202. */
const fetchWaitMs = 800;
/** How long the look-up waits: it has no other way to tell its result. */
const lookupWaitMs = 12_000;

@ApiTags('Vehicle data')
@Controller('api')
export class VehicleDataController {
  constructor(
    @Inject(VehicleDataService) private readonly vehicles: VehicleDataService,
    @Inject(VehicleFetches) private readonly fetches: VehicleFetches,
    @Inject(EventStreams) private readonly streams: EventStreams,
  ) {}

  /**
   * A visitor is given the free data whichever package is asked for: `VdiCheckFull` is answered as `VehicleData`.
   * A full check spends a member's credit and has an address of its own.
   */
  @Post('fetch-vehicle-data')
  @HttpCode(200)
  @Bounds({ bodyLimit: 4_096, limitShare: 1 })
  @ApiOperation({
    summary: 'Ask for everything the free sources say of a vehicle',
    description:
      'A record not older than five minutes answers at once; otherwise the sources are asked. ' +
      'For a visitor `VdiCheckFull` is answered as `VehicleData`.',
  })
  @ApiResponse({ status: 200, description: 'The outcome', standardSchema: vehicleOutcomeSchema })
  @ApiResponse({ status: 202, description: 'The fetch is under way', standardSchema: vehicleFetchPendingSchema })
  @ApiProblems(
    'registration-required',
    'registration-invalid',
    'request-invalid',
    'origin-refused',
    'request-too-large',
    'media-type-unsupported',
    'too-many-requests',
    'service-unavailable',
  )
  async fetchVehicleData(
    @Body({ schema: fetchVehicleDataSchema }) body: z.infer<typeof fetchVehicleDataSchema>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VehicleFetch> {
    const state = await this.vehicles.fetch(body.registration, request.id, fetchWaitMs);
    if (state.outcome === 'pending') void reply.status(202).header('location', state.self);
    return state;
  }

  @Get('vehicle-fetches/:id')
  @Bounds({ limitShare: 5 })
  @ApiOperation({ summary: 'How a fetch stands' })
  @ApiResponse({ status: 200, standardSchema: vehicleFetchSchema })
  @ApiProblems('not-found', 'too-many-requests', 'service-unavailable')
  find(@Param('id') id: string): Promise<VehicleFetch> {
    return this.vehicles.find(id);
  }

  @Get('vehicle-fetches/:id/events')
  @Bounds({ limitShare: 1 })
  @Header('content-type', 'text/event-stream; charset=utf-8')
  @Header('x-accel-buffering', 'no')
  @ApiOperation({
    summary: 'Follow a fetch',
    description: 'Server-sent events: the present state, then every change. The stream ends when the fetch is done.',
  })
  @ApiResponse({ status: 200, content: { 'text/event-stream': { schema: { type: 'string' } } }, description: 'Events' })
  @ApiProblems('not-found', 'too-many-requests', 'service-unavailable')
  async events(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const present = await this.vehicles.find(id);
    const stream = this.streams.open(this.fetches.work, id, clientKey(request.ip), present);
    void reply.send(stream);
  }

  @Get('vehicle-lookup')
  @Bounds({ limitShare: 1 })
  @ApiOperation({ summary: "The licensing agency's answer about a registration" })
  @ApiResponse({ status: 200, standardSchema: vehicleLookupSchema })
  @ApiProblems(
    'registration-required',
    'registration-invalid',
    'request-invalid',
    'too-many-requests',
    'service-unavailable',
  )
  lookup(
    @Query({ schema: lookupQuerySchema }) query: z.infer<typeof lookupQuerySchema>,
    @Req() request: FastifyRequest,
  ): Promise<VehicleLookup> {
    return this.vehicles.lookup(query.reg, request.id, lookupWaitMs);
  }
}
