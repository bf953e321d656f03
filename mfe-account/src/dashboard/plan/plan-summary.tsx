import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { nextChargeText } from '@ve/domain/membership/next-charge-text';
import { unpaidMembershipMessages } from '@ve/domain/membership/unpaid-messages';
import { Link } from '@ve/mfe-kit/router';
import { useSubscription } from '@ve/mfe-kit/subscription';
import { Row } from '@ve/ui/layout/layout';
import { MembershipBadge } from '@ve/ui/membership-badge/membership-badge';
import { TextLink } from '@ve/ui/link/link-style';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Text } from '@ve/ui/text/text';
import { useCancellation } from '../../platform/cancellation/use-cancellation.tsx';
import { messages } from '../messages.en-gb.ts';
import { DashboardPanel } from '../dashboard-panel.tsx';

function charges({ state, nextCharge, endsAt }: Subscription): string {
  if (state === 'none') return messages.noCharge;
  if (state === 'past-due') return messages.unpaid;
  if (nextCharge !== null) return messages.charge(nextChargeText(nextCharge));
  if (endsAt === null) return messages.noCharge;
  return `${state === 'cancelled' ? messages.ended(endsAt) : messages.ends(endsAt)} ${messages.noCharge}`;
}

const AccountLink = ({ state }: Pick<Subscription, 'state'>) => (
  <TextLink as={Link} to={state === 'past-due' ? '/my-account?fix=card' : '/my-account'}>
    {state === 'past-due' ? messages.fix : messages.account}
  </TextLink>
);

function Plan({ subscription }: { subscription: Subscription }) {
  const { state, nextCharge } = subscription;
  const { news, shouldNotify, cancel, keep, question } = useCancellation(subscription);
  return (
    <>
      {news}
      {shouldNotify ? null : <Text>{charges(subscription)}</Text>}
      {state === 'charge-due' && nextCharge !== null ? <Text>{messages.checkWithCharge}</Text> : null}
      {state === 'past-due' ? (
        <Text>
          {unpaidMembershipMessages.goesOn} {unpaidMembershipMessages.paused} {unpaidMembershipMessages.resumes}
        </Text>
      ) : null}
      {keep}
      <Row $gap={16}>
        {cancel}
        <AccountLink state={state} />
      </Row>
      {question}
    </>
  );
}

/** The membership's state, its next charge, and how to cancel. */
export function PlanSummary() {
  const { status, subscription } = useSubscription();
  const { state } = subscription;
  const known = status === 'ready' || (status === 'error' && state !== 'none');
  return (
    <DashboardPanel title={messages.plan} aside={known ? <MembershipBadge {...subscription} /> : null}>
      {status === 'loading' ? (
        <LoadingSkeleton label={messages.planLoading}>
          <Skeleton $height="7rem" />
        </LoadingSkeleton>
      ) : null}
      {status === 'error' ? <Text>{messages.planFailed}</Text> : null}
      {known ? <Plan subscription={subscription} /> : <AccountLink state={state} />}
    </DashboardPanel>
  );
}
