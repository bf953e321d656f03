import LoaderCircle from 'lucide-react/icons/loader-circle';
import { sourceLabel } from '@ve/domain/report/source-words';
import type { SourceName } from '@ve/domain/report/vehicle-record';
import { useSession } from '@ve/mfe-kit/session';
import { Button } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { Muted } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { keyframes, styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';
import type { SlowFetch } from './use-slow-fetch.ts';

const turn = keyframes`
  to { rotate: 360deg; }
`;

const Box = styled.div`
  display: grid;
  gap: ${space[8]};
  width: 100%;
  ${media.print} {
    display: none;
  }
`;

const Line = styled.p`
  display: flex;
  gap: ${space[8]};
  font-weight: 600;
  line-height: 1.35;
  ${media.motion} {
    & > svg {
      animation: ${turn} 1.2s linear infinite;
    }
  }
`;

const listed = (sources: readonly SourceName[]) => sources.map(sourceLabel).join(' and ');

interface StillAskingProps {
  sources: readonly SourceName[];
  slow: SlowFetch;
}

/** Which sources are still being asked; after ten seconds, how long it may take, and for customers a mail instead. */
export function StillAsking({ sources, slow }: StillAskingProps) {
  const words = messages.asking;
  if (sources.length === 0) return null;
  return (
    <Box>
      <Line>
        <Icon glyph={LoaderCircle} />
        {words.sources(listed(sources))}
      </Line>
      {slow.isSlow ? <Longer slow={slow} /> : null}
    </Box>
  );
}

/** What to do when it takes longer. */
export function Longer({ slow }: { slow: SlowFetch }) {
  const { user } = useSession();
  const words = messages.asking;
  if (user === null) return <Muted role="status">{words.halfAMinute}</Muted>;
  if (slow.mail === 'will-be-sent') return <Muted role="status">{words.willBeSent(user.email)}</Muted>;
  return (
    <>
      <Muted role="status">{slow.mail === 'failed' ? words.mailFailed : words.halfAMinute}</Muted>
      <div>
        <Button variant="secondary" busy={slow.mail === 'asking'} busyLabel={words.mailing} onClick={slow.askForMail}>
          {words.mail}
        </Button>
      </div>
    </>
  );
}
