import { Module } from '@nestjs/common';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { RequestedMails } from '@ve/app/messaging/mails/request-mail';
import { DataRequests } from '@ve/app/privacy/data-requests';
import { EmailChanges } from '@ve/app/privacy/email-changes';
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
  providers: [provideFactory(DataRequests, [RequestedMails]), provideFactory(EmailChanges, [ClientAddresses])],
})
export class PrivacyModule {}
