import { useSession } from '@ve/mfe-kit/session';
import { Button } from '@ve/ui/button/button';
import { MutedText } from '@ve/ui/text/text';
import { slowFetchMessages as messages } from './slow-fetch-messages.en-gb.ts';
import type { SlowFetchState } from './use-slow-fetch.ts';

export interface SlowFetchOptionsProps {
  slow: SlowFetchState;
}

/** The options of a reader while the fetch is slow. */
export function SlowFetchOptions({ slow }: SlowFetchOptionsProps) {
  const { user } = useSession();
  if (user === null) return <MutedText role="status">{messages.halfAMinute}</MutedText>;
  if (slow.mail === 'will-be-sent') return <MutedText role="status">{messages.willBeSent(user.email)}</MutedText>;
  return (
    <>
      <MutedText role="status">{slow.mail === 'failed' ? messages.mailFailed : messages.halfAMinute}</MutedText>
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
