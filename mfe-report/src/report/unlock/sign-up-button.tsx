import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { MutedText } from '@ve/ui/text/text';
import { FullCheckUnlockArea } from './unlock-area.tsx';
import type { FullCheckUnlockPlace } from './unlock-context.ts';
import { visitorFullCheckUnlockMessages as messages } from './visitor-unlock-messages.en-gb.ts';

export interface SignUpButtonProps {
  registration: string;
  place: FullCheckUnlockPlace;
  /** Uses the quiet variant: the vehicle should not be bought. */
  quiet?: boolean;
}

/** The button of a reader without a membership, which leads to the sign-up. */
export function SignUpButton({ registration, place, quiet = false, label }: SignUpButtonProps & { label: string }) {
  // These two places are always visible, so their text is short.
  const isShort = place === 'bar' || place === 'rail';
  return (
    <FullCheckUnlockArea $gap={8} $align="start">
      <ButtonLink
        as={Link}
        to={`/signup?reg=${registration}`}
        $variant={quiet ? 'secondary' : 'primary'}
        $wide={isShort}
      >
        {label}
      </ButtonLink>
      <MutedText>{isShort ? messages.short : `${messages.tells} ${messages.price}`}</MutedText>
    </FullCheckUnlockArea>
  );
}
