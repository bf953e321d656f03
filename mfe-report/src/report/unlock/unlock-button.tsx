import { latePart } from '@ve/mfe-kit/late-part';
import { Link } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { ButtonLink } from '@ve/ui/button/button';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { Muted } from '@ve/ui/text/text';
import { useIsLive } from '../kind/report-kind.ts';
import type { ReaderButtonProps } from './reader-button.tsx';
import { UnlockArea } from './unlock-area.tsx';
import { type UnlockPlace, useUnlock } from './unlock-context.ts';
import { visitorMessages as messages } from './visitor-messages.en-gb.ts';

const ReaderButton = latePart<ReaderButtonProps>(
  async () => (await import(/* webpackChunkName: 'unlock' */ './reader-button.tsx')).ReaderButton,
  '2.75rem',
);

interface UnlockButtonProps {
  registration: string;
  place: UnlockPlace;
  /** Does not urge: the vehicle is none to buy. */
  quiet?: boolean;
}

/** What a visitor can do: sign up. */
function ForVisitor({ registration, place, quiet = false }: UnlockButtonProps) {
  // Both are in sight all the time.
  const isShort = place === 'bar' || place === 'rail';
  return (
    <UnlockArea $gap={8} $align="start">
      <ButtonLink
        as={Link}
        to={`/signup?reg=${registration}`}
        $variant={quiet ? 'secondary' : 'primary'}
        $wide={isShort}
      >
        {messages.signUp}
      </ButtonLink>
      <Muted>{isShort ? messages.short : `${messages.tells} ${messages.price}`}</Muted>
    </UnlockArea>
  );
}

/**
 * Unlocks the full check, in the variants of specification section 2, with what it costs and tells. In the phone's `bar`
 * and the desktop's `rail` only the button and its price. Only in a live report.
 */
export function UnlockButton(props: UnlockButtonProps) {
  const { status, user } = useSession();
  const unlock = useUnlock();
  const isLive = useIsLive();
  if (unlock === null || !isLive) return null;
  if (status === 'loading') return <Skeleton $width="12rem" $height="2.75rem" />;
  if (user === null) return <ForVisitor {...props} />;
  return <ReaderButton place={props.place} unlock={unlock} quiet={props.quiet ?? false} />;
}
