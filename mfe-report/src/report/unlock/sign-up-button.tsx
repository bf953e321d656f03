import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Muted } from '@ve/ui/text/text';
import { UnlockArea } from './unlock-area.tsx';
import type { UnlockPlace } from './unlock-context.ts';
import { visitorMessages as messages } from './visitor-messages.en-gb.ts';

export interface SignUpButtonProps {
  registration: string;
  place: UnlockPlace;
  /** Does not urge: the vehicle is none to buy. */
  quiet?: boolean;
}

/** What somebody without a membership can do: sign up. */
export function SignUpButton({ registration, place, quiet = false, label }: SignUpButtonProps & { label: string }) {
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
        {label}
      </ButtonLink>
      <Muted>{isShort ? messages.short : `${messages.tells} ${messages.price}`}</Muted>
    </UnlockArea>
  );
}
