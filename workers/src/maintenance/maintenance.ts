import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { purgeContactMessages } from '@ve/data/contact/contact-message.repository';
import { purgeErrorLogs } from '@ve/data/error-log/error-log.repository';
import { pruneFullBuckets } from '@ve/data/limit/token-bucket.repository';
import { purgeMails } from '@ve/data/mails/mail.repository';
import { purgeNewsletterAddresses } from '@ve/data/newsletter/newsletter.repository';
import { purgeSessions } from '@ve/data/session/session.repository';
import { purgeSignInRequests } from '@ve/data/session/sign-in.repository';
import { closeStuckFetches, purgeVehicleFetches } from '@ve/data/vehicle-fetch/vehicle-fetch.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Queues } from '@ve/server-kit/queue/queues';
import { repeat, type Repeating } from './repeat.ts';

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

export interface MaintenanceOptions {
  orm: MikroORM;
  queues: Pick<Queues, 'prune'>;
  logger: Logger;
  now: () => Date;
  /** How often stuck fetches are swept. */
  sweepMs?: number;
  /** How often old rows are purged. */
  purgeMs?: number;
}

/**
 * Scheduled jobs; any number of processes may run them concurrently. A fetch still open after a minute is closed as
 * unavailable, so that no page waits for ever. Finished fetches and sign-in requests are purged after a day, unconfirmed
 * and unsubscribed newsletter addresses after seven, error logs, mail rows and ended sessions after thirty, enquiries
 * after two years (as the privacy page promises), finished jobs by the queues' retention.
 */
export const startMaintenance = (options: MaintenanceOptions): Repeating => {
  const { orm, queues, logger, now } = options;
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const sweep = repeat('stuck fetches', options.sweepMs ?? 5_000, logger, async () => {
    const closed = await closeStuckFetches(orm.em.fork(), { before: ago(aMinute), now: now() });
    if (closed.length > 0) logger.warn({ fetchIds: closed }, 'stuck fetches closed');
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
    const mails = await all((em) => purgeMails(em, ago(30 * aDay)));
    const signIns = await all((em) => purgeSignInRequests(em, ago(aDay)));
    const sessions = await all((em) => purgeSessions(em, ago(30 * aDay)));
    await all((em) => pruneFullBuckets(em, now()));
    if (fetches + errorLogs + addresses + enquiries + mails + signIns + sessions > 0) {
      logger.info({ fetches, errorLogs, addresses, enquiries, mails, signIns, sessions }, 'old rows purged');
    }
  });
  const prune = repeat('finished jobs', aMinute / 2, logger, async () => {
    await queues.prune();
  });
  return {
    close: async () => {
      closed = true;
      await Promise.all([sweep.close(), purgeAll.close(), prune.close()]);
    },
  };
};
