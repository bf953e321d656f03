import { type DynamicModule, Module } from '@nestjs/common';
import { ContactModule } from './contact/contact.module.ts';
import { DocsModule } from './docs/docs.module.ts';
import { ErrorLogsModule } from './error-logs/error-logs.module.ts';
import { HealthModule } from './health/health.module.ts';
import { NewsletterModule } from './newsletter/newsletter.module.ts';
import { type Platform, PlatformModule } from './platform/platform.module.ts';
import { RegistryModule } from './registry/registry.module.ts';
import { SessionModule } from './session/session.module.ts';
import { VehicleDataModule } from './vehicle-data/vehicle-data.module.ts';
import { WebModule } from './web/web.module.ts';

@Module({})
export class AppModule {
  static with(platform: Platform): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(platform),
        VehicleDataModule,
        ErrorLogsModule,
        ContactModule,
        NewsletterModule,
        SessionModule,
        RegistryModule,
        HealthModule,
        DocsModule,
        WebModule,
      ],
    };
  }
}
