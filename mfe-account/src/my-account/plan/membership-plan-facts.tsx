import { formatInstant } from '@ve/domain/kernel/time/format-date';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { nextChargeText } from '@ve/domain/membership/next-charge-text';
import { isMembershipLive } from '@ve/domain/membership/membership-state';
import { linkStyle } from '@ve/ui/link/link-style';
import { MutedText } from '@ve/ui/text/text';
import { colour, fontSize, media, space, target } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';

const labels = messages.plan;

const List = styled.dl`
  display: grid;
`;

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(6.5rem, 1fr) minmax(0, 3fr);
  align-items: baseline;
  gap: ${space[4]} ${space[16]};
  padding-block: ${space[8]};
  border-bottom: 1px solid ${colour('line')};
  ${media.enlarged} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Label = styled.dt`
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
`;

const Value = styled.dd`
  min-width: 0;
  font-variant-numeric: tabular-nums;
`;

const Small = styled(MutedText).attrs({ as: 'span' })`
  display: block;
`;

const TextButton = styled.button`
  ${linkStyle}
  min-height: ${target};
  padding: 0;
  border: 0;
  background: none;
`;

const CardLine = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
`;

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Line>
    <Label>{label}</Label>
    <Value>{children}</Value>
  </Line>
);

/** When the next full check is granted, for a member who has none. */
function checksNone({ state, nextCheck, nextCharge }: Subscription): string {
  if (nextCheck === 'when-paid') return labels.checksNone.unpaid;
  if (nextCheck !== 'with-charge' || nextCharge === null) return labels.checksNone.none;
  const { pence, at, timing } = nextCharge;
  if (timing !== 'planned') return labels.checksNone.due;
  return state === 'trial' ? labels.checksNone.trial(pence, at) : labels.checksNone.next(at);
}

function NextCharge({ subscription: { nextCharge, state } }: { subscription: Subscription }) {
  if (nextCharge === null) return state === 'past-due' ? labels.noChargePlanned : labels.noCharge;
  return (
    <>
      <strong>{nextChargeText(nextCharge)}</strong>
      {state === 'past-due' || nextCharge.timing !== 'planned' ? null : <Small>{labels.chargeSoon}</Small>}
    </>
  );
}

interface PlanFactsProps {
  subscription: Subscription;
  /** Null when the form is open, or the button is shown elsewhere. */
  onChangeCard: (() => void) | null;
  /** True after that form was closed: the button takes the focus. */
  closed: boolean;
}

/** The next charge: its amount, date and card. */
export function MembershipPlanFacts({ subscription, onChangeCard, closed }: PlanFactsProps) {
  const { state, endsAt, credits, nextCheck, card, cancellation } = subscription;
  return (
    <List>
      <Fact label={labels.nextCharge}>
        <NextCharge subscription={subscription} />
      </Fact>
      {endsAt === null ? null : (
        <Fact label={isMembershipLive(state) ? labels.ends : labels.ended}>{formatInstant(endsAt)}</Fact>
      )}
      {cancellation === null || cancellation.refund.kind === 'none' ? null : (
        <Fact label={labels.refund}>{labels.refundOf(cancellation.refund.pence, cancellation.requestedAt)}</Fact>
      )}
      {state === 'active' || nextCheck !== null ? (
        <Fact label={labels.checks}>{credits > 0 ? <strong>{credits}</strong> : checksNone(subscription)}</Fact>
      ) : null}
      <Fact label={labels.card}>
        <CardLine>
          {card === null ? (
            labels.noCardProblem
          ) : (
            <span>
              {labels.cardWords(card.brand, card.last4)}, {labels.cardExpires(card.expiryMonth, card.expiryYear)}
            </span>
          )}
          {onChangeCard === null ? null : (
            <TextButton type="button" onClick={onChangeCard} ref={closed ? takeFocus : null}>
              {labels.changeCard}
            </TextButton>
          )}
        </CardLine>
      </Fact>
    </List>
  );
}
