import { formatInstant } from '@ve/domain/time/format-date';
import { relativeTime } from '@ve/domain/time/relative-time';
import { Link } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { TextLink } from '@ve/ui/link/link-style';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { StatusBadge } from '@ve/ui/status/status';
import { Muted } from '@ve/ui/text/text';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';
import { ReportCard, useIsSample } from '../sample/sample.tsx';

const Tiles = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  gap: ${space[16]} ${space[24]};
`;

const Label = styled.dt`
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
`;

const Value = styled.dd`
  font-weight: 600;
`;

const Beside = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  font-weight: 400;
  ${media.print} {
    a {
      display: none;
    }
  }
`;

const tickMs = 15_000;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, tickMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}

function Age({ at, now }: { at: Date; now: Date }) {
  return (
    <time dateTime={at.toISOString()} title={formatInstant(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

function Plan({ registration }: { registration: string }) {
  const { status, user } = useSession();
  const words = messages.tiles;
  if (status === 'loading') return <Skeleton $width="6rem" $height="1.5rem" />;
  if (status === 'error') return <Muted>{words.unknownPlan}</Muted>;
  if (user !== null) {
    return (
      <TextLink as={Link} to="/my-account">
        {words.account}
      </TextLink>
    );
  }
  return (
    <Beside>
      <StatusBadge tone="info">{words.noPlan}</StatusBadge>
      <TextLink as={Link} to={`/signup?reg=${registration}`}>
        {words.signUp}
      </TextLink>
    </Beside>
  );
}

interface InfoTilesProps {
  registration: string;
  /** When the sources were read. */
  createdAt: string;
  /** When this page loaded the report. */
  loadedAt: Date | null;
}

/** The report's age and the reader's plan; neither applies to the sample, so nothing is rendered there. */
export function InfoTiles({ registration, createdAt, loadedAt }: InfoTilesProps) {
  const now = useNow();
  const words = messages.tiles;
  if (useIsSample() || loadedAt === null) return null;
  return (
    <ReportCard $padding={16}>
      <Tiles aria-label={words.label}>
        <div>
          <Label>{words.created}</Label>
          <Value>
            <Age at={new Date(createdAt)} now={now} />
          </Value>
        </div>
        <div>
          <Label>{words.updated}</Label>
          <Value>
            <Age at={loadedAt} now={now} />
          </Value>
        </div>
        <div>
          <Label>{words.plan}</Label>
          <Value>
            <Plan registration={registration} />
          </Value>
        </div>
      </Tiles>
    </ReportCard>
  );
}
