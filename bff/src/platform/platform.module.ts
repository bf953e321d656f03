import { type DynamicModule, Module } from '@nestjs/common';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { AddressRegister } from '../membership/address-register.ts';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { Database } from './database.ts';
import { Declines } from '@ve/app/membership/payments/declines';
import { EventStreams } from './event-streams.ts';
import { KnownBrowsers } from '../identity/session/known-browsers.ts';
import { LiveReleases, ReleaseChannels } from '../releases/live/live-registry.ts';
import { Metrics } from './metrics.ts';
import { Overrides } from '../releases/live/overrides.ts';
import { PageLoads } from '../releases/live/page-loads.ts';
import { PageReadTimeout } from '../releases/live/page-read-timeout.ts';
import { PageReleases } from '../releases/live/page-releases.ts';
import { Passwords } from '../identity/staff/passwords.ts';
import { Payments } from '@ve/app/membership/payments/payments';
import { StripePayments } from '../membership/payments.ts';
import { RequestedMails } from '../messaging/requested-mails.ts';
import { SecondFactors } from '../identity/staff/second-factors.ts';
import { ServedCalls } from '../releases/live/served-calls.ts';
import { StaffSecrets } from '../identity/staff/staff-secrets.ts';
import { CLOCK, CONFIG, LOGGER } from './tokens.ts';
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
  RequestedMails,
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
  StaffSecrets,
  SecondFactors,
  ServedCalls,
  Passwords,
  KnownBrowsers,
  PageReadTimeout,
];

/** Providers available to every feature. */
@Module({})
export class PlatformModule {
  static with(platform: Platform): DynamicModule {
    const values = [
      { provide: CONFIG, useValue: platform.config },
      { provide: LOGGER, useValue: platform.logger },
      { provide: CLOCK, useValue: platform.clock },
      { provide: Database, useValue: platform.database },
      { provide: Metrics, useValue: platform.metrics },
      {
        provide: Declines,
        useValue: new Declines({
          perMinute: platform.config.DECLINES_A_MINUTE,
          logger: platform.logger,
          count: (result) => platform.metrics.paymentConfirmations.inc({ result }),
        }),
      },
      { provide: ClientAddresses, useValue: new ClientAddresses(platform.database.reader) },
    ];
    return {
      module: PlatformModule,
      global: true,
      providers: [...values, ...services],
      exports: [...values, ...services],
    };
  }
}
