import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { type IconComponent, Icon } from '@ve/ui/icon/icon';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { keepOrShareMessages as messages } from './messages.en-gb.ts';

/** The button of a visitor, who signs in first. */
export function SignInButton({
  registration,
  glyph,
  label,
}: {
  registration: string;
  glyph: IconComponent;
  label: string;
}) {
  return (
    <ButtonLink as={Link} to={`/signin?reg=${registration}`} $variant="secondary">
      <Icon glyph={glyph} />
      <span>
        {label}
        <VisuallyHidden> {messages.signInFirst}</VisuallyHidden>
      </span>
    </ButtonLink>
  );
}
