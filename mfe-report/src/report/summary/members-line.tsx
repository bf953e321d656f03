import { Link } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { TextLink } from '@ve/ui/link/link-style';
import { Text } from '@ve/ui/text/text';
import { media } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';
import { useIsSample } from '../sample/sample.tsx';

const OnScreen = styled(Text)`
  ${media.print} {
    display: none;
  }
`;

/** For visitors: members get reminders. */
export function MembersLine({ registration }: { registration: string }) {
  const { status, user } = useSession();
  const isSample = useIsSample();
  if (isSample || status !== 'ready' || user !== null) return null;
  return (
    <OnScreen>
      {messages.members.line}{' '}
      <TextLink as={Link} to={`/signup?reg=${registration}`}>
        {messages.members.link}
      </TextLink>
    </OnScreen>
  );
}
