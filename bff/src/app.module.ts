import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { servesDocs } from './config.ts';
import { DocsModule } from './docs/docs.module.ts';
import { HealthModule } from './health/health.module.ts';
import { IdentityModule } from './identity/identity.module.ts';
import { MessagingModule } from './messaging/messaging.module.ts';
import { MonitoringModule } from './monitoring/monitoring.module.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { PrivacyModule } from './privacy/privacy.module.ts';
import { ReleasesModule } from './releases/releases.module.ts';
import { ReportModule } from './report/report.module.ts';
import { VehicleModule } from './vehicle/vehicle.module.ts';
import { type Platform, PlatformModule } from './platform/platform.module.ts';
import { MembershipModule } from './membership/membership.module.ts';

/** Every feature module except the documentation, which is optional. The pages of releases are last: they match every path. */
const features: readonly Type[] = [
  VehicleModule,
  OperationsModule,
  ReportModule,
  MessagingModule,
  IdentityModule,
  MembershipModule,
  MonitoringModule,
  PrivacyModule,
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
