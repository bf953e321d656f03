import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type {
  EndpointAnswerBody,
  ParsedRequestBody,
  ParsedPathParams,
  ParsedRequestQuery,
} from '@ve/contracts/endpoint';
import {
  changeMonitoredCarEndpoint,
  changeWatchSettingsEndpoint,
  listWatchEventsEndpoint,
  listWatchMessagesEndpoint,
  readWatchEndpoint,
  readWatchFindingsEndpoint,
  setDueDateEndpoint,
  type Watch,
  type WatchChangeAnswer,
} from '@ve/contracts/http/monitoring/watch';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { changeMembershipCar } from '@ve/app/monitoring/watch/change-car';
import { WatchSettingsService } from '@ve/app/monitoring/watch/change-watch';
import { VehicleDataService } from '../../vehicle/vehicle-data/vehicle-data.service.ts';
import { MonitorFindingsService } from './findings.service.ts';
import { listWatchMessages, listWatchEvents } from './list-watch-log.ts';
import { WatchService } from './watch.service.ts';

const pages = { before: 'The `next` of the previous page' };

@ApiTags('Reminders')
@Controller()
export class WatchController {
  constructor(
    @Inject(WatchService) private readonly watch: WatchService,
    @Inject(WatchSettingsService) private readonly preferences: WatchSettingsService,
    @Inject(VehicleDataService) private readonly vehicles: VehicleDataService,
    @Inject(MonitorFindingsService) private readonly found: MonitorFindingsService,
  ) {}

  @ServesEndpoint(readWatchEndpoint, {
    audience: 'customer',
    limitShare: 2,
    summary: 'Returns the signed-in member’s reminder and alert settings, and what is due',
    description: 'Settings that were never changed have their defaults.',
  })
  read(@CurrentContext() context: Context): Promise<Watch> {
    return this.watch.read(context, userIdOfActor(context));
  }

  @ServesEndpoint(changeWatchSettingsEndpoint, {
    audience: 'customer',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Changes how reminders and alerts are sent',
    description: 'Omitted settings are unchanged. If one change is not possible, none is made.',
  })
  async change(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof changeWatchSettingsEndpoint>,
  ): Promise<WatchChangeAnswer> {
    const userId = userIdOfActor(context);
    const outcome = await this.preferences.change(context, { ...body, userId });
    return outcome === 'set' ? { outcome, watch: await this.watch.read(context, userId) } : { outcome };
  }

  @ServesEndpoint(setDueDateEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 1,
    summary: 'Sets or removes a due date that only the member knows',
    parameters: { kind: '`insurance` or `servicing`' },
  })
  async setDue(
    @CurrentContext() context: Context,
    @Param() { kind }: ParsedPathParams<typeof setDueDateEndpoint>,
    @Body() { on }: ParsedRequestBody<typeof setDueDateEndpoint>,
  ): Promise<EndpointAnswerBody<typeof setDueDateEndpoint>> {
    const userId = userIdOfActor(context);
    const outcome = await this.preferences.setDueDate(context, { userId, kind, on });
    return outcome === 'set' ? { outcome, watch: await this.watch.read(context, userId) } : { outcome };
  }

  @ServesEndpoint(changeMonitoredCarEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Changes the monitored car, once per billing period',
    description:
      'The registers are queried for up to 35 seconds; nothing is changed unless one of them holds the car. Reports ' +
      'of the earlier car are kept, and a report of the new car is saved.',
  })
  async changeCar(
    @CurrentContext() context: Context,
    @Body() { registration }: ParsedRequestBody<typeof changeMonitoredCarEndpoint>,
  ): Promise<EndpointAnswerBody<typeof changeMonitoredCarEndpoint>> {
    const userId = userIdOfActor(context);
    const refused = await changeMembershipCar(this.vehicles, context, { userId, registration });
    return refused ?? { outcome: 'changed', watch: await this.watch.read(context, userId) };
  }

  @ServesEndpoint(listWatchMessagesEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Lists the messages sent about the car, with their delivery status',
    parameters: pages,
  })
  messages(
    @CurrentContext() context: Context,
    @Query() { before }: ParsedRequestQuery<typeof listWatchMessagesEndpoint>,
  ): Promise<EndpointAnswerBody<typeof listWatchMessagesEndpoint>> {
    return listWatchMessages(context, userIdOfActor(context), before);
  }

  @ServesEndpoint(listWatchEventsEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Lists what has happened to the car since monitoring began',
    parameters: pages,
  })
  events(
    @CurrentContext() context: Context,
    @Query() { before }: ParsedRequestQuery<typeof listWatchEventsEndpoint>,
  ): Promise<EndpointAnswerBody<typeof listWatchEventsEndpoint>> {
    return listWatchEvents(context, userIdOfActor(context), before);
  }

  @ServesEndpoint(readWatchFindingsEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Returns what is monitored, when each source was last read, and the valuations of the car',
  })
  findings(@CurrentContext() context: Context): Promise<EndpointAnswerBody<typeof readWatchFindingsEndpoint>> {
    return this.found.read(context, userIdOfActor(context));
  }
}
