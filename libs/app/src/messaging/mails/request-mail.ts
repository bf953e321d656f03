import type { MailTemplate } from '@ve/contracts/mails';
import type { Context } from '@ve/data/kernel/context';
import { countMailsToRecipient, lockMailsToRecipient } from '@ve/data/messaging/mails/mail.repository';
import { queueMail } from '../queue-message.ts';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { type ClientLimit, consumeClientLimit } from '../../jobs/client-limit.ts';
import { tryConsumeNetworkLimitShare } from '../../jobs/subject-limit.ts';

const aDay = 86_400_000;

/**
 * Maximum mails of one template per address within 24 hours, from all networks; then each network has a share, up to
 * five in total.
 */
const mailsPerDay = 3;
const beyond = { perNetwork: { perHour: 1 / 24, burst: 1 }, shared: { perHour: 5 / 24, burst: 5 } } as const;

export interface PublicMailRequest {
  template: MailTemplate;
  /** As typed; may be an unknown address. */
  recipient: string;
  /** Maximum requests per client, over all addresses. */
  byClient: ClientLimit;
  /** Stores the mail's subject row in the same transaction, if the mail is sent; returns its id. */
  subject: (em: Context['em'], now: Date) => Promise<string>;
}

/** Mails that any client may request for any address. */
export class PublicMailRequestService {
  constructor(private readonly addresses: ClientAddressHasher) {}

  /**
   * Queues the mail. The statements and the response are the same for a known and an unknown address; a request beyond
   * the limits of the address sends nothing.
   * @throws ProblemError when the client's limit is reached
   */
  async request(
    { em, now, correlationId, client }: Context,
    { template, recipient, byClient, subject }: PublicMailRequest,
  ): Promise<void> {
    const sender = await this.addresses.nameOf(client);
    const use = await this.addresses.limitUseOf(recipient, client);
    return em.transactional(async (transaction) => {
      const at = now();
      // Before the address is looked up: a refusal must not reveal anything about it.
      await consumeClientLimit(transaction, { limit: byClient, client: sender }, at);
      // Concurrent requests of other clients for the address must not all be the third.
      await lockMailsToRecipient(transaction, { template, recipient });
      const today = await countMailsToRecipient(transaction, {
        template,
        recipient,
        since: new Date(at.getTime() - aDay),
      });
      const shares = { name: `${template}-address`, ...beyond };
      if (today >= mailsPerDay && !(await tryConsumeNetworkLimitShare(transaction, { shares, use }, at)).taken) return;
      const subjectId = await subject(transaction, at);
      const occasion = `${subjectId}.${at.toISOString()}.${today + 1}`;
      await queueMail(transaction, { template, recipient, subjectId, occasion }, { now: at, correlationId });
    });
  }
}
