import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { refundRuleTextsOfContract } from '@ve/domain/membership/refund-rule-texts-of-contract';
import { membershipOffer } from '@ve/domain/membership/offer';
import { rejoinConsent } from '@ve/domain/membership/rejoin-consent';
import { payButtonLabel, type UpgradeKind, upgradeKindOf } from '@ve/domain/membership/upgrade-button';
import { cardBrandLabel } from '@ve/domain/kernel/money/card-brand-label';
import { formatMoney } from '@ve/domain/kernel/money/format-money';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { MutedText } from '@ve/ui/text/text';
import { colour, fontSize, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

const money = (pence: number): string => formatMoney(pence, membershipOffer.currency);
const day = (instant: string): string => formatDate(londonDate(new Date(instant)));

const messages = {
  titles: {
    early: 'End your trial and start the membership?',
    owed: 'Pay for your membership?',
    again: 'Start your membership again?',
  } satisfies Record<UpgradeKind, string>,
  now: 'Today',
  next: 'Next charge',
  nextOn: (pence: number, at: string) => `${money(pence)} on ${day(at)}, then each month until you cancel`,
  nextUnknown: (pence: number) => `${money(pence)} a month until you cancel`,
  card: 'Card',
  cardOf: (brand: string, last4: string) => `${cardBrandLabel(brand) ?? 'Card'} ending ${last4}`,
  storedCard: 'The card stored with your account',
  endsTrial: 'Your trial ends once you have paid. If the card is declined, it continues.',
  check: 'Full check',
  checkOf: (registration: string) => `${formatRegistration(registration)}, started once you have paid`,
  oneCheck: 'One for this month, for you to start',
  cancel: 'Cancel at any time, in My account or by the link in our e-mails.',
  terms: 'Terms of service',
  newTab: '(opens in a new tab)',
  // A new contract, so the label must state its obligation to pay (Consumer Contracts Regulations 2013, reg 14).
  payAgain: (pence: number, monthly: number) => `${payButtonLabel(pence)}, then ${money(monthly)} a month`,
  close: 'Not now',
};

const Facts = styled.dl`
  display: grid;
  border-top: 1px solid ${colour('line')};
  div {
    display: grid;
    grid-template-columns: minmax(5.5rem, 1fr) 3fr;
    gap: ${space[4]} ${space[16]};
    padding-block: ${space[8]};
    border-bottom: 1px solid ${colour('line')};
  }
  dt {
    color: ${colour('muted')};
    font-size: ${fontSize[14]};
  }
  dd {
    min-width: 0;
  }
`;

/** The refund of the payment by its contract; for a check that starts automatically only the rule after it is used. */
function refundWords({ payNow }: Subscription, kind: UpgradeKind, unlocks: string | null): string {
  if (kind === 'again') return rejoinConsent.text;
  if (payNow === null) return '';
  const { unused, used } = refundRuleTextsOfContract(payNow);
  return unlocks === null ? `${unused} ${used}` : used;
}

export interface UpgradeDialogProps {
  subscription: Subscription;
  /** The vehicle whose full check follows the payment; null if none starts automatically. */
  unlocks: string | null;
  /** `rejoin`: the version of the displayed consent, for a membership that is started again. */
  onPay: (rejoin?: string) => void;
  onClose: () => void;
}

/**
 * The confirmation before the full price is charged: the amount, the next charge, the card, how to cancel and the
 * refund.
 */
export function UpgradeDialog({ subscription, unlocks, onPay, onClose }: UpgradeDialogProps) {
  const { state, card, monthlyPence } = subscription;
  const kind = upgradeKindOf(state);
  const { pence, nextChargeAt } = subscription.payNow ?? { pence: monthlyPence, nextChargeAt: null };
  const facts = [
    [messages.now, <strong key="now">{money(pence)}</strong>],
    [
      messages.next,
      nextChargeAt === null ? messages.nextUnknown(monthlyPence) : messages.nextOn(monthlyPence, nextChargeAt),
    ],
    [messages.card, card === null ? messages.storedCard : messages.cardOf(card.brand, card.last4)],
    [messages.check, unlocks === null ? messages.oneCheck : messages.checkOf(unlocks)],
  ] as const;
  return (
    <Dialog
      open
      title={messages.titles[kind]}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onPay(kind === 'again' ? rejoinConsent.version : undefined)}>
            {kind === 'again' ? messages.payAgain(pence, monthlyPence) : payButtonLabel(pence)}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.close}
          </Button>
        </>
      }
    >
      <Stack $gap={12}>
        <Facts>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Facts>
        {kind === 'early' ? <MutedText>{messages.endsTrial}</MutedText> : null}
        <MutedText>
          {messages.cancel} {refundWords(subscription, kind, unlocks)}{' '}
          <TextLink href="/terms" target="_blank" rel="noopener">
            {messages.terms} {messages.newTab}
          </TextLink>
        </MutedText>
      </Stack>
    </Dialog>
  );
}
