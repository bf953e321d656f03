import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Link } from '@ve/mfe-kit/router';
import { useRefreshSession, useSession } from '@ve/mfe-kit/session';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { StandaloneLink } from '@ve/ui/link/link-style';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { MutedText, Text } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { FoldableDetails } from '../fold.tsx';
import { messages } from './messages.en-gb.ts';
import { useReportReminders } from './reminders.query.ts';
import { ReminderRowBox } from './reminder-row-box.tsx';
import { ReminderSwitches } from './reminder-switches.tsx';

const Waiting = () => (
  <LoadingSkeleton label={messages.loading}>
    <Skeleton $width="16rem" $height="2.75rem" />
  </LoadingSkeleton>
);

const Led = ({ to, link, children }: { to: string; link: string; children: ReactNode }) => (
  <>
    <Text>{children}</Text>
    <StandaloneLink as={Link} to={to}>
      {link}
    </StandaloneLink>
  </>
);

/** The offer of a membership, with its price. */
function ForOthers({ registration }: { registration: string }) {
  return (
    <FoldableDetails summary={messages.offer}>
      <Text>
        {messages.given} {messages.how}
      </Text>
      <MutedText>{messages.price}</MutedText>
      <StandaloneLink as={Link} to={`/signup?reg=${registration}`}>
        {messages.join}
      </StandaloneLink>
    </FoldableDetails>
  );
}

function ForUser({ userId, registration }: { userId: string; registration: string }) {
  const { data, isFetching, error, refetch } = useReportReminders(userId, registration);
  if (data === undefined) {
    if (error === null) return <Waiting />;
    return (
      <Banner
        tone="warn"
        role="alert"
        title={messages.failedTitle}
        actions={
          <Button variant="secondary" busy={isFetching} busyLabel={messages.loading} onClick={() => void refetch()}>
            {messages.tryAgain}
          </Button>
        }
      >
        {messages.failedText}
      </Banner>
    );
  }
  switch (data.state) {
    case 'watched':
      return <ReminderSwitches userId={userId} registration={registration} reminders={data} />;
    case 'car-changed':
      return (
        <Led to="/dashboard" link={messages.otherCarLink}>
          {messages.otherCar(formatRegistration(data.registration ?? ''))}
        </Led>
      );
    case 'lapsed':
      return (
        <Led to="/my-account" link={messages.again}>
          {messages.lapsed}
        </Led>
      );
    case 'never':
      return <ForOthers registration={registration} />;
  }
}

/**
 * The row of reminders (specification section 2): switches for a member's car, for other readers the offer of a
 * membership.
 */
export function RemindersRow({ registration }: { registration: string }) {
  const session = useSession();
  const refresh = useRefreshSession();
  return (
    <ReminderRowBox>
      {session.status === 'loading' ? <Waiting /> : null}
      {session.status === 'error' ? (
        <>
          <Text>{messages.unknownUser}</Text>
          <Button variant="secondary" onClick={refresh}>
            {messages.tryAgain}
          </Button>
        </>
      ) : null}
      {session.status === 'ready' && session.user === null ? <ForOthers registration={registration} /> : null}
      {session.user === null ? null : <ForUser userId={session.user.id} registration={registration} />}
    </ReminderRowBox>
  );
}
