import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { payLabel } from '@ve/domain/membership/upgrade-button';
import { unpaidWords } from '@ve/domain/membership/unpaid-words';
import { offer } from '@ve/domain/membership/offer';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Text } from '@ve/ui/text/text';
import { messages } from '../messages.en-gb.ts';

const words = messages.problem;

export interface PaymentProblemProps {
  subscription: Subscription;
  /** Why the payment just tried was refused. */
  refusal: string | null;
  paying: boolean;
  onPay: () => void;
  onChangeCard: () => void;
  /** The form for another card was closed: its button takes the focus back. */
  closed: boolean;
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/** Why a membership is unpaid, and the two ways to mend it. */
export function PaymentProblem({ subscription, refusal, paying, onPay, onChangeCard, closed }: PaymentProblemProps) {
  const { paymentProblem } = subscription;
  const pence = paymentProblem?.pence ?? offer.membership.pence;
  const next = paymentProblem?.nextAttemptAt ?? null;
  const reason = paymentProblem?.kind === 'authentication' ? words.authentication : words.declined;
  return (
    <Banner
      tone="fail"
      title={words.title(pence)}
      actions={
        <>
          <Button busy={paying} busyLabel={messages.plan.upgrading} onClick={onPay}>
            {payLabel(pence)}
          </Button>
          <Button variant="secondary" onClick={onChangeCard} ref={closed ? takeFocus : null}>
            {messages.plan.changeCard}
          </Button>
        </>
      }
    >
      <Text>
        {refusal ?? reason} {next === null ? words.noNext : words.next(next)}
      </Text>
      <Text>
        {unpaidWords.goesOn} {unpaidWords.paused} {unpaidWords.resumes}
      </Text>
    </Banner>
  );
}
