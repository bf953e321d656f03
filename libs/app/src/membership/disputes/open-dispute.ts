import type { DataDisputeForm } from '@ve/contracts/http/membership/disputes';
import type { Context } from '@ve/data/kernel/context';
import {
  addDataDispute,
  countDataDisputesOfEmail,
  hasDataDisputeWithKey,
  lockDataDisputesOfEmail,
} from '@ve/data/membership/dispute/dispute.repository';
import { queueMail } from '../../messaging/queue-message.ts';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { consumeSupportMessageLimits } from '../../messaging/contact/message-limits.ts';

/** How an error in a report is reported to support. */
export class DataDisputeService {
  constructor(private readonly addresses: ClientAddressHasher) {}

  /**
   * Stores the dispute of a report entry, and queues the mail to support and the confirmation to its sender, in one
   * transaction. Does nothing for a repeated key of the address.
   * @throws ProblemError `too-many-requests` beyond the limit of one address within 24 hours, or for a client's
   * twenty-first within one hour; nothing is stored
   */
  async open({ em, now, correlationId, client, actor }: Context, dispute: DataDisputeForm): Promise<void> {
    const sender = await this.addresses.nameOf(client);
    const use = await this.addresses.limitUseOf(dispute.email, client);
    const userId = 'userId' in actor ? actor.userId : null;
    return em.transactional(async (transaction) => {
      const at = now();
      const { email } = dispute;
      await lockDataDisputesOfEmail(transaction, email);
      if (await hasDataDisputeWithKey(transaction, dispute)) return;
      const countSince = (since: Date) => countDataDisputesOfEmail(transaction, email, since);
      await consumeSupportMessageLimits(transaction, { kind: 'disputes', use, client: sender, countSince }, at);
      const subjectId = await addDataDispute(transaction, { ...dispute, userId }, at);
      for (const [template, recipient] of [
        ['dispute', null],
        ['dispute-confirmation', email],
      ] as const) {
        await queueMail(transaction, { template, recipient, subjectId }, { now: at, correlationId });
      }
    });
  }
}
