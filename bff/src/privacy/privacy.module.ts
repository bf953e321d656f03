import { Module } from '@nestjs/common';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { PublicMailRequestService } from '@ve/app/messaging/mails/request-mail';
import { PersonalDataRequestService } from '@ve/app/privacy/data-request-service';
import { EmailChangeService } from '@ve/app/privacy/email-change-service';
import { provideClass } from '../platform/provide.ts';
import { AccountDeletionController } from './account-deletion/account-deletion.controller.ts';
import { PersonalDataRequestsController } from './data-requests/data-requests.controller.ts';
import { DataExportController } from './my-data/data-export.controller.ts';
import { EmailChangeController } from './my-data/email-change.controller.ts';
import { ProfileController } from './my-data/profile.controller.ts';

@Module({
  controllers: [
    AccountDeletionController,
    DataExportController,
    PersonalDataRequestsController,
    EmailChangeController,
    ProfileController,
  ],
  providers: [
    provideClass(PersonalDataRequestService, [PublicMailRequestService]),
    provideClass(EmailChangeService, [ClientAddressHasher]),
  ],
})
export class PrivacyModule {}
