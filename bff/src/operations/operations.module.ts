import { Module } from '@nestjs/common';
import { OwnCredentialsService } from '@ve/app/identity/staff/change-own-credentials';
import { KnownStaffBrowserService } from '@ve/app/identity/staff/known-browsers';
import { StaffPasswordLinkService } from '@ve/app/identity/staff/set-staff-password';
import { StaffSignInService } from '@ve/app/identity/staff/sign-in-staff';
import { StaffCredentialService } from '@ve/app/identity/staff/staff-credentials';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { CustomerSupportActionService } from '@ve/app/operations/customer-action-service';
import { provideClass } from '../platform/provide.ts';
import { AdminAuditController } from './admin-audit/admin-audit.controller.ts';
import { AdminCasesController } from './admin-cases/admin-cases.controller.ts';
import { AdminErrorLogsController } from './admin-error-logs/admin-error-logs.controller.ts';
import { AdminUnsentMessagesController } from './admin-mails/admin-mails.controller.ts';
import { AdminNewsletterController } from './admin-newsletter/admin-newsletter.controller.ts';
import { AdminServiceStatusController } from './admin-operations/admin-operations.controller.ts';
import { AdminServiceStatusService } from './admin-operations/admin-operations.service.ts';
import { DeadLettersController } from './admin-operations/dead-letters.controller.ts';
import { QueueBoard } from './admin-operations/queue-board.ts';
import { StaffQueues } from './admin-operations/staff-queues.ts';
import { AdminPageSpeedsController } from './admin-page-speeds/admin-page-speeds.controller.ts';
import { AdminReleaseOverrideController } from './admin-override/admin-override.controller.ts';
import { AdminReleaseOverrideService } from './admin-override/admin-override.service.ts';
import { AdminReleasesController } from './admin-releases/admin-releases.controller.ts';
import { AdminReleasesService } from './admin-releases/admin-releases.service.ts';
import { AdminReportsController } from './admin-reports/admin-reports.controller.ts';
import { StaffSignInMethodsController } from './admin-security/admin-security.controller.ts';
import { AdminSignInController } from './admin-sign-in/admin-sign-in.controller.ts';
import { BreakGlassController } from './admin-sign-in/break-glass.controller.ts';
import { StaffPasswordLinkController } from './admin-sign-in/password-link.controller.ts';
import { StaffSignInAttemptRecorder } from './admin-sign-in/sign-in-alarm.ts';
import { AdminStatisticsController } from './admin-statistics/admin-statistics.controller.ts';
import { AdminCustomersController } from './admin-support/admin-customers.controller.ts';
import { StaffCustomerActionsController } from './admin-support/customer-actions.controller.ts';
import { SupportCustomerFileService } from './admin-support/customer-file.service.ts';
import { CustomerSearchService } from './admin-support/customer-search.service.ts';
import { AdminUsersController } from './admin-users/admin-users.controller.ts';
import { AdminStripeEventsController } from './admin-webhooks/admin-webhooks.controller.ts';
import { PageErrorReportsController } from './error-logs/error-logs.controller.ts';
import { PageErrorReportsService } from './error-logs/error-logs.service.ts';
import { ReleaseFailureRecorder } from './error-logs/release-failure-recorder.ts';

const signIns = {
  provide: StaffSignInService,
  inject: [ClientAddressHasher, KnownStaffBrowserService, StaffCredentialService, StaffSignInAttemptRecorder],
  useFactory: (
    ...[addresses, browsers, credentials, attempts]: [
      ClientAddressHasher,
      KnownStaffBrowserService,
      StaffCredentialService,
      StaffSignInAttemptRecorder,
    ]
  ) => new StaffSignInService({ addresses, browsers, credentials, attempts }),
};

@Module({
  controllers: [
    PageErrorReportsController,
    AdminErrorLogsController,
    AdminStatisticsController,
    AdminAuditController,
    AdminCasesController,
    AdminUnsentMessagesController,
    AdminNewsletterController,
    AdminStripeEventsController,
    AdminCustomersController,
    StaffCustomerActionsController,
    AdminReportsController,
    AdminReleasesController,
    AdminPageSpeedsController,
    AdminUsersController,
    AdminServiceStatusController,
    DeadLettersController,
    AdminReleaseOverrideController,
    StaffSignInMethodsController,
    AdminSignInController,
    StaffPasswordLinkController,
    BreakGlassController,
  ],
  providers: [
    PageErrorReportsService,
    ReleaseFailureRecorder,
    provideClass(CustomerSupportActionService, [ClientAddressHasher]),
    SupportCustomerFileService,
    CustomerSearchService,
    AdminReleasesService,
    AdminServiceStatusService,
    QueueBoard,
    StaffQueues,
    AdminReleaseOverrideService,
    StaffSignInAttemptRecorder,
    signIns,
    provideClass(OwnCredentialsService, [StaffCredentialService]),
    provideClass(StaffPasswordLinkService, [ClientAddressHasher, KnownStaffBrowserService]),
  ],
})
export class OperationsModule {}
