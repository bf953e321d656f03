import { type DynamicModule, Module } from '@nestjs/common';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Config } from '../config.ts';
import { AddressRegister } from './address-register.ts';
import { ClientAddresses } from './client-addresses.ts';
import { Database } from './database.ts';
import { EventStreams } from './event-streams.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { LiveReleases, ReleaseChannels } from './live-registry.ts';
import { Metrics } from './metrics.ts';
import { Overrides } from './overrides.ts';
import { PageLoads } from './page-loads.ts';
import { PagePatience } from './page-patience.ts';
import { PageReleases } from './page-releases.ts';
import { Passwords } from './passwords.ts';
import { Payments } from './payments.ts';
import { RequestedMails } from './requested-mails.ts';
import { SecondFactors } from './second-factors.ts';
import { ServedCalls } from './served-calls.ts';
import { StaffSecrets } from './staff-secrets.ts';
import { CLOCK, CONFIG, LOGGER } from './tokens.ts';
import { Vendors } from './vendors.ts';
import { VisitorChannels } from './visitor-channels.ts';
import { Watch } from './watch.ts';

export interface Platform {
  config: Config;
  logger: Logger;
  database: Database;
  metrics: Metrics;
  clock: Clock;
}

/** Providers available to every feature. */
@Module({})
export class PlatformModule {
  static with(platform: Platform): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      providers: [
        { provide: CONFIG, useValue: platform.config },
        { provide: LOGGER, useValue: platform.logger },
        { provide: CLOCK, useValue: platform.clock },
        { provide: Database, useValue: platform.database },
        { provide: Metrics, useValue: platform.metrics },
        AddressRegister,
        ClientAddresses,
        RequestedMails,
        LiveReleases,
        Overrides,
        ReleaseChannels,
        VisitorChannels,
        PageReleases,
        PageLoads,
        Watch,
        EventStreams,
        Vendors,
        Payments,
        StaffSecrets,
        SecondFactors,
        ServedCalls,
        Passwords,
        KnownBrowsers,
        PagePatience,
      ],
      exports: [
        CONFIG,
        LOGGER,
        CLOCK,
        Database,
        Metrics,
        AddressRegister,
        ClientAddresses,
        RequestedMails,
        LiveReleases,
        Overrides,
        ReleaseChannels,
        VisitorChannels,
        PageReleases,
        PageLoads,
        Watch,
        EventStreams,
        Vendors,
        Payments,
        StaffSecrets,
        SecondFactors,
        ServedCalls,
        Passwords,
        KnownBrowsers,
        PagePatience,
      ],
    };
  }
}
