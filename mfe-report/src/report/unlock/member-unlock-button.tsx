import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { upgradeButtonLabel } from '@ve/domain/membership/upgrade-button';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { Link, useNavigate } from '@ve/mfe-kit/router';
import { useSubscription } from '@ve/mfe-kit/subscription';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { fullCheckSectionId, SectionLink } from '../section-link.tsx';
import { useId } from 'react';
import { FullCheckProgress } from './check-progress.tsx';
import { messages } from './messages.en-gb.ts';
import { visitorFullCheckUnlockMessages } from './visitor-unlock-messages.en-gb.ts';
import { SignUpButton } from './sign-up-button.tsx';
import { type FullCheckUnlockState, fullCheckUnlockedElementId, type FullCheckUnlockPlace } from './unlock-context.ts';
import { FullCheckUnlockArea } from './unlock-area.tsx';

interface Variant {
  /** Null if there is no button; then `price` and `short` explain why. */
  label: string | null;
  unavailable?: string;
  /** The price, as text. */
  price: string;
  /** A short form, which still names the obligation to pay. */
  short: string;
}

/** The variant of the button for a signed-in reader (specification section 2). */
function variantOf(subscription: Subscription, { noCheckLeft }: FullCheckUnlockState): Variant {
  const { subscribed, credits, payNow } = subscription;
  const { price, short } = messages;
  if (subscribed && credits > 0) {
    return { label: messages.credit(credits), price: price.credit, short: short.credit };
  }
  if (subscribed) {
    return {
      label: messages.noCredit,
      unavailable: noCheckLeft ?? visitorFullCheckUnlockMessages.tells,
      price: '',
      short: '',
    };
  }
  const label = upgradeButtonLabel(subscription);
  if (label === null) return { label, price: price.due, short: short.due };
  return { label, price: price.pay(payNow?.pence), short: short.pay(payNow?.pence) };
}

/** The result of 'Upgrade Early', unless it succeeded. */
function UpgradeOutcome({ upgrade, isPaymentPending }: Pick<FullCheckUnlockState, 'upgrade' | 'isPaymentPending'>) {
  const answer = upgrade.state === 'done' ? upgrade.answer : null;
  switch (answer?.outcome) {
    case 'card-needed':
      return (
        <Banner
          tone="fail"
          title={messages.cardNeeded}
          actions={
            <TextLink as={Link} to="/my-account?card=change">
              {messages.anotherCard}
            </TextLink>
          }
        >
          {answer.message}
        </Banner>
      );
    case 'authenticate':
    case 'pending':
      return (
        <MutedText>
          {messages[answer.outcome]} {messages.awaited}
        </MutedText>
      );
    default:
      return isPaymentPending ? <MutedText>{messages.awaited}</MutedText> : null;
  }
}

function Completed({ unlock, place }: { unlock: FullCheckUnlockState; place: FullCheckUnlockPlace }) {
  const { checkedAt, isRetrying } = unlock;
  return (
    <Stack $gap={8} $align="start">
      <div id={fullCheckUnlockedElementId(place)} tabIndex={-1}>
        <StatusBadge tone="pass">{messages.completed}</StatusBadge>
      </div>
      {place === 'bar' || checkedAt === null ? null : (
        <MutedText>
          {messages.completedAt(formatInstant(checkedAt))}
          {isRetrying ? ` ${messages.isRetrying}` : ''}
        </MutedText>
      )}
    </Stack>
  );
}

const RetryReading = ({ unlock }: { unlock: FullCheckUnlockState }) => (
  <Button variant="secondary" onClick={unlock.resume}>
    {messages.again}
  </Button>
);

function Problem({ unlock }: { unlock: FullCheckUnlockState }) {
  const { failure, phase } = unlock;
  if (phase === 'lost') {
    return (
      <Banner tone="warn" title={messages.lost} actions={<RetryReading unlock={unlock} />}>
        {messages.lostText}
      </Banner>
    );
  }
  if (failure === null) return null;
  return (
    <Banner
      tone="fail"
      title={failure.title}
      actions={
        failure.needsSupport ? (
          <TextLink as={Link} to="/contact?type=general">
            {messages.support}
          </TextLink>
        ) : undefined
      }
    >
      {failure.text}
    </Banner>
  );
}

/** The problem in one line, for the phone's bar; the page has announced it already. */
function ShortProblem({ unlock }: { unlock: FullCheckUnlockState }) {
  const { failure, phase } = unlock;
  if (phase === 'lost') {
    return (
      <>
        <Text>{messages.lost}.</Text>
        <RetryReading unlock={unlock} />
      </>
    );
  }
  if (failure === null) return null;
  return (
    <Text>
      {failure.short}{' '}
      <TextLink as={SectionLink} to={{ id: fullCheckSectionId, tab: 'vdi' }}>
        {messages.readMore}
      </TextLink>
    </Text>
  );
}

export interface MemberFullCheckUnlockButtonProps {
  registration: string;
  place: FullCheckUnlockPlace;
  unlock: FullCheckUnlockState;
  quiet: boolean;
}

export function MemberFullCheckUnlockButton({ registration, place, unlock, quiet }: MemberFullCheckUnlockButtonProps) {
  const { status, subscription, refresh, refreshing } = useSubscription();
  const isShort = place === 'bar';
  const { phase, upgrade } = unlock;
  const wordsId = useId();
  const navigate = useNavigate();
  const isHere = unlock.pressedAt === place;
  const showsSteps = isHere || place === 'vdi' || place === 'additional';
  // The problem is shown once on the page, also when the check was started before a reload.
  const isMain = isHere || (unlock.pressedAt === null && place === 'vdi');
  const isBusy = phase === 'starting' || phase === 'running';
  const isWide = place === 'rail' || isShort;
  if (phase === 'done' && (unlock.isOfThisPeriod || subscription.credits === 0)) {
    return <Completed unlock={unlock} place={place} />;
  }
  if ((status === 'loading' && !isBusy) || phase === 'loading') return <Skeleton $width="16rem" $height="2.75rem" />;
  if (status === 'error' && !isBusy && !subscription.subscribed) {
    return (
      <Stack $gap={8} $align="start">
        <MutedText role="status">{messages.planFailed}</MutedText>
        <Button variant="secondary" busy={refreshing} busyLabel={messages.reading} onClick={() => void refresh()}>
          {messages.again}
        </Button>
      </Stack>
    );
  }
  const variant = variantOf(subscription, unlock);
  // There is nothing to upgrade yet: the trial comes first.
  if (subscription.state === 'none' && !isBusy) {
    return <SignUpButton registration={registration} place={place} quiet={quiet} label={variant.label ?? ''} />;
  }
  const pays = !subscription.subscribed;
  const needsAuthentication = upgrade.state === 'done' && upgrade.answer.outcome === 'authenticate';
  const isPaying = upgrade.state === 'busy';
  const press = () => {
    if (needsAuthentication) void navigate('/my-account');
    else if (pays) unlock.requestPayment(place);
    else unlock.start(place);
  };
  const isCalm = !isBusy && !isPaying;
  return (
    <FullCheckUnlockArea $gap={8} $align="start">
      {phase === 'done' ? <Completed unlock={unlock} place={place} /> : null}
      {phase === 'done' && !isShort ? <MutedText>{messages.checkAgain}</MutedText> : null}
      {isShort ? <ShortProblem unlock={unlock} /> : <Problem unlock={unlock} />}
      {phase === 'lost' || (variant.label === null && isCalm) ? null : (
        <Button
          variant={quiet ? 'secondary' : 'primary'}
          wide={isWide}
          busy={isBusy || isPaying}
          busyLabel={isPaying ? messages.upgrading : messages.running(unlock.steps)}
          unavailable={isCalm ? variant.unavailable : undefined}
          onClick={press}
          {...(pays && isCalm ? { 'aria-describedby': wordsId } : {})}
        >
          {needsAuthentication ? messages.confirm : variant.label}
        </Button>
      )}
      {isBusy && showsSteps ? <FullCheckProgress steps={unlock.steps} slow={isMain ? unlock.slow : null} /> : null}
      {isMain ? <UpgradeOutcome upgrade={upgrade} isPaymentPending={unlock.isPaymentPending} /> : null}
      {!isCalm || phase === 'lost' || variant.unavailable !== undefined ? null : (
        <MutedText id={wordsId}>
          {isShort
            ? variant.short
            : place === 'rail'
              ? variant.price
              : `${visitorFullCheckUnlockMessages.tells} ${variant.price}`}
        </MutedText>
      )}
    </FullCheckUnlockArea>
  );
}
