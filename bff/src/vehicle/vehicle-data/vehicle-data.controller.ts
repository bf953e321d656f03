import { Body, Controller, Header, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody, ParsedPathParams, ParsedRequestQuery } from '@ve/contracts/endpoint';
import {
  fetchVehicleDataEndpoint,
  followVehicleFetchEndpoint,
  fetchVehicleLookupEndpoint,
  readVehicleFetchEndpoint,
  type VehicleFetch,
  type VehicleLookup,
} from '@ve/contracts/http/vehicle/vehicle-data';
import type { Context } from '@ve/data/kernel/context';
import { vehicleFetchTimeLimits } from '@ve/domain/vehicle/record/fetch-time-limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { ServerSentEventStreams } from '../../platform/server-sent-event-streams.ts';
import { VehicleDataService } from './vehicle-data.service.ts';
import { TrackedVehicleFetches } from './tracked-vehicle-fetches.ts';

/**
 * How long a request for data waits for the first source before it returns 202, and then for the others, in
 * milliseconds.
 */
const fetchWaits = { firstMs: 400, restMs: 10 };
/** How long the look-up waits, in milliseconds: it can return its result only in this response. */
const lookupWaits = { dvlaWaitMs: 5_000, waitMs: vehicleFetchTimeLimits.askedMs + 5_000 };

@ApiTags('Vehicle data')
@Controller()
export class VehicleDataController {
  constructor(
    @Inject(VehicleDataService) private readonly vehicles: VehicleDataService,
    @Inject(TrackedVehicleFetches) private readonly fetches: TrackedVehicleFetches,
    @Inject(ServerSentEventStreams) private readonly streams: ServerSentEventStreams,
  ) {}

  /**
   * A visitor gets the free data for either package: `VdiCheckFull` is treated as `VehicleData`. A full check uses a
   * member's credit and has its own endpoint.
   */
  @ServesEndpoint(fetchVehicleDataEndpoint, {
    audience: 'visitor',
    inPreviews: true,
    recognises: true,
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Requests all data about a vehicle from the free sources',
    description:
      'A record no older than five minutes is returned immediately; otherwise the sources are queried. For a ' +
      'visitor, `VdiCheckFull` is treated as `VehicleData`. In a preview the stored record, of any age.',
  })
  async fetchVehicleData(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof fetchVehicleDataEndpoint>,
    @Req() { preview }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VehicleFetch> {
    if (preview !== null) return this.vehicles.findStored(context, body.registration);
    const state = await this.vehicles.fetch(context, body.registration, fetchWaits);
    if (state.outcome === 'pending') void reply.status(202).header('location', state.self);
    return state;
  }

  @ServesEndpoint(readVehicleFetchEndpoint, {
    audience: 'visitor',
    limitShare: 5,
    summary: 'Returns the state of a fetch',
    parameters: { id: 'The `fetchId` from the response that started it' },
  })
  find(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof readVehicleFetchEndpoint>,
  ): Promise<VehicleFetch> {
    return this.vehicles.find(context, id);
  }

  @ServesEndpoint(followVehicleFetchEndpoint, {
    audience: 'visitor',
    limitShare: 1,
    summary: 'Streams the state of a fetch',
    parameters: { id: 'The `fetchId` from the response that started it' },
    description: 'Server-sent events: the current state, then every change. The stream ends when the fetch has ended.',
  })
  @Header('content-type', 'text/event-stream; charset=utf-8')
  @Header('x-accel-buffering', 'no')
  async events(
    @CurrentContext() context: Context,
    @Param() { id }: ParsedPathParams<typeof followVehicleFetchEndpoint>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const present = await this.vehicles.find(context, id);
    void reply.send(this.streams.open({ work: this.fetches.work, id, client: context.client ?? '', present }));
  }

  /** Each call costs a DVLA request, and a page of another site could not read the result. */
  @ServesEndpoint(fetchVehicleLookupEndpoint, {
    audience: 'visitor',
    refuseCrossOrigin: true,
    inPreviews: true,
    recognises: true,
    limitShare: 1,
    summary: 'Returns the DVLA record of a registration',
    description: 'If DVLA fails or does not respond, `source` names the other source that holds the vehicle.',
    parameters: { reg: 'The registration as entered' },
  })
  lookup(
    @CurrentContext() context: Context,
    @Query() { reg }: ParsedRequestQuery<typeof fetchVehicleLookupEndpoint>,
    @Req() { preview }: FastifyRequest,
  ): Promise<VehicleLookup> {
    if (preview !== null) return this.vehicles.lookupStored(context, reg);
    return this.vehicles.lookup(context, reg, lookupWaits);
  }
}
