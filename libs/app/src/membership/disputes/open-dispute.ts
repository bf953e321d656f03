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
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import { type SubjectLimitShares, tryConsumeNetworkLimitShare } from '../../jobs/subject-limit.ts';
import { ProblemError } from '../../kernel/problem-error.ts';

const aDay = 86_400_000;

/**
 * Maximum disputes per address within 24 hours, from all networks; then each network has a share, up to ten in total.
 */
const disputesPerDay = 5;
const beyond: SubjectLimitShares = {
  name: 'disputes-address',
  perNetwork: { perHour: 2 / 24, burst: 2 },
  shared: { perHour: 10 / 24, burst: 10 },
};
/** Also limited per client, over all addresses. */
const byClient = { name: 'disputes', perHour: 20 };

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
      // Two concurrent requests must not both be the fifth.
      await lockDataDisputesOfEmail(transaction, email);
      if (await hasDataDisputeWithKey(transaction, dispute)) return;
      const recent = await countDataDisputesOfEmail(transaction, email, new Date(at.getTime() - aDay));
      const decision =
        recent < disputesPerDay ? null : await tryConsumeNetworkLimitShare(transaction, { shares: beyond, use }, at);
      if (decision?.taken === false) {
        throw new ProblemError('too-many-requests', {
          retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1_000),
          detail: 'We can take no more messages from this e-mail address today.',
        });
      }
      await consumeClientLimit(transaction, { limit: byClient, client: sender }, at);
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
