import { Inject, Injectable } from '@nestjs/common';
import {
  type CustomerSupportFile,
  type CustomerSupportFileSection,
  maxCustomerSupportFileRows,
} from '@ve/contracts/http/operations/admin-customers';
import { endAndRefundIfCancelled } from '@ve/app/membership/cancellation/cancel-membership';
import type { Context } from '@ve/data/kernel/context';
import {
  findCustomerFilePerson,
  listCustomerFileCharges,
  listCustomerFileConsents,
  listCustomerFileJobs,
  listCustomerFileMails,
  listCustomerFileRequests,
  listCustomerFileTexts,
  listCustomerFileVehicles,
} from '@ve/data/operations/support/customer-file.repository';
import { creditStateOf } from '@ve/app/operations/return-credit';
import { listSessionsOf } from '@ve/data/identity/session/session.repository';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { Logger } from '@ve/server-kit/log/logger';
import { readMembershipAnswerOfRow } from '../../membership/read-membership.ts';
import { toSessionEntry } from '../../identity/session/session.mapper.ts';
import { readWithAudit } from '@ve/app/identity/staff/staff-audit';
import { toRefundSummary } from '../../membership/subscription.mapper.ts';
import { LOGGER_TOKEN } from '../../platform/injection-tokens.ts';

type Sections = Pick<CustomerSupportFile, CustomerSupportFileSection>;

/** The customer file that support sees. */
@Injectable()
export class SupportCustomerFileService {
  constructor(@Inject(LOGGER_TOKEN) private readonly logger: Logger) {}

  /**
   * Reads everything about an account and audits the read. A section that cannot be read is null and does not block the
   * others.
   * @throws ProblemError `not-found`
   */
  async read(context: Context, userId: string): Promise<CustomerSupportFile> {
    const { em, now } = context;
    const person = await readWithAudit(
      context,
      (transaction) => findCustomerFilePerson(transaction, userId),
      (found) => found && { action: 'customer.viewed', subject: userId },
    );
    if (person === null) throw new ProblemError('not-found');
    const read = <Name extends CustomerSupportFileSection>(section: Name, rows: () => Promise<Sections[Name]>) =>
      this.#unlessFailed(context, section, rows);
    // Sequentially: support's read must not take every connection of the process.
    return {
      person,
      plan: await read('plan', () => planOf(context, userId)),
      charges: await read('charges', () => listCustomerFileCharges(em, userId, maxCustomerSupportFileRows)),
      vehicles: await read('vehicles', () => listCustomerFileVehicles(em, userId, maxCustomerSupportFileRows)),
      mails: await read('mails', () => listCustomerFileMails(em, userId, maxCustomerSupportFileRows)),
      texts: await read('texts', () =>
        listCustomerFileTexts(em, userId, { limit: maxCustomerSupportFileRows, now: now() }),
      ),
      jobs: await read('jobs', () => listCustomerFileJobs(em, userId, maxCustomerSupportFileRows)),
      requests: await read('requests', () => listCustomerFileRequests(em, userId, maxCustomerSupportFileRows)),
      sessions: await read('sessions', async () =>
        (await listSessionsOf(em, userId, now())).slice(0, maxCustomerSupportFileRows).map(toSessionEntry),
      ),
      consents: await read('consents', () => listCustomerFileConsents(em, userId, maxCustomerSupportFileRows)),
    };
  }

  async #unlessFailed<T>({ correlationId }: Context, section: string, rows: () => Promise<T>): Promise<T | null> {
    try {
      return await rows();
    } catch (error) {
      this.logger.error(
        { event: 'customer_section_read_failed', err: error, requestId: correlationId, section },
        'A section of a customer could not be read.',
      );
      return null;
    }
  }
}

async function planOf(context: Context, userId: string): Promise<CustomerSupportFile['plan']> {
  const { em, now } = context;
  const row = await findSubscriptionOfUser(em, userId);
  const deleted = row === null ? null : await endAndRefundIfCancelled(em, { row, origin: 'deletion' }, now());
  return {
    membership: await readMembershipAnswerOfRow(context, row),
    stripeSubscriptionId: row?.stripeSubscriptionId ?? null,
    credit: row === null ? 'no-period' : await creditStateOf(em, row, now()),
    ifDeleted: toRefundSummary(deleted?.refund ?? { kind: 'none', pence: 0 }),
  };
}
