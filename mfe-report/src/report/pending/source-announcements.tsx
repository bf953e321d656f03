import { sourceLabel } from '@ve/domain/vehicle/record/source-messages';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { useState } from 'react';
import { messages } from '../messages.en-gb.ts';
import { pendingSources } from './pending-sources.ts';

/**
 * Announces politely which sources have responded and which are pending. Renders nothing for a report that arrived at
 * once.
 */
export function SourceAnnouncements({ record }: { record: VehicleRecord }) {
  const [wasPartial] = useState(() => pendingSources(record).length > 0);
  const sections = [record.licensing, record.testing, record.specification];
  const named = (isMeant: (state: string) => boolean) =>
    sections.flatMap(({ state, source }) => (isMeant(state) ? [sourceLabel(source)] : []));
  const text = messages.asking.announce(
    named((state) => state === 'found' || state === 'not-held'),
    named((state) => state === 'unavailable'),
    named((state) => state === 'asking'),
  );
  return <VisuallyHidden role="status">{wasPartial ? text : ''}</VisuallyHidden>;
}
