import type { EntityManager } from '@mikro-orm/postgresql';
import { tables } from '../../entities.ts';
import type { PaymentKind } from './payment.entity.ts';

/** One line of a customer's list of payments. */
export interface CustomerPaymentListRow {
  id: string;
  kind: PaymentKind;
  amountPence: number;
  currency: string;
  refundedPence: number;
  paidAt: Date;
  receiptUrl: string | null;
}

/** The newest `limit` payments of a user, newest first. */
export const listPaymentsOf = (em: EntityManager, userId: string, limit: number): Promise<CustomerPaymentListRow[]> =>
  tables(em)
    .selectFrom('payments')
    .select(['id', 'kind', 'amountPence', 'currency', 'refundedPence', 'paidAt', 'receiptUrl'])
    .where('userId', '=', userId)
    .orderBy('paidAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
