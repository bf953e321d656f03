import { type DynamicModule, Module } from '@nestjs/common';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { AddressRegister } from '../membership/address-register.ts';
import { KnownBrowsers } from '@ve/app/identity/staff/known-browsers';
import { StaffCredentials } from '@ve/app/identity/staff/staff-credentials';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { Database } from './database.ts';
import { DeclineLimit } from '@ve/app/membership/payments/declines';
import { EventStreams } from './event-streams.ts';
import { LiveReleases, ReleaseChannels } from '../releases/live/live-registry.ts';
import { Metrics } from './metrics.ts';
import { Overrides } from '../releases/live/overrides.ts';
import { PageLoads } from '../releases/live/page-loads.ts';
import { PageReadTimeout } from '../releases/live/page-read-timeout.ts';
import { PageReleases } from '../releases/live/page-releases.ts';
import { Payments } from '@ve/app/membership/payments/payments';
import { StripePayments } from '../membership/payments.ts';
import { RequestedMails } from '@ve/app/messaging/mails/request-mail';
import { ServedApiCalls } from '@ve/app/releases/move-if-compatible';
import { CLOCK, CONFIG, LOGGER } from './injection-tokens.ts';
import { Vendors } from '../jobs/vendors.ts';
import { VisitorChannels } from '../releases/live/visitor-channels.ts';
import { WorkTracker } from './work-tracker.ts';

export interface Platform {
  config: Config;
  logger: Logger;
  database: Database;
  metrics: Metrics;
  clock: Clock;
}

const services = [
  AddressRegister,
  LiveReleases,
  Overrides,
  ReleaseChannels,
  VisitorChannels,
  PageReleases,
  PageLoads,
  WorkTracker,
  EventStreams,
  Vendors,
  { provide: Payments, useClass: StripePayments },
  ServedApiCalls,
  PageReadTimeout,
];

/** Providers available to every feature. */
@Module({})
export class PlatformModule {
  static with(platform: Platform): DynamicModule {
    const { config, clock, database } = platform;
    const { reader } = database;
    const addresses = new ClientAddresses(reader);
    const values = [
      { provide: CONFIG, useValue: config },
      { provide: LOGGER, useValue: platform.logger },
      { provide: CLOCK, useValue: clock },
      { provide: Database, useValue: database },
      { provide: Metrics, useValue: platform.metrics },
      { provide: ClientAddresses, useValue: addresses },
      { provide: RequestedMails, useValue: new RequestedMails(addresses) },
      { provide: StaffCredentials, useValue: new StaffCredentials(config.STAFF_SECRETS_KEY ?? [], reader) },
      { provide: KnownBrowsers, useValue: new KnownBrowsers(reader, clock) },
      {
        provide: DeclineLimit,
        useValue: new DeclineLimit({
          perMinute: config.DECLINES_A_MINUTE,
          logger: platform.logger,
          count: (result) => platform.metrics.paymentConfirmations.inc({ result }),
        }),
      },
    ];
    return {
      module: PlatformModule,
      global: true,
      providers: [...values, ...services],
      exports: [...values, ...services],
    };
  }
}
