import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { purgeContactMessages } from '@ve/data/contact/contact-message.repository';
import { purgeDisputes } from '@ve/data/dispute/dispute.repository';
import { purgeErrorLogs } from '@ve/data/error-log/error-log.repository';
import { purgeFailedChecks } from '@ve/data/full-check/full-check.repository';
import { pruneFullBuckets } from '@ve/data/limit/token-bucket.repository';
import { purgeMails } from '@ve/data/mails/mail.repository';
import { purgeNewsletterAddresses } from '@ve/data/newsletter/newsletter.repository';
import { purgeReadyMails } from '@ve/data/report/ready-mail.repository';
import { purgeSessions } from '@ve/data/session/session.repository';
import { purgeSignInRequests } from '@ve/data/session/sign-in.repository';
import { purgeFruitlessSignUps } from '@ve/data/sign-up/sign-up.repository';
import { purgeStripeEvents } from '@ve/data/stripe-event/stripe-event.repository';
import { purgeVehicleFetches } from '@ve/data/vehicle-fetch/vehicle-fetch.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Queues } from '@ve/server-kit/queue/queues';
import type { PaymentNeeds } from '../payments.ts';
import { queueReadyMails } from '../queue-ready-mails.ts';
import { closeStuckFetches } from './close-stuck-fetches.ts';
import { escalateLateComplaints } from './escalate-complaints.ts';
import { reconcilePayments, reconcileSignUps, sweepEveryMs } from './reconcile-sign-ups.ts';
import { reconcileSubscriptions } from './reconcile-subscriptions.ts';
import { repeat, type Repeating } from './repeat.ts';
import { askChecksAgain, endStuckChecks } from './sweep-checks.ts';
import { queueNotices, syncStaleSubscriptions } from './sweep-subscriptions.ts';

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

export interface MaintenanceOptions extends PaymentNeeds {
  orm: MikroORM;
  queues: Pick<Queues, 'prune'>;
  logger: Logger;
  now: () => Date;
  /** How often stuck fetches and full checks are swept. */
  sweepMs?: number;
  /** How often sign-ups and subscriptions are held against Stripe. */
  reconcileMs?: number;
  /** How often old rows are purged. */
  purgeMs?: number;
}

/**
 * Scheduled jobs; any number of processes may run them concurrently. A fetch still open after a minute and a half is
 * closed with what its sources said by then, so that no page waits for ever; a full check after five minutes, its credit
 * given back unless the registers have answered, and what done ones lack is asked for again. Sign-ups and subscriptions
 * whose webhooks were lost are held against Stripe, and notices queued. Finished fetches and sign-in requests are purged
 * after a day, unconfirmed and unsubscribed newsletter addresses after seven, error logs, mail rows, ready mails, Stripe's
 * events, abandoned sign-ups, failed full checks and ended sessions after thirty, enquiries and disputes after two years
 * (as the privacy page promises), finished jobs by the queues' retention.
 */
export const startMaintenance = (options: MaintenanceOptions): Repeating => {
  const { orm, queues, payments, logger, now } = options;
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const sweep = repeat('stuck fetches', options.sweepMs ?? 5_000, logger, async () => {
    const closed = await closeStuckFetches(orm.em.fork(), now());
    if (closed.length > 0) logger.warn({ fetchIds: closed }, 'stuck fetches closed');
    await orm.em.fork().transactional((em) => queueReadyMails(em, null, { now: now(), correlationId: 'maintenance' }));
  });
  const checks = repeat('full checks', options.sweepMs ?? 5_000, logger, async () => {
    const ended = await endStuckChecks(orm.em.fork(), now());
    if (ended.length > 0) logger.error({ checkIds: ended }, 'stuck full checks ended');
    await askChecksAgain(orm.em.fork(), now());
  });
  const reconcile = repeat('reconciling', options.reconcileMs ?? sweepEveryMs, logger, async () => {
    const signUps = await reconcileSignUps(orm.em.fork(), now());
    const subscriptions = await syncStaleSubscriptions(orm.em.fork(), now());
    const notices = await queueNotices(orm.em.fork(), now());
    if (signUps + subscriptions + notices > 0) logger.info({ signUps, subscriptions, notices }, 'money reconciled');
  });
  const reconcileListed = repeat('payments', options.reconcileMs ?? 5 * aMinute, logger, async () => {
    const found = await reconcilePayments(orm.em.fork(), payments, now());
    if (found > 0) logger.warn({ payments: found }, 'payments found that no sign-up had accounted for');
    const strays = await reconcileSubscriptions(orm.em.fork(), payments, now());
    if (strays > 0) logger.warn({ subscriptions: strays }, 'subscriptions found that are not ours');
  });
  const complaints = repeat('complaints', options.reconcileMs ?? 5 * aMinute, logger, async () => {
    const late = await escalateLateComplaints(orm.em.fork(), now());
    if (late > 0) logger.warn({ complaints: late }, 'complaints escalated');
  });
  let closed = false;
  /** Purges in batches until none is left: with one batch per run, a fast-growing table would retain too much. */
  const all = async (purge: (em: EntityManager) => Promise<number>): Promise<number> => {
    let gone = 0;
    for (let batch = 1; batch > 0 && !closed; gone += batch) batch = await purge(orm.em.fork());
    return gone;
  };
  const purgeAll = repeat('purge', options.purgeMs ?? 10 * aMinute, logger, async () => {
    const fetches = await all((em) => purgeVehicleFetches(em, ago(aDay)));
    const errorLogs = await all((em) => purgeErrorLogs(em, ago(30 * aDay)));
    const addresses = await all((em) => purgeNewsletterAddresses(em, ago(7 * aDay)));
    const enquiries = await all((em) => purgeContactMessages(em, ago(730 * aDay)));
    const disputes = await all((em) => purgeDisputes(em, ago(730 * aDay)));
    const mails = await all((em) => purgeMails(em, ago(30 * aDay)));
    const readyMails = await all((em) => purgeReadyMails(em, ago(30 * aDay)));
    const signIns = await all((em) => purgeSignInRequests(em, ago(aDay)));
    const sessions = await all((em) => purgeSessions(em, ago(30 * aDay)));
    const signUps = await all((em) => purgeFruitlessSignUps(em, ago(30 * aDay)));
    const events = await all((em) => purgeStripeEvents(em, ago(30 * aDay)));
    const failedChecks = await all((em) => purgeFailedChecks(em, ago(30 * aDay)));
    await all((em) => pruneFullBuckets(em, now()));
    const purged = {
      fetches,
      errorLogs,
      addresses,
      enquiries,
      disputes,
      mails,
      readyMails,
      signIns,
      sessions,
      signUps,
      events,
      failedChecks,
    };
    if (Object.values(purged).some((count) => count > 0)) logger.info(purged, 'old rows purged');
  });
  const prune = repeat('finished jobs', aMinute / 2, logger, async () => {
    await queues.prune();
  });
  return {
    close: async () => {
      closed = true;
      const tasks = [sweep, checks, reconcile, reconcileListed, complaints, purgeAll, prune];
      await Promise.all(tasks.map((task) => task.close()));
    },
  };
};
