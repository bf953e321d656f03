import { type ChargeMailData, findChargeMailData } from '@ve/data/membership/mails/membership-mail.repository';
import { membershipOffer } from '@ve/domain/membership/offer';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { EmailContent, MailBuilder } from '../../messaging/mails/render-email.ts';
import type { MailSettings } from '@ve/app/messaging/mails/send-mail';

export const formatChargeAmount = ({ amountPence, currency }: ChargeMailData): string =>
  formatMoney(amountPence, currency);

export const chargeFactRows = (charge: ChargeMailData): [label: string, value: string][] => [
  ['Payment', formatChargeAmount(charge)],
  ['Paid', formatInstant(charge.paidAt)],
  ['For', charge.kind === 'trial' ? `The ${membershipOffer.trial.hours}-hour trial` : membershipOffer.membership.name],
  ['Reference', charge.id],
];

/** The facts of a charge for support, which finds it in Stripe's dashboard. */
export const chargeFactRowsForSupport = (charge: ChargeMailData): [label: string, value: string][] => [
  ...chargeFactRows(charge),
  ['Account', charge.email],
  ['At Stripe', charge.paymentIntentId ?? 'Not known'],
];

export const findChargeMailDataOrNull = (em: EntityManager, id: string | null): Promise<ChargeMailData | null> =>
  id === null ? Promise.resolve(null) : findChargeMailData(em, id);

export const chargeMailBuilder =
  (content: (charge: ChargeMailData, settings: MailSettings) => EmailContent): MailBuilder =>
  async (em, { subjectId }, { settings }) => {
    const charge = await findChargeMailDataOrNull(em, subjectId);
    return charge === null ? { skip: 'subject-deleted' } : content(charge, settings);
  };
