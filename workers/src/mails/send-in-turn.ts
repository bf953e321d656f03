import type { EntityManager } from '@mikro-orm/postgresql';
import { inTurn } from '@ve/data/mail-turn';
import type { Mail } from '@ve/providers/mail/mail.port';
import { RetryLaterError, UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { JobContext } from '@ve/server-kit/queue/job-handlers';
import type { MailNeeds } from './mail-settings.ts';

export interface DueMail {
  mail: Mail;
  /** Notes that it was taken; committed with the turn. */
  mailed(em: EntityManager): Promise<void>;
}

/**
 * Sends the mail that `due` finds, or nothing when it finds none. The mail is looked up, sent and marked in one turn, so
 * it is sent at most once, unless the process dies or the database is lost between the mail server's word and our commit
 * (or the server falls silent after the text): then it goes out again under the same Message-ID. What the mail server
 * takes for now or never becomes an error without anybody's address in it.
 */
export const sendInTurn = async (
  { orm, mail }: MailNeeds,
  name: string,
  { logger }: JobContext,
  due: (em: EntityManager) => Promise<DueMail | null>,
): Promise<void> => {
  const result = await inTurn(orm.em.fork(), `mail ${name}`, async (em) => {
    const found = await due(em);
    if (!found) return 'nothing to send' as const;
    const answer = await mail.send(found.mail);
    if (answer.state === 'refused') throw new UnrecoverableJobError(`the mail server refused it: ${answer.code}`);
    if (answer.state === 'unavailable') {
      throw new Error(`the mail server did not take it: ${answer.reason}${answer.code ? ` ${answer.code}` : ''}`);
    }
    await found.mailed(em);
    return 'sent' as const;
  });
  if (result === 'busy') throw new RetryLaterError('another process is sending it', 5_000);
  logger.info({ result }, 'mail');
};
