import RefreshCw from 'lucide-react/icons/refresh-cw';
import { vehicleRecordFreshnessMs } from '@ve/domain/vehicle/record/freshness';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoInstant } from '@ve/domain/kernel/time/iso-date';
import { formatInstant, formatTime } from '@ve/domain/kernel/time/format-date';
import { relativeTime } from '@ve/domain/kernel/time/relative-time';
import { MemberNavigation } from '@ve/mfe-kit/member-navigation';
import { useSession } from '@ve/mfe-kit/session';
import { useSubscription } from '@ve/mfe-kit/subscription';
import { Button } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { MutedText } from '@ve/ui/text/text';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { reportInfoTilesMessages } from './info-tiles-messages.en-gb.ts';
import { ReportCard } from '../sample/sample.tsx';
import { ReaderPlan } from './reader-plan.tsx';

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

export interface RecordRefresh {
  /** Refetches the vehicle data; resolves to the new record, or null if that failed. */
  refresh: () => Promise<VehicleRecord | null>;
  /** When the sources of the displayed record were read. */
  askedAt: IsoInstant;
  isFetching: boolean;
}

const minute = 60_000;

/** The result of a refresh, as text. `askedAt`: when the sources of the record shown before were read. */
function outcomeOf(read: VehicleRecord | null, askedAt: IsoInstant): string {
  if (read === null) return reportInfoTilesMessages.refreshFailed;
  if (read.fetchedAt !== askedAt) return reportInfoTilesMessages.refreshed;
  // The display has no seconds: the first full minute at which they can be read again.
  const again = Math.ceil((Date.parse(askedAt) + vehicleRecordFreshnessMs(read)) / minute) * minute;
  return reportInfoTilesMessages.notAskedAgain(formatTime(askedAt), formatTime(new Date(again)));
}

/** The button that refetches vehicle data and membership, with the result. */
function Refresh({ vehicle }: { vehicle: RecordRefresh }) {
  const { refresh: readSubscription } = useSubscription();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string | null>(null);
  const labels = reportInfoTilesMessages;
  const refresh = async () => {
    setBusy(true);
    setOutcome(null);
    const [read] = await Promise.all([vehicle.refresh(), readSubscription()]);
    setOutcome(outcomeOf(read, vehicle.askedAt));
    setBusy(false);
  };
  return (
    <OnScreen>
      <Button
        variant="secondary"
        busy={isBusy || vehicle.isFetching}
        busyLabel={labels.refreshing}
        onClick={() => void refresh()}
      >
        <Icon glyph={RefreshCw} size={16} />
        {labels.refresh}
      </Button>
      <MutedText role="status">{outcome}</MutedText>
    </OnScreen>
  );
}

export interface ReportInfoTilesProps {
  registration: string;
  createdAt: string;
  /** When this page last loaded the report, even if its sources were not read again. */
  loadedAt: Date;
  vehicle: RecordRefresh;
}

/** The report's age and the reader's plan. Not shown for the sample. */
export function ReportInfoTiles({ registration, createdAt, loadedAt, vehicle }: ReportInfoTilesProps) {
  const now = useNow();
  const { user } = useSession();
  const labels = reportInfoTilesMessages;
  const { askedAt } = vehicle;
  const [loaded, setLoaded] = useState({ askedAt, at: loadedAt });
  // A refetch without newer data is no update.
  if (loaded.askedAt !== askedAt) setLoaded({ askedAt, at: loadedAt });
  return (
    <ReportCard $padding={16} data-screen="">
      <Line>
        <Tiles aria-label={labels.label}>
          <div>
            <Label>{labels.created}</Label>
            <Value>
              <Age at={new Date(createdAt)} now={now} />
            </Value>
          </div>
          <div>
            <Label>{labels.updated}</Label>
            <Value>
              <Age at={loaded.at} now={now} />
            </Value>
          </div>
          <div>
            <Label>{labels.plan}</Label>
            <Value>
              <ReaderPlan registration={registration} />
            </Value>
          </div>
        </Tiles>
        <Refresh vehicle={vehicle} />
      </Line>
      {user === null ? null : <MemberNavigation />}
    </ReportCard>
  );
}
