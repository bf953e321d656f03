import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { ReadinessCheck } from '@ve/server-kit/health/readiness-result';
import { areApiDocsServed, type BffConfig } from './config.ts';
import { DocsController } from './docs/docs.controller.ts';
import { DocsService } from './docs/docs.service.ts';
import { HealthController, SHELL_READINESS_CHECK_TOKEN } from './health/health.controller.ts';
import { IdentityModule } from './identity/identity.module.ts';
import { MessagingModule } from './messaging/messaging.module.ts';
import { MonitoringModule } from './monitoring/monitoring.module.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { PrivacyModule } from './privacy/privacy.module.ts';
import { StableReleases } from './releases/live/live-registry.ts';
import { ReleasesModule } from './releases/releases.module.ts';
import { ReportModule } from './report/report.module.ts';
import { VehicleModule } from './vehicle/vehicle.module.ts';
import { CONFIG_TOKEN } from './platform/injection-tokens.ts';
import { type PlatformDeps, GlobalProvidersModule } from './platform/platform.module.ts';
import { MembershipModule } from './membership/membership.module.ts';

/** Every feature module. The pages of releases are last: they match every path. */
const features: readonly Type[] = [
  VehicleModule,
  OperationsModule,
  ReportModule,
  MessagingModule,
  IdentityModule,
  MembershipModule,
  MonitoringModule,
  PrivacyModule,
  ReleasesModule,
];

/** The service is ready only while a shell is published, or a development server has it. */
const shellCheck = {
  provide: SHELL_READINESS_CHECK_TOKEN,
  inject: [StableReleases, CONFIG_TOKEN],
  useFactory:
    (releases: StableReleases, { WORK_ON: inDevelopment }: BffConfig): ReadinessCheck =>
    async () => {
      if (inDevelopment['shell'] !== undefined) return;
      if ((await releases.readOrLastKnown()).shell === null) throw new Error('no shell is published');
    },
};

@Module({})
export class AppModule {
  /** `more`: additional feature modules, for tests of rules that apply to every feature. */
  static with(platform: PlatformDeps, more: readonly Type[] = []): DynamicModule {
    const docs = areApiDocsServed(platform.config);
    return {
      module: AppModule,
      imports: [GlobalProvidersModule.with(platform), ...more, ...features],
      controllers: [HealthController, ...(docs ? [DocsController] : [])],
      providers: [shellCheck, ...(docs ? [DocsService] : [])],
    };
  }
}
