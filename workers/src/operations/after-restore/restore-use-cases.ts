import { queueMail } from '@ve/app/messaging/queue-message';
import { restoreCorrelationId } from '@ve/data/operations/restore/withhold-messages';
import { findSixMonthlyNotices } from '@ve/data/membership/subscription/subscription.repository';
import { requeueFailedTexts } from '@ve/app/messaging/texts/resend-text';
import { unreachableFailure } from '@ve/providers/text/twilio-codes';
import type { RestoreUseCases } from './restore-run.ts';
import { queueDelayedTexts } from '@ve/app/monitoring/alerts/notify-member';
import { escalateLateComplaints } from '@ve/app/messaging/contact/escalate-complaints';
import { scanReminders } from '@ve/app/monitoring/reminders/scan-reminders';
import type { PaymentDeps } from '@ve/app/membership/payments/payment-deps';
import { cardHashOf } from '@ve/app/membership/person-hashes';
import { completePaidSignUp } from '@ve/app/membership/sign-up/complete-sign-up';
import { returnPayment } from '@ve/app/membership/sign-up/return-payment';
import { cancelAtStripe } from '@ve/app/membership/cancellation/cancel-at-stripe';

const batch = 500;

/** The steps of `after-restore` that are the workers' use cases. */
export const restoreUseCases = (needs: PaymentDeps): RestoreUseCases => ({
  completeSignUp: completePaidSignUp(needs),
  cancelSubscription: cancelAtStripe(needs),
  returnPayment: async (signUp, { id: paymentIntentId, customerId, card, paidAt }, context) => {
    if (paidAt === null) throw new Error('Stripe does not say when it was paid');
    const paid = { paidAt, cardHash: await cardHashOf(context.em, card) };
    await returnPayment(needs.payments, { signUp, customerId, paymentIntentId, paid, reason: 'not-started' }, context);
  },
  // The notice of a first charge is left out: its charge is still ahead.
  queueWhatIsDue: async (em, now) => {
    const queued = { now, correlationId: restoreCorrelationId };
    await scanReminders({ fork: () => em, now: () => now, isClosed: () => false });
    await untilNone(() => queueDelayedTexts(em, now));
    await untilNone(() => escalateLateComplaints(em, now));
    await untilNone(() => requeueFailedTexts(em, unreachableFailure, queued));
    await untilNone(async () => {
      const due = await findSixMonthlyNotices(em, { now, limit: batch });
      for (const { id, email, occasion } of due) {
        await queueMail(em, { template: 'six-monthly', recipient: email, subjectId: id, occasion }, queued);
      }
      return due.length;
    });
  },
});

const untilNone = async (act: () => Promise<number>): Promise<void> => {
  while ((await act()) > 0);
};
