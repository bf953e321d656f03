import { recordedBody } from '@ve/domain/vehicle/picture/body-shape';
import { picturePointsToCompare } from '@ve/domain/vehicle/picture/picture-points-to-compare';
import { type VehiclePaint, vehiclePaintOf } from '@ve/domain/full-check/vehicle-paint';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { PendingSources } from '@ve/ui/fact-list/pending-sources';
import { Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { FoldableDetails } from '../fold.tsx';
import { FactNote } from '../fact-note.tsx';
import { useIsLiveReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { ReportFacts } from '../sample/report-facts.tsx';
import { pictureMessages } from './messages.en-gb.ts';
import { VehicleBodySilhouette } from './body-silhouette.tsx';
import { VendorPicture } from './vendor-picture.tsx';

/**
 * The recorded body in its recorded colour, after a full check the vendor's picture, and what to compare with the car.
 */
export function VehiclePictureSection({ record, fullCheck }: { record: VehicleRecord; fullCheck: FullCheck | null }) {
  const isLive = useIsLiveReport();
  const paint = vehiclePaintOf(record, fullCheck);
  return (
    <FoldableDetails summary={pictureMessages.title(paint.value)}>
      <Text>{pictureMessages.lead}</Text>
      <Drawn record={record} paint={paint} />
      {isLive && fullCheck !== null ? (
        <VendorPicture registration={record.registration} checkedAt={fullCheck.checkedAt} />
      ) : null}
      <Colours paint={paint} />
      <ReportFacts
        facts={picturePointsToCompare(record).map(({ look, ...point }) => ({
          ...point,
          extra: <FactNote>{look}</FactNote>,
        }))}
      />
    </FoldableDetails>
  );
}

function Drawn({ record, paint }: { record: VehicleRecord; paint: VehiclePaint }) {
  const labels = pictureMessages;
  const { shape, value, why, asking = [] } = recordedBody(record);
  if (shape !== null) {
    return (
      <div>
        <VehicleBodySilhouette
          shape={shape}
          fill={paint.fill}
          label={labels.drawn(shape, paint.fill === null ? null : paint.value)}
        />
        <MutedText>{labels.drawing}</MutedText>
      </div>
    );
  }
  if (asking.length > 0) return <PendingSources sources={asking} />;
  return (
    <Stack $gap={8} $align="start">
      <StatusBadge tone="unknown">{messages.notAvailable}</StatusBadge>
      <MutedText>{value === null ? `${labels.noBody} ${why ?? ''}` : labels.noShape(value)}</MutedText>
    </Stack>
  );
}

function Colours({ paint: { value, note, earlier, asking = [] } }: { paint: VehiclePaint }) {
  const labels = pictureMessages;
  if (value === null && asking.length > 0) return null;
  return (
    <div>
      <Text>{value === null ? labels.noColour : labels.colour(value)}</Text>
      {note === null ? null : <MutedText>{note}</MutedText>}
      {earlier.length === 0 ? null : (
        <Text>
          {labels.earlier} {earlier.join('; ')}.
        </Text>
      )}
    </div>
  );
}
