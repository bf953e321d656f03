import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { payButtonLabel } from '@ve/domain/membership/upgrade-button';
import { unpaidMembershipMessages } from '@ve/domain/membership/unpaid-messages';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import type { SavedPaymentCardChange } from '../card/card-change.tsx';
import { messages } from '../messages.en-gb.ts';

const labels = messages.problem;

type FailedCharge = NonNullable<Subscription['paymentProblem']>;

export interface PaymentProblemProps {
  subscription: Subscription;
  /** Why the last payment was refused. */
  refusal: string | null;
  /** The card that was just saved, when the payment with it failed. */
  saved: SavedPaymentCardChange | null;
  paying: boolean;
  onPay: () => void;
  onChangeCard: () => void;
  /** True after the form for another card was closed: the button takes the focus. */
  closed: boolean;
}

/** Why the outstanding amount was not paid with the new card. */
const reasonOf = ({ payment }: SavedPaymentCardChange): string | null => {
  switch (payment?.outcome) {
    case 'authenticate':
      return labels.alsoConfirmPayment;
    case 'declined':
      return payment.message;
    case 'not-tried':
      return labels.notTried(payment.payableAt);
    case 'pending':
      return messages.plan.pendingText;
    case 'paid':
    case undefined:
      return null;
  }
};

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/** Why a membership has ended whose last charge failed. */
export function EndedUnpaidMembershipBanner({
  problem: { kind, pence },
  endsAt,
}: {
  problem: FailedCharge;
  endsAt: string | null;
}) {
  const { end, rest, ...reasons } = labels.ended;
  return (
    <Banner tone="fail" title={labels.title(pence)}>
      {reasons[kind]}
      {end(endsAt)} {rest}
    </Banner>
  );
}

/** Why a membership is unpaid, and the two ways to pay. */
export function PaymentProblem({
  subscription,
  refusal,
  saved,
  paying,
  onPay,
  onChangeCard,
  closed,
}: PaymentProblemProps) {
  const { paymentProblem } = subscription;
  const pence = paymentProblem?.pence ?? subscription.monthlyPence;
  const { card, payment } = saved ?? {};
  const next = payment?.outcome === 'not-tried' ? payment.nextAttemptAt : (paymentProblem?.nextAttemptAt ?? null);
  const reason = paymentProblem?.kind === 'authentication' ? labels.authentication : labels.declined;
  return (
    <Banner
      tone={saved === null ? 'fail' : 'warn'}
      title={saved === null ? labels.title(pence) : labels.savedTitle(pence)}
      actions={
        <>
          <Button busy={paying} busyLabel={messages.plan.upgrading} onClick={onPay}>
            {payButtonLabel(pence)}
          </Button>
          <Button variant="secondary" onClick={onChangeCard} ref={closed ? takeFocus : null}>
            {messages.plan.changeCard}
          </Button>
        </>
      }
    >
      <Stack $gap={8}>
        {card ? <Text>{messages.card.saved(card.brand, card.last4)}</Text> : null}
        <Text>
          {refusal ?? (saved && reasonOf(saved)) ?? reason} {next === null ? labels.noNext : labels.next(next)}
        </Text>
        <Text>
          {unpaidMembershipMessages.goesOn} {unpaidMembershipMessages.paused} {unpaidMembershipMessages.resumes}
        </Text>
      </Stack>
    </Banner>
  );
}
