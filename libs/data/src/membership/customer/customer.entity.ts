import { defineEntity, p } from '@mikro-orm/postgresql';
import {
  emailFormatCheck,
  foreignKey,
  instantColumn,
  newestFirstIndexColumns,
  phoneFormatCheck,
  postcodeFormatCheck,
  trigramIndex,
  uuidPrimaryKey,
} from '../../kernel/entity-columns.ts';
import { userEntity } from '../../identity/user/user.entity.ts';

/** The paying customer: at most one per user. */
export const customerEntity = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  properties: {
    id: uuidPrimaryKey(),
    // Restricted: erasing an account must first deal with the customer's payments and reports.
    user: () => foreignKey(userEntity, 'restrict').unique('customers_user_id_unique'),
    name: p.text(),
    email: p.text().index('customers_email_index'),
    address: p.text().nullable(),
    postcode: p.text().nullable(),
    /** E.164, `+447700900123`. */
    phoneNumber: p.text().nullable(),
    /** When a code sent to that number was entered; texts are sent to a confirmed number only. */
    phoneConfirmedAt: instantColumn().nullable(),
    stripeCustomerId: p.text().nullable().unique('customers_stripe_customer_id_unique'),
    stripeSubscriptionId: p.text().nullable().unique('customers_stripe_subscription_id_unique'),
    createdAt: instantColumn(),
  },
  indexes: [
    {
      name: 'customers_created_at_id_index',
      properties: ['createdAt', 'id'],
      columns: newestFirstIndexColumns('created_at'),
    },
    {
      name: 'customers_phone_number_index',
      properties: ['phoneNumber'],
      where: 'phone_number is not null',
    },
    { name: 'customers_email_trigram_index', expression: trigramIndex('customers', 'email') },
    { name: 'customers_name_trigram_index', expression: trigramIndex('customers', 'name') },
  ],
  checks: [
    { name: 'customers_name_check', expression: `btrim(name) <> '' and length(name) <= 200` },
    { name: 'customers_email_check', expression: emailFormatCheck('email') },
    { name: 'customers_address_check', expression: 'length(address) <= 1000' },
    { name: 'customers_postcode_check', expression: postcodeFormatCheck('postcode') },
    { name: 'customers_phone_number_check', expression: phoneFormatCheck('phone_number') },
    {
      name: 'customers_phone_confirmed_at_check',
      expression: 'phone_confirmed_at is null or phone_number is not null',
    },
  ],
});
