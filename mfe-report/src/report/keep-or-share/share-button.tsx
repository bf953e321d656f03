import Share2 from 'lucide-react/icons/share-2';
import { useSession } from '@ve/mfe-kit/session';
import { Button } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { MutedText } from '@ve/ui/text/text';
import type { ComponentType } from 'react';
import { useLazyDialog } from '../use-lazy-dialog.ts';
import type { ShareDialogProps } from './share-dialog.tsx';
import { shareMessages as messages } from './share-messages.en-gb.ts';
import { KeepOrShareOption } from './share-option.tsx';
import { SignInButton } from './sign-in-button.tsx';

const loadDialog = async (): Promise<ComponentType<ShareDialogProps>> =>
  (await import(/* webpackChunkName: 'share' */ './share-dialog.tsx')).ShareDialog;

/** "Share this report". Its dialog loads when it is first opened. */
function Open({ userId, registration }: { userId: string; registration: string }) {
  const { Dialog, state, open, close } = useLazyDialog(loadDialog);
  return (
    <>
      <Button variant="secondary" busy={state === 'loading'} busyLabel={messages.loading} onClick={() => void open()}>
        <Icon glyph={Share2} />
        {messages.action}
      </Button>
      {state === 'failed' ? <MutedText role="alert">{messages.loadFailed}</MutedText> : null}
      {Dialog === null || state !== 'open' ? null : (
        <Dialog userId={userId} registration={registration} onClose={close} />
      )}
    </>
  );
}

/** Opens the links to the saved report for other people. A visitor signs in first. */
export function ShareButton({ registration }: { registration: string }) {
  const { status, user } = useSession();
  return (
    <KeepOrShareOption title={messages.title}>
      {status === 'loading' ? <Skeleton $height="2.75rem" /> : null}
      {status !== 'loading' && user === null ? (
        <SignInButton registration={registration} glyph={Share2} label={messages.action} />
      ) : null}
      {user === null ? null : <Open key={registration} userId={user.id} registration={registration} />}
    </KeepOrShareOption>
  );
}
