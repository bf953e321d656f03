import { useSession } from '@ve/mfe-kit/session';
import { Button } from '@ve/ui/button/button';
import { Muted } from '@ve/ui/text/text';
import { slowFetchMessages as messages } from './slow-fetch-messages.en-gb.ts';
import type { SlowFetch } from './use-slow-fetch.ts';

export interface SlowFetchOptionsProps {
  slow: SlowFetch;
}

/** The options of a reader while the fetch is slow. */
export function SlowFetchOptions({ slow }: SlowFetchOptionsProps) {
  const { user } = useSession();
  if (user === null) return <Muted role="status">{messages.halfAMinute}</Muted>;
  if (slow.mail === 'will-be-sent') return <Muted role="status">{messages.willBeSent(user.email)}</Muted>;
  return (
    <>
      <Muted role="status">{slow.mail === 'failed' ? messages.mailFailed : messages.halfAMinute}</Muted>
      <div>
        <Button
          variant="secondary"
          busy={slow.mail === 'asking'}
          busyLabel={messages.mailing}
          onClick={slow.requestReportReadyMail}
        >
          {messages.mail}
        </Button>
      </div>
    </>
  );
}
