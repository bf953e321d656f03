import type { MikroORM } from '@mikro-orm/postgresql';
import { purgeContactMessages } from '@ve/data/contact/contact-message.repository';
import { forgetErrorLogs } from '@ve/data/error-log/error-log.repository';
import { pruneFullBuckets } from '@ve/data/limit/token-bucket.repository';
import { purgeMails } from '@ve/data/mails/mail.repository';
import { purgeNewsletterAddresses } from '@ve/data/newsletter/newsletter.repository';
import { closeStuckFetches, forgetFetches } from '@ve/data/vehicle-fetch/vehicle-fetch.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import type { Queues } from '@ve/server-kit/queue/queues';
import { repeat, type Repeating } from './repeat.ts';

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

export interface UpkeepOptions {
  orm: MikroORM;
  queues: Pick<Queues, 'tidy'>;
  logger: Logger;
  now: () => Date;
  /** How often stuck fetches are looked for. */
  sweepMs?: number;
}

/**
 * What is owed without anybody asking; any number of processes may do it at once.
 * A fetch still open after a minute is closed as unavailable, so that no page waits for ever. Finished fetches are
 * forgotten after a day, newsletter addresses that nobody confirmed or that left after seven, error logs and the rows of
 * mails after thirty, enquiries after two years (as the privacy page promises), finished jobs when the queues say so.
 */
export const startUpkeep = (options: UpkeepOptions): Repeating => {
  const { orm, queues, logger, now } = options;
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  const sweep = repeat('stuck fetches', options.sweepMs ?? 5_000, logger, async () => {
    const closed = await closeStuckFetches(orm.em.fork(), { before: ago(aMinute), now: now() });
    if (closed.length > 0) logger.warn({ fetchIds: closed }, 'stuck fetches closed');
  });
  const forget = repeat('forgetting', 10 * aMinute, logger, async () => {
    const fetches = await forgetFetches(orm.em.fork(), ago(aDay));
    const errorLogs = await forgetErrorLogs(orm.em.fork(), ago(30 * aDay));
    const addresses = await purgeNewsletterAddresses(orm.em.fork(), ago(7 * aDay));
    const enquiries = await purgeContactMessages(orm.em.fork(), ago(730 * aDay));
    const mails = await purgeMails(orm.em.fork(), ago(30 * aDay));
    await pruneFullBuckets(orm.em.fork(), now());
    if (fetches + errorLogs + addresses + enquiries + mails > 0) {
      logger.info({ fetches, errorLogs, addresses, enquiries, mails }, 'old rows forgotten');
    }
  });
  const tidy = repeat('finished jobs', aMinute / 2, logger, async () => {
    await queues.tidy();
  });
  return {
    close: async () => {
      await Promise.all([sweep.close(), forget.close(), tidy.close()]);
    },
  };
};
