import { Module } from '@nestjs/common';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { RequestedMailService } from '@ve/app/messaging/mails/request-mail';
import { DataRequestService } from '@ve/app/privacy/data-request-service';
import { EmailChangeService } from '@ve/app/privacy/email-change-service';
import { provideFactory } from '../platform/provide.ts';
import { AccountDeletionController } from './account-deletion/account-deletion.controller.ts';
import { DataRequestsController } from './data-requests/data-requests.controller.ts';
import { DataExportController } from './my-data/data-export.controller.ts';
import { EmailChangeController } from './my-data/email-change.controller.ts';
import { ProfileController } from './my-data/profile.controller.ts';

@Module({
  controllers: [
    AccountDeletionController,
    DataExportController,
    DataRequestsController,
    EmailChangeController,
    ProfileController,
  ],
  providers: [
    provideFactory(DataRequestService, [RequestedMailService]),
    provideFactory(EmailChangeService, [ClientAddressHasher]),
  ],
})
export class PrivacyModule {}
