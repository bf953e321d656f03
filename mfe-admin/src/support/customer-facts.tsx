import type { CustomerSupportFile } from '@ve/contracts/http/operations/admin-customers';
import { nextChargeText } from '@ve/domain/membership/next-charge-text';
import { cardBrandLabel } from '@ve/domain/kernel/money/card-brand-label';
import { formatMobile } from '@ve/domain/kernel/phone/format-mobile';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstantShort } from '@ve/domain/kernel/time/format-date';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { MembershipBadge } from '@ve/ui/membership-badge/membership-badge';
import { Text } from '@ve/ui/text/text';
import { IdText } from '../platform/id-text.tsx';
import { messages } from './messages.en-gb.ts';
import { refundTermsText, cancellationTermsText } from './cancellation-terms.ts';

export function CustomerPersonFacts({ person }: { person: CustomerSupportFile['person'] }) {
  const labels = messages.person;
  const { emailVerifiedAt, address, postcode } = person;
  // An address taken from a sign-up ends with its postcode.
  const whole =
    address === null || postcode === null || address.endsWith(postcode) ? address : `${address}, ${postcode}`;
  const facts = [
    { label: labels.email, value: person.email },
    {
      label: labels.verified,
      value: emailVerifiedAt === null ? labels.unverified : formatInstantShort(emailVerifiedAt),
    },
    { label: labels.name, value: person.name ?? labels.unknown },
    { label: labels.address, value: whole ?? postcode ?? labels.unknown },
    { label: labels.phone, value: person.phone === null ? labels.unknown : formatMobile(person.phone) },
    { label: labels.opened, value: formatInstantShort(person.openedAt) },
    { label: labels.roles, value: person.roles.length === 0 ? 'user' : person.roles.join(', ') },
    {
      label: labels.stripe,
      value: person.stripeCustomerId === null ? messages.none : <IdText>{person.stripeCustomerId}</IdText>,
    },
    { label: labels.id, value: <IdText>{person.userId}</IdText> },
  ];
  return <FactList facts={facts} />;
}

/** The membership as the member sees it, with its full check. */
export function CustomerPlanFacts({ plan }: { plan: NonNullable<CustomerSupportFile['plan']> }) {
  const labels = messages.plan;
  const { membership, stripeSubscriptionId, credit } = plan;
  const { state, nextCharge, card, paymentProblem, cancellation, ifCancelled } = membership;
  if (state === 'none') return <Text>{labels.never}</Text>;
  const at = (label: string, instant: string | null) =>
    instant === null ? [] : [{ label, value: formatInstantShort(instant) }];
  const facts = [
    { label: labels.state, value: <MembershipBadge state={state} endsAt={null} /> },
    {
      label: labels.vehicle,
      value: membership.registration === null ? messages.none : formatRegistration(membership.registration),
    },
    ...at(state === 'trial' ? labels.trialEnds : labels.paidUntil, membership.paidUntil),
    ...at(labels.ends, membership.endsAt),
    {
      label: labels.next,
      value: nextCharge === null ? labels.noCharge : nextChargeText(nextCharge),
    },
    ...(paymentProblem === null
      ? []
      : [
          {
            label: labels.problem,
            value: [
              labels.problems[paymentProblem.kind],
              paymentProblem.nextAttemptAt === null
                ? null
                : labels.retried(formatInstantShort(paymentProblem.nextAttemptAt)),
            ]
              .filter(Boolean)
              .join(', '),
          },
        ]),
    { label: labels.credit, value: labels.credits[credit] },
    ...(ifCancelled === null ? [] : [{ label: labels.ifCancelled, value: cancellationTermsText(ifCancelled) }]),
    ...(cancellation === null
      ? []
      : [
          {
            label: labels.cancelled,
            value: `${formatInstantShort(cancellation.requestedAt)}; ${refundTermsText(cancellation.refund)}`,
          },
        ]),
    {
      label: labels.card,
      value:
        card === null
          ? messages.none
          : `${cardBrandLabel(card.brand) ?? labels.card} •••• ${card.last4}, ${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}`,
    },
    {
      label: labels.stripe,
      value: stripeSubscriptionId === null ? messages.none : <IdText>{stripeSubscriptionId}</IdText>,
    },
  ];
  return <FactList facts={facts} />;
}
