import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { AccountDeletionModule } from './privacy/account-deletion/account-deletion.module.ts';
import { AccountModule } from './report/account/account.module.ts';
import { AdminErrorLogsModule } from './operations/admin-error-logs/admin-error-logs.module.ts';
import { AdminReleasesModule } from './operations/admin-releases/admin-releases.module.ts';
import { AdminReportsModule } from './operations/admin-reports/admin-reports.module.ts';
import { AdminOverrideModule } from './operations/admin-override/admin-override.module.ts';
import { AdminUsersModule } from './operations/admin-users/admin-users.module.ts';
import { AdminOperationsModule } from './operations/admin-operations/admin-operations.module.ts';
import { AddressesModule } from './membership/addresses/addresses.module.ts';
import { AdminStatisticsModule } from './operations/admin-statistics/admin-statistics.module.ts';
import { servesDocs } from './config.ts';
import { AdminComplaintsModule } from './operations/admin-complaints/admin-complaints.module.ts';
import { AdminMailsModule } from './operations/admin-mails/admin-mails.module.ts';
import { AdminWebhooksModule } from './operations/admin-webhooks/admin-webhooks.module.ts';
import { AdminAuditModule } from './operations/admin-audit/admin-audit.module.ts';
import { AdminSupportModule } from './operations/admin-support/admin-support.module.ts';
import { AdminSignInModule } from './operations/admin-sign-in/admin-sign-in.module.ts';
import { CheckoutModule } from './membership/checkout/checkout.module.ts';
import { DataRequestsModule } from './privacy/data-requests/data-requests.module.ts';
import { DisputesModule } from './membership/disputes/disputes.module.ts';
import { DocsModule } from './docs/docs.module.ts';
import { ErrorLogsModule } from './operations/error-logs/error-logs.module.ts';
import { IdentityModule } from './identity/identity.module.ts';
import { MessagingModule } from './messaging/messaging.module.ts';
import { HealthModule } from './health/health.module.ts';
import { MyDataModule } from './privacy/my-data/my-data.module.ts';
import { PetrolModule } from './monitoring/petrol/petrol.module.ts';
import { PhoneModule } from './membership/phone/phone.module.ts';
import { type Platform, PlatformModule } from './platform/platform.module.ts';
import { ReportReadyMailModule } from './report/report-ready-mail/report-ready-mail.module.ts';
import { RegistryModule } from './releases/registry/registry.module.ts';
import { ReleasesModule } from './releases/releases.module.ts';
import { ReleaseSpeedModule } from './releases/release-speed/release-speed.module.ts';
import { ReportSharesModule } from './report/report-shares/report-shares.module.ts';
import { ReportsModule } from './report/reports/reports.module.ts';
import { RemindersModule } from './monitoring/reminders/reminders.module.ts';
import { SubscriptionModule } from './membership/subscription/subscription.module.ts';
import { StripeWebhookModule } from './membership/stripe-webhook/stripe-webhook.module.ts';
import { VehicleCalendarModule } from './monitoring/vehicle-calendar/vehicle-calendar.module.ts';
import { VehicleDataModule } from './vehicle/vehicle-data/vehicle-data.module.ts';
import { VisitorChannelModule } from './releases/visitor-channel/visitor-channel.module.ts';
import { WatchModule } from './monitoring/watch/watch.module.ts';
import { WebModule } from './releases/web/web.module.ts';

/** Every feature module except the documentation, which is optional. */
const features: readonly Type[] = [
  VehicleDataModule,
  AddressesModule,
  ErrorLogsModule,
  ReleaseSpeedModule,
  AdminErrorLogsModule,
  MessagingModule,
  IdentityModule,
  DisputesModule,
  AdminSignInModule,
  CheckoutModule,
  StripeWebhookModule,
  SubscriptionModule,
  PhoneModule,
  AccountModule,
  PetrolModule,
  MyDataModule,
  AccountDeletionModule,
  DataRequestsModule,
  AdminStatisticsModule,
  ReportReadyMailModule,
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
  /** `more`: additional feature modules, for tests of rules that apply to every feature. */
  static with(platform: Platform, more: readonly Type[] = []): DynamicModule {
    const docs = servesDocs(platform.config) ? [DocsModule] : [];
    return { module: AppModule, imports: [PlatformModule.with(platform), ...more, ...docs, ...features] };
  }
}
