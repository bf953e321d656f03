import { Inject, Injectable } from '@nestjs/common';
import {
  type CustomerFile,
  type CustomerFileSection,
  maxCustomerFileRows,
} from '@ve/contracts/http/operations/admin-customers';
import { cancellationTerms } from '@ve/app/membership/cancellation/cancel-membership';
import type { Context } from '@ve/data/kernel/context';
import {
  findCustomerPerson,
  listChargesOf,
  listConsentsOf,
  listJobsOf,
  listMailsOf,
  listRequestsOf,
  listTextsOf,
  listVehiclesOf,
} from '@ve/data/operations/support/customer-file.repository';
import { creditStateOf } from '@ve/app/operations/return-credit';
import { listSessionsOf } from '@ve/data/identity/session/session.repository';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { Logger } from '@ve/server-kit/log/logger';
import { toMembershipAnswer } from '../../membership/read-membership.ts';
import { toSessionEntry } from '../../identity/session/session.mapper.ts';
import { readWithAudit } from '@ve/app/identity/staff/staff-audit';
import { toRefund } from '../../membership/subscription.mapper.ts';
import { LOGGER } from '../../platform/injection-tokens.ts';

type Sections = Pick<CustomerFile, CustomerFileSection>;

/** The customer file that support sees. */
@Injectable()
export class CustomerFileService {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /**
   * Reads everything about an account and audits the read. A section that cannot be read is null and does not block the
   * others.
   * @throws ProblemError `not-found`
   */
  async read(context: Context, userId: string): Promise<CustomerFile> {
    const { em, now } = context;
    const person = await readWithAudit(
      context,
      (transaction) => findCustomerPerson(transaction, userId),
      (found) => found && { action: 'customer.viewed', subject: userId },
    );
    if (person === null) throw new ProblemError('not-found');
    const read = <Name extends CustomerFileSection>(section: Name, rows: () => Promise<Sections[Name]>) =>
      this.#unlessFailed(context, section, rows);
    // Sequentially: support's read must not take every connection of the process.
    return {
      person,
      plan: await read('plan', () => planOf(context, userId)),
      charges: await read('charges', () => listChargesOf(em, userId, maxCustomerFileRows)),
      vehicles: await read('vehicles', () => listVehiclesOf(em, userId, maxCustomerFileRows)),
      mails: await read('mails', () => listMailsOf(em, userId, maxCustomerFileRows)),
      texts: await read('texts', () => listTextsOf(em, userId, { limit: maxCustomerFileRows, now: now() })),
      jobs: await read('jobs', () => listJobsOf(em, userId, maxCustomerFileRows)),
      requests: await read('requests', () => listRequestsOf(em, userId, maxCustomerFileRows)),
      sessions: await read('sessions', async () =>
        (await listSessionsOf(em, userId, now())).slice(0, maxCustomerFileRows).map(toSessionEntry),
      ),
      consents: await read('consents', () => listConsentsOf(em, userId, maxCustomerFileRows)),
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

async function planOf(context: Context, userId: string): Promise<CustomerFile['plan']> {
  const { em, now } = context;
  const row = await findSubscriptionOfUser(em, userId);
  const deleted = row === null ? null : await cancellationTerms(em, { row, origin: 'deletion' }, now());
  return {
    membership: await toMembershipAnswer(context, row),
    stripeSubscriptionId: row?.stripeSubscriptionId ?? null,
    credit: row === null ? 'no-period' : await creditStateOf(em, row, now()),
    ifDeleted: toRefund(deleted?.refund ?? { kind: 'none', pence: 0 }),
  };
}
