import type { CustomerFile } from '@ve/contracts/http/operations/admin-customers';
import { chargeText } from '@ve/domain/membership/charge-text';
import { cardBrand } from '@ve/domain/kernel/money/card-brand';
import { formatMobile } from '@ve/domain/kernel/phone/format-mobile';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstantShort } from '@ve/domain/kernel/time/format-date';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { MembershipBadge } from '@ve/ui/membership-badge/membership-badge';
import { Text } from '@ve/ui/text/text';
import { Id } from '../platform/id.tsx';
import { messages } from './messages.en-gb.ts';
import { refundTerms, cancellationTermsText } from './cancellation-terms.ts';

export function PersonFacts({ person }: { person: CustomerFile['person'] }) {
  const words = messages.person;
  const { emailVerifiedAt, address, postcode } = person;
  // An address taken from a sign-up ends with its postcode.
  const whole =
    address === null || postcode === null || address.endsWith(postcode) ? address : `${address}, ${postcode}`;
  const facts = [
    { label: words.email, value: person.email },
    {
      label: words.verified,
      value: emailVerifiedAt === null ? words.unverified : formatInstantShort(emailVerifiedAt),
    },
    { label: words.name, value: person.name ?? words.unknown },
    { label: words.address, value: whole ?? postcode ?? words.unknown },
    { label: words.phone, value: person.phone === null ? words.unknown : formatMobile(person.phone) },
    { label: words.opened, value: formatInstantShort(person.openedAt) },
    { label: words.roles, value: person.roles.length === 0 ? 'user' : person.roles.join(', ') },
    {
      label: words.stripe,
      value: person.stripeCustomerId === null ? messages.none : <Id>{person.stripeCustomerId}</Id>,
    },
    { label: words.id, value: <Id>{person.userId}</Id> },
  ];
  return <FactList facts={facts} />;
}

/** The membership as the member sees it, with its full check. */
export function PlanFacts({ plan }: { plan: NonNullable<CustomerFile['plan']> }) {
  const words = messages.plan;
  const { membership, stripeSubscriptionId, credit } = plan;
  const { state, nextCharge, card, paymentProblem, cancellation, ifCancelled } = membership;
  if (state === 'none') return <Text>{words.never}</Text>;
  const at = (label: string, instant: string | null) =>
    instant === null ? [] : [{ label, value: formatInstantShort(instant) }];
  const facts = [
    { label: words.state, value: <MembershipBadge state={state} endsAt={null} /> },
    {
      label: words.vehicle,
      value: membership.registration === null ? messages.none : formatRegistration(membership.registration),
    },
    ...at(state === 'trial' ? words.trialEnds : words.paidUntil, membership.paidUntil),
    ...at(words.ends, membership.endsAt),
    {
      label: words.next,
      value: nextCharge === null ? words.noCharge : chargeText(nextCharge),
    },
    ...(paymentProblem === null
      ? []
      : [
          {
            label: words.problem,
            value: [
              words.problems[paymentProblem.kind],
              paymentProblem.nextAttemptAt === null
                ? null
                : words.retried(formatInstantShort(paymentProblem.nextAttemptAt)),
            ]
              .filter(Boolean)
              .join(', '),
          },
        ]),
    { label: words.credit, value: words.credits[credit] },
    ...(ifCancelled === null ? [] : [{ label: words.ifCancelled, value: cancellationTermsText(ifCancelled) }]),
    ...(cancellation === null
      ? []
      : [
          {
            label: words.cancelled,
            value: `${formatInstantShort(cancellation.requestedAt)}; ${refundTerms(cancellation.refund)}`,
          },
        ]),
    {
      label: words.card,
      value:
        card === null
          ? messages.none
          : `${cardBrand(card.brand) ?? words.card} •••• ${card.last4}, ${String(card.expiryMonth).padStart(2, '0')}/${card.expiryYear}`,
    },
    {
      label: words.stripe,
      value: stripeSubscriptionId === null ? messages.none : <Id>{stripeSubscriptionId}</Id>,
    },
  ];
  return <FactList facts={facts} />;
}
