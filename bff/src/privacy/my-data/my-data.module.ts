import { Module } from '@nestjs/common';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { EmailChanges } from '@ve/app/privacy/email-changes';
import { provide } from '../../platform/provide.ts';
import { DataExportController } from './data-export.controller.ts';
import { EmailChangeController } from './email-change.controller.ts';
import { ProfileController } from './profile.controller.ts';

@Module({
  controllers: [ProfileController, EmailChangeController, DataExportController],
  providers: [provide(EmailChanges, [ClientAddresses])],
})
export class MyDataModule {}
