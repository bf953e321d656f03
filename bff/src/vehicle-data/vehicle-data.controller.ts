import { Body, Controller, Header, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BodyOf, ParamsOf, QueryOf } from '@ve/contracts/endpoint';
import {
  fetchVehicleData,
  followVehicleFetch,
  lookUpVehicle,
  readVehicleFetch,
  type VehicleFetch,
  type VehicleLookup,
} from '@ve/contracts/http/vehicle-data';
import type { Context } from '@ve/data/context';
import type { FastifyReply } from 'fastify';
import { Ctx } from '../http/request-context.ts';
import { Serves } from '../http/serves.ts';
import { EventStreams } from '../platform/event-streams.ts';
import { VehicleDataService } from './vehicle-data.service.ts';
import { VehicleFetches } from './vehicle-fetches.ts';

/** How long a request for data waits for the workers before it answers 202. */
const fetchWaitMs = 800;
/** How long the look-up waits: it has no other way to tell its result. */
const lookupWaitMs = 12_000;

@ApiTags('Vehicle data')
@Controller()
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
  @Serves(fetchVehicleData, {
    audience: 'visitor',
    recognises: true,
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Ask for everything the free sources say of a vehicle',
    description:
      'A record not older than five minutes answers at once; otherwise the sources are asked. ' +
      'For a visitor `VdiCheckFull` is answered as `VehicleData`.',
  })
  async fetchVehicleData(
    @Ctx() context: Context,
    @Body() body: BodyOf<typeof fetchVehicleData>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VehicleFetch> {
    const state = await this.vehicles.fetch(context, body.registration, fetchWaitMs);
    if (state.outcome === 'pending') void reply.status(202).header('location', state.self);
    return state;
  }

  @Serves(readVehicleFetch, {
    audience: 'visitor',
    limitShare: 5,
    summary: 'How a fetch stands',
    parameters: { id: 'The `fetchId` of the answer that began it' },
  })
  find(@Ctx() context: Context, @Param() { id }: ParamsOf<typeof readVehicleFetch>): Promise<VehicleFetch> {
    return this.vehicles.find(context, id);
  }

  @Serves(followVehicleFetch, {
    audience: 'visitor',
    limitShare: 1,
    summary: 'Follow a fetch',
    parameters: { id: 'The `fetchId` of the answer that began it' },
    description: 'Server-sent events: the present state, then every change. The stream ends when the fetch is done.',
  })
  @Header('content-type', 'text/event-stream; charset=utf-8')
  @Header('x-accel-buffering', 'no')
  async events(
    @Ctx() context: Context,
    @Param() { id }: ParamsOf<typeof followVehicleFetch>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const present = await this.vehicles.find(context, id);
    void reply.send(this.streams.open(this.fetches.work, id, context.client ?? '', present));
  }

  /** It costs a call of DVLA whose result another site's page could not even read. */
  @Serves(lookUpVehicle, {
    audience: 'visitor',
    refuseCrossSite: true,
    recognises: true,
    limitShare: 1,
    summary: "DVLA's answer about a registration",
    parameters: { reg: 'The registration, as it was typed' },
  })
  lookup(@Ctx() context: Context, @Query() { reg }: QueryOf<typeof lookUpVehicle>): Promise<VehicleLookup> {
    return this.vehicles.lookup(context, reg, lookupWaitMs);
  }
}
