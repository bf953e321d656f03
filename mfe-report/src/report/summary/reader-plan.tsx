import { Link } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { useSubscription } from '@ve/mfe-kit/subscription';
import { StandaloneLink } from '@ve/ui/link/link-style';
import { MembershipBadge } from '@ve/ui/membership-badge/membership-badge';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { MutedText } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { reportInfoTilesMessages } from './info-tiles-messages.en-gb.ts';

const SideBySide = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  font-weight: 400;
  ${media.print} {
    a {
      display: none;
    }
  }
`;

const labels = reportInfoTilesMessages;

/** The reader's plan: its badge and the available credits. */
export function ReaderPlan({ registration }: { registration: string }) {
  const session = useSession();
  const { status, subscription } = useSubscription();
  if (status === 'loading') return <Skeleton $width="8rem" $height="1.5rem" />;
  if (status === 'error' && !subscription.subscribed) {
    return <MutedText>{session.user === null ? labels.unknownUser : labels.unknownPlan}</MutedText>;
  }
  return (
    <SideBySide>
      <MembershipBadge {...subscription} />
      {session.user === null ? (
        <StandaloneLink as={Link} to={`/signup?reg=${registration}`}>
          {labels.signUp}
        </StandaloneLink>
      ) : (
        labels.credits(subscription.credits)
      )}
      {subscription.state === 'past-due' ? (
        <StandaloneLink as={Link} to="/my-account?fix=card">
          {labels.pay}
        </StandaloneLink>
      ) : null}
    </SideBySide>
  );
}
