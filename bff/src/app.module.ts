import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AccountDeletionModule } from './account-deletion/account-deletion.module.ts';
import { AccountModule } from './account/account.module.ts';
import { AdminErrorLogsModule } from './admin-error-logs/admin-error-logs.module.ts';
import { AdminReleasesModule } from './admin-releases/admin-releases.module.ts';
import { AdminReportsModule } from './admin-reports/admin-reports.module.ts';
import { AdminOverrideModule } from './admin-override/admin-override.module.ts';
import { AdminUsersModule } from './admin-users/admin-users.module.ts';
import { AdminOperationsModule } from './admin-operations/admin-operations.module.ts';
import { AddressesModule } from './addresses/addresses.module.ts';
import { AdminStatisticsModule } from './admin-statistics/admin-statistics.module.ts';
import { servesDocs } from './config.ts';
import { AdminComplaintsModule } from './admin-complaints/admin-complaints.module.ts';
import { AdminMailsModule } from './admin-mails/admin-mails.module.ts';
import { AdminWebhooksModule } from './admin-webhooks/admin-webhooks.module.ts';
import { AdminAuditModule } from './admin-audit/admin-audit.module.ts';
import { AdminSupportModule } from './admin-support/admin-support.module.ts';
import { AdminSecurityModule } from './admin-security/admin-security.module.ts';
import { AdminSignInModule } from './admin-sign-in/admin-sign-in.module.ts';
import { AuthModule } from './auth/auth.module.ts';
import { CheckoutModule } from './checkout/checkout.module.ts';
import { ContactModule } from './contact/contact.module.ts';
import { DataRequestsModule } from './data-requests/data-requests.module.ts';
import { DisputesModule } from './disputes/disputes.module.ts';
import { DocsModule } from './docs/docs.module.ts';
import { ErrorLogsModule } from './error-logs/error-logs.module.ts';
import { HealthModule } from './health/health.module.ts';
import { MyDataModule } from './my-data/my-data.module.ts';
import { MailWebhookModule } from './mail-webhook/mail-webhook.module.ts';
import { NewsletterModule } from './newsletter/newsletter.module.ts';
import { PetrolModule } from './petrol/petrol.module.ts';
import { PhoneModule } from './phone/phone.module.ts';
import { type Platform, PlatformModule } from './platform/platform.module.ts';
import { ReadyMailModule } from './ready-mail/ready-mail.module.ts';
import { RegistryModule } from './registry/registry.module.ts';
import { ReleasesModule } from './releases/releases.module.ts';
import { ReleaseSpeedModule } from './release-speed/release-speed.module.ts';
import { ReportSharesModule } from './report-shares/report-shares.module.ts';
import { ReportsModule } from './reports/reports.module.ts';
import { RemindersModule } from './reminders/reminders.module.ts';
import { SessionModule } from './session/session.module.ts';
import { SubscriptionModule } from './subscription/subscription.module.ts';
import { StripeWebhookModule } from './stripe-webhook/stripe-webhook.module.ts';
import { UnsubscribeModule } from './unsubscribe/unsubscribe.module.ts';
import { TwilioWebhookModule } from './twilio-webhook/twilio-webhook.module.ts';
import { VehicleCalendarModule } from './vehicle-calendar/vehicle-calendar.module.ts';
import { VehicleDataModule } from './vehicle-data/vehicle-data.module.ts';
import { VisitorChannelModule } from './visitor-channel/visitor-channel.module.ts';
import { WatchModule } from './watch/watch.module.ts';
import { WebModule } from './web/web.module.ts';

/** Every feature except the documentation, which is optional. */
const features: readonly Type[] = [
  VehicleDataModule,
  AddressesModule,
  ErrorLogsModule,
  ReleaseSpeedModule,
  AdminErrorLogsModule,
  ContactModule,
  DisputesModule,
  MailWebhookModule,
  NewsletterModule,
  AuthModule,
  SessionModule,
  AdminSignInModule,
  AdminSecurityModule,
  CheckoutModule,
  StripeWebhookModule,
  UnsubscribeModule,
  SubscriptionModule,
  PhoneModule,
  TwilioWebhookModule,
  AccountModule,
  PetrolModule,
  MyDataModule,
  AccountDeletionModule,
  DataRequestsModule,
  AdminStatisticsModule,
  ReadyMailModule,
  ReportsModule,
  ReleasesModule,
  ReportSharesModule,
  VehicleCalendarModule,
  RemindersModule,
  WatchModule,
  AdminAuditModule,
  AdminComplaintsModule,
  AdminMailsModule,
  AdminWebhooksModule,
  AdminSupportModule,
  AdminReportsModule,
  AdminReleasesModule,
  AdminUsersModule,
  RegistryModule,
  VisitorChannelModule,
  AdminOperationsModule,
  AdminOverrideModule,
  HealthModule,
  WebModule,
];

@Module({})
export class AppModule {
  /** `more`: additional features, for tests of what applies to every feature. */
  static with(platform: Platform, more: readonly Type[] = []): DynamicModule {
    const docs = servesDocs(platform.config) ? [DocsModule] : [];
    return { module: AppModule, imports: [PlatformModule.with(platform), ...more, ...docs, ...features] };
  }
}
