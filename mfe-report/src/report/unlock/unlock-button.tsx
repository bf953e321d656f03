import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { useSession } from '@ve/mfe-kit/session';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { useIsLiveReport } from '../kind/report-kind.ts';
import type { MemberFullCheckUnlockButtonProps } from './member-unlock-button.tsx';
import { SignUpButton, type SignUpButtonProps } from './sign-up-button.tsx';
import { useFullCheckUnlockState } from './unlock-context.ts';
import { visitorFullCheckUnlockMessages as messages } from './visitor-unlock-messages.en-gb.ts';
import { loadMemberUnlockButton } from './member-unlock-code.ts';

const MemberUnlockButton = lazyComponent<MemberFullCheckUnlockButtonProps>(loadMemberUnlockButton, '2.75rem');

/**
 * Unlocks the full check, in the variants of specification section 2, with its price and contents. In the phone's `bar`
 * and the desktop's `rail` only with its price. Only in a live report.
 */
export function FullCheckUnlockButton(props: SignUpButtonProps) {
  const { status, user } = useSession();
  const unlock = useFullCheckUnlockState();
  const isLive = useIsLiveReport();
  if (unlock === null || !isLive) return null;
  if (status === 'loading') return <Skeleton $width="12rem" $height="2.75rem" />;
  if (user === null) return <SignUpButton {...props} label={messages.signUp} />;
  return <MemberUnlockButton {...props} unlock={unlock} quiet={props.quiet ?? false} />;
}
