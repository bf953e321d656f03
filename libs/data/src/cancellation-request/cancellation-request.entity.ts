import { defineEntity, p } from '@mikro-orm/postgresql';
import { emailCheck, instant, uuidKey } from '../columns.ts';

export const cancellationRequestSchema = defineEntity({
  name: 'CancellationRequest',
  tableName: 'cancellation_requests',
  properties: {
    id: uuidKey(),
    customerEmail: p.text(),
    createdAt: instant(),
  },
  indexes: [
    {
      name: 'cancellation_requests_customer_email_created_at_index',
      properties: ['customerEmail', 'createdAt'],
      columns: [{ name: 'customer_email' }, { name: 'created_at', sort: 'DESC' }],
    },
  ],
  checks: [{ name: 'cancellation_requests_customer_email_check', expression: emailCheck('customer_email') }],
});

/** A request to cancel the membership of an e-mail address. */
export class CancellationRequest extends cancellationRequestSchema.class {}
cancellationRequestSchema.setClass(CancellationRequest);
