import RefreshCw from 'lucide-react/icons/refresh-cw';
import { formatInstant } from '@ve/domain/time/format-date';
import { relativeTime } from '@ve/domain/time/relative-time';
import { useSubscription } from '@ve/mfe-kit/subscription';
import { Button } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { Muted } from '@ve/ui/text/text';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { tilesMessages } from './tiles-messages.en-gb.ts';
import { ReportCard } from '../sample/sample.tsx';
import { Plan } from './plan.tsx';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]} ${space[24]};
`;

const Tiles = styled.dl`
  display: flex;
  flex: 1 1 20rem;
  flex-wrap: wrap;
  gap: ${space[12]} ${space[32]};
`;

const Label = styled.dt`
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
`;

const Value = styled.dd`
  font-weight: 600;
`;

const OnScreen = styled.div`
  ${media.print} {
    display: none;
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

export interface Refreshing {
  /** Reads the vehicle data again; resolves to whether that worked. */
  refresh: () => Promise<boolean>;
  isFetching: boolean;
}

/** Reads vehicle data and membership again, and says what came of it. */
function Refresh({ vehicle }: { vehicle: Refreshing }) {
  const { refresh: readSubscription } = useSubscription();
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle');
  const words = tilesMessages;
  const refresh = async () => {
    setState('busy');
    const [isRead] = await Promise.all([vehicle.refresh(), readSubscription()]);
    setState(isRead ? 'done' : 'failed');
  };
  return (
    <OnScreen>
      <Button
        variant="secondary"
        busy={state === 'busy' || vehicle.isFetching}
        busyLabel={words.refreshing}
        onClick={() => void refresh()}
      >
        <Icon glyph={RefreshCw} size={16} />
        {words.refresh}
      </Button>
      <Muted role="status">
        {state === 'done' ? words.refreshed : state === 'failed' ? words.refreshFailed : null}
      </Muted>
    </OnScreen>
  );
}

export interface InfoTilesProps {
  registration: string;
  /** When the stored report was made. */
  createdAt: string;
  /** When this page loaded the report. */
  loadedAt: Date;
  vehicle: Refreshing;
}

/** The report's age and the reader's plan. Neither applies to the sample. */
export function InfoTiles({ registration, createdAt, loadedAt, vehicle }: InfoTilesProps) {
  const now = useNow();
  const words = tilesMessages;
  return (
    <ReportCard $padding={16} data-screen="">
      <Line>
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
        <Refresh vehicle={vehicle} />
      </Line>
    </ReportCard>
  );
}
