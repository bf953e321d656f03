import { recordedBody } from '@ve/domain/vehicle/picture/body-shape';
import { pointsToCompare } from '@ve/domain/vehicle/picture/points-to-compare';
import { type Paint, paintOf } from '@ve/domain/full-check/paint';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { PendingSources } from '@ve/ui/fact-list/pending-sources';
import { Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Muted, Text } from '@ve/ui/text/text';
import { Fold } from '../fold.tsx';
import { FactNote } from '../fact-note.tsx';
import { useIsLiveReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { ReportFacts } from '../sample/report-facts.tsx';
import { pictureMessages } from './messages.en-gb.ts';
import { Silhouette } from './silhouette.tsx';
import { VendorPicture } from './vendor-picture.tsx';

/**
 * The recorded body in its recorded colour, after a full check the vendor's picture, and what to compare with the car.
 */
export function PictureSection({ record, fullCheck }: { record: VehicleRecord; fullCheck: FullCheck | null }) {
  const isLive = useIsLiveReport();
  const paint = paintOf(record, fullCheck);
  return (
    <Fold summary={pictureMessages.title(paint.value)}>
      <Text>{pictureMessages.lead}</Text>
      <Drawn record={record} paint={paint} />
      {isLive && fullCheck !== null ? (
        <VendorPicture registration={record.registration} checkedAt={fullCheck.checkedAt} />
      ) : null}
      <Colours paint={paint} />
      <ReportFacts
        facts={pointsToCompare(record).map(({ look, ...point }) => ({
          ...point,
          extra: <FactNote>{look}</FactNote>,
        }))}
      />
    </Fold>
  );
}

function Drawn({ record, paint }: { record: VehicleRecord; paint: Paint }) {
  const words = pictureMessages;
  const { shape, value, why, asking = [] } = recordedBody(record);
  if (shape !== null) {
    return (
      <div>
        <Silhouette
          shape={shape}
          fill={paint.fill}
          label={words.drawn(shape, paint.fill === null ? null : paint.value)}
        />
        <Muted>{words.drawing}</Muted>
      </div>
    );
  }
  if (asking.length > 0) return <PendingSources sources={asking} />;
  return (
    <Stack $gap={8} $align="start">
      <StatusBadge tone="unknown">{messages.notAvailable}</StatusBadge>
      <Muted>{value === null ? `${words.noBody} ${why ?? ''}` : words.noShape(value)}</Muted>
    </Stack>
  );
}

function Colours({ paint: { value, note, earlier, asking = [] } }: { paint: Paint }) {
  const words = pictureMessages;
  if (value === null && asking.length > 0) return null;
  return (
    <div>
      <Text>{value === null ? words.noColour : words.colour(value)}</Text>
      {note === null ? null : <Muted>{note}</Muted>}
      {earlier.length === 0 ? null : (
        <Text>
          {words.earlier} {earlier.join('; ')}.
        </Text>
      )}
    </div>
  );
}
