import { missingBecause, sourceLabel } from '@ve/domain/report/source-words';
import type { VehicleRecord } from '@ve/domain/report/vehicle-record';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { messages } from '../messages.en-gb.ts';

interface PartialNoteProps {
  record: VehicleRecord;
  isAsking: boolean;
  onTryAgain: () => void;
}

/** Names the sources that gave no answer and why, when some did. */
export function PartialNote({ record, isAsking, onTryAgain }: PartialNoteProps) {
  const silent = [record.licensing, record.testing, record.specification].filter(
    (section) => section.state === 'unavailable',
  );
  if (silent.length === 0) return null;
  const names = silent.map(({ source }) => sourceLabel(source));
  return (
    <Banner
      tone="unknown"
      title={messages.partial.title(names.join(' and '))}
      actions={
        <Button variant="secondary" onClick={onTryAgain} busy={isAsking} busyLabel={messages.askingAgain}>
          {messages.tryAgain}
        </Button>
      }
    >
      {missingBecause(silent)} {messages.partial.body}
    </Banner>
  );
}
