import { type DynamicModule, Module } from '@nestjs/common';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { Logger } from '@ve/server-kit/log/logger';
import type { BffConfig } from '../config.ts';
import { PostalAddressRegister } from '../membership/postal-address-register.ts';
import { KnownStaffBrowserService } from '@ve/app/identity/staff/known-browsers';
import { StaffCredentialService } from '@ve/app/identity/staff/staff-credentials';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { BffDatabase } from './database.ts';
import { cardAttemptOutcomes, CardDeclineLimit } from '@ve/app/membership/payments/declines';
import { ServerSentEventStreams } from './server-sent-event-streams.ts';
import { StableReleases, ReleaseChannelReader } from '../releases/live/live-registry.ts';
import { BffMetrics } from './metrics.ts';
import { ReleaseOverrides } from '../releases/live/release-overrides.ts';
import { PageLoadCounter } from '../releases/live/page-load-counter.ts';
import { PageDatabaseReadTimeout } from '../releases/live/page-read-timeout.ts';
import { PreviewLinks } from '../releases/previews/preview-links.ts';
import { PageReleaseSelector } from '../releases/live/page-release-selector.ts';
import { PaymentProviderClient } from '@ve/app/membership/payments/payment-provider-client';
import { StripePaymentProviderClient } from '../membership/payments.ts';
import { PublicMailRequestService } from '@ve/app/messaging/mails/request-mail';
import { ServedApiCalls } from '@ve/app/releases/move-if-compatible';
import { CLOCK_TOKEN, CONFIG_TOKEN, LOGGER_TOKEN } from './injection-tokens.ts';
import { VendorAdapterOptionsFactory } from '../jobs/vendor-adapter-options-factory.ts';
import { VisitorChannels } from '../releases/live/visitor-channels.ts';
import { WorkTracker } from './work-tracker.ts';

export interface PlatformDeps {
  config: BffConfig;
  logger: Logger;
  database: BffDatabase;
  metrics: BffMetrics;
  clock: Clock;
}

const services = [
  PostalAddressRegister,
  StableReleases,
  ReleaseOverrides,
  PreviewLinks,
  ReleaseChannelReader,
  VisitorChannels,
  PageReleaseSelector,
  PageLoadCounter,
  WorkTracker,
  ServerSentEventStreams,
  VendorAdapterOptionsFactory,
  { provide: PaymentProviderClient, useClass: StripePaymentProviderClient },
  ServedApiCalls,
  PageDatabaseReadTimeout,
];

/** Providers available to every feature. */
@Module({})
export class GlobalProvidersModule {
  static with(platform: PlatformDeps): DynamicModule {
    const { config, clock, database } = platform;
    const { reader } = database;
    const addresses = new ClientAddressHasher(reader);
    const values = [
      { provide: CONFIG_TOKEN, useValue: config },
      { provide: LOGGER_TOKEN, useValue: platform.logger },
      { provide: CLOCK_TOKEN, useValue: clock },
      { provide: BffDatabase, useValue: database },
      { provide: BffMetrics, useValue: platform.metrics },
      { provide: ClientAddressHasher, useValue: addresses },
      { provide: PublicMailRequestService, useValue: new PublicMailRequestService(addresses) },
      { provide: StaffCredentialService, useValue: new StaffCredentialService(config.STAFF_SECRETS_KEY ?? [], reader) },
      { provide: KnownStaffBrowserService, useValue: new KnownStaffBrowserService(reader, clock) },
      {
        provide: CardDeclineLimit,
        useValue: new CardDeclineLimit({
          perMinute: config.DECLINES_A_MINUTE,
          logger: platform.logger,
          count: (result) => platform.metrics.paymentConfirmations.inc({ result }),
        }),
      },
    ];
    for (const result of [...cardAttemptOutcomes, 'held-back'])
      platform.metrics.paymentConfirmations.inc({ result }, 0);
    return {
      module: GlobalProvidersModule,
      global: true,
      providers: [...values, ...services],
      exports: [...values, ...services],
    };
  }
}
