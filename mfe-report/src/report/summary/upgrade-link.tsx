import { Link } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { ButtonLink } from '@ve/ui/button/button';
import { messages } from '../messages.en-gb.ts';
import { useIsSample } from '../sample/sample.tsx';

/** Upgrade button for signed-out readers (specification, section 2); a sample has nothing to unlock. */
export function UpgradeLink({ registration }: { registration: string }) {
  const { status, user } = useSession();
  const isSample = useIsSample();
  if (isSample || status === 'loading' || user !== null) return null;
  return (
    <ButtonLink as={Link} to={`/signup?reg=${registration}`}>
      {messages.actions.upgrade}
    </ButtonLink>
  );
}
