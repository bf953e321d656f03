import { randomUUID } from 'node:crypto';
import type { JobName, JobPayload } from '@ve/contracts/jobs';

const correlationId = 'request-1';

/** A valid payload for each job. */
export const sampleJobPayloads: { readonly [N in JobName]: () => JobPayload<N> } = {
  'vehicle-fetches.run': () => ({ fetchId: randomUUID(), correlationId }),
  'full-checks.run': () => ({ checkId: randomUUID(), correlationId }),
  'reminders.send': () => ({ reminderId: randomUUID(), correlationId }),
  'monitor-checks.run': () => ({ userId: randomUUID(), aspect: 'licensing', correlationId }),
  'error-logs.write': () => ({
    entry: {
      timestamp: '2026-03-01T10:00:00.000Z',
      error_message: 'x is undefined',
      error_stack: null,
      user_agent: 'Mozilla',
      url: '/report',
      session_id: null,
      error_type: 'JavaScript Error',
      component_name: null,
      additional_data: {},
    },
    receivedAt: '2026-03-01T10:00:01.000Z',
    fingerprint: 'JavaScript Error|x is undefined',
    correlationId,
  }),
  'mails.send': () => ({ mailId: randomUUID(), correlationId }),
  'texts.send': () => ({ textId: randomUUID(), correlationId }),
  'sign-ups.complete': () => ({ signUpId: randomUUID(), correlationId }),
  'stripe-events.process': () => ({ eventId: randomUUID(), correlationId }),
  'subscriptions.sync': () => ({ subscriptionId: randomUUID(), correlationId }),
  'subscriptions.cancel': () => ({ subscriptionId: randomUUID(), correlationId }),
  'subscriptions.withdraw-cancellation': () => ({
    subscriptionId: randomUUID(),
    stripeSubscriptionId: 'sub_1',
    correlationId,
  }),
  'subscriptions.apply-change': () => ({ noticeId: randomUUID(), correlationId }),
  'accounts.delete': () => ({ deletionId: randomUUID(), correlationId }),
  'reports.backfill': () => ({ reportId: randomUUID(), correlationId }),
  'vehicle-pictures.fetch': () => ({ checkId: randomUUID(), correlationId }),
  'data-exports.create': () => ({ exportId: randomUUID(), correlationId }),
  'report-pdfs.render': () => ({ pdfId: randomUUID(), correlationId }),
  'newsletter-issues.preview': () => ({ issueId: randomUUID(), correlationId }),
  'customers.delete': () => ({ stripeCustomerId: 'cus_unknown', correlationId }),
  'customers.sync': () => ({ userId: randomUUID(), changeId: randomUUID(), correlationId }),
};
