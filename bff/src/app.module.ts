import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AccountDeletionModule } from './privacy/account-deletion/account-deletion.module.ts';
import { servesDocs } from './config.ts';
import { AuthModule } from './identity/auth/auth.module.ts';
import { ContactModule } from './messaging/contact/contact.module.ts';
import { DataRequestsModule } from './privacy/data-requests/data-requests.module.ts';
import { DocsModule } from './docs/docs.module.ts';
import { HealthModule } from './health/health.module.ts';
import { MyDataModule } from './privacy/my-data/my-data.module.ts';
import { MailWebhookModule } from './messaging/mail-webhook/mail-webhook.module.ts';
import { NewsletterModule } from './messaging/newsletter/newsletter.module.ts';
import { PetrolModule } from './monitoring/petrol/petrol.module.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { ReleasesModule } from './releases/releases.module.ts';
import { ReportModule } from './report/report.module.ts';
import { VehicleModule } from './vehicle/vehicle.module.ts';
import { type Platform, PlatformModule } from './platform/platform.module.ts';
import { RemindersModule } from './monitoring/reminders/reminders.module.ts';
import { SessionModule } from './identity/session/session.module.ts';
import { MembershipModule } from './membership/membership.module.ts';
import { UnsubscribeModule } from './messaging/unsubscribe/unsubscribe.module.ts';
import { TwilioWebhookModule } from './messaging/twilio-webhook/twilio-webhook.module.ts';
import { VehicleCalendarModule } from './monitoring/vehicle-calendar/vehicle-calendar.module.ts';
import { WatchModule } from './monitoring/watch/watch.module.ts';

/** Every feature module except the documentation, which is optional. The pages of releases are last: they match every path. */
const features: readonly Type[] = [
  VehicleModule,
  OperationsModule,
  ReportModule,
  ContactModule,
  MailWebhookModule,
  NewsletterModule,
  AuthModule,
  SessionModule,
  UnsubscribeModule,
  MembershipModule,
  TwilioWebhookModule,
  PetrolModule,
  MyDataModule,
  AccountDeletionModule,
  DataRequestsModule,
  VehicleCalendarModule,
  RemindersModule,
  WatchModule,
  HealthModule,
  ReleasesModule,
];

@Module({})
export class AppModule {
  /** `more`: additional feature modules, for tests of rules that apply to every feature. */
  static with(platform: Platform, more: readonly Type[] = []): DynamicModule {
    const docs = servesDocs(platform.config) ? [DocsModule] : [];
    return { module: AppModule, imports: [PlatformModule.with(platform), ...more, ...docs, ...features] };
  }
}
