import { missingReasonText } from '@ve/domain/vehicle/record/source-messages';
import type { RecordSection } from '@ve/domain/vehicle/record/vehicle-record';
import { Banner } from '@ve/ui/banner/banner';
import { useFullCheckUnlockState } from '../unlock/unlock-context.ts';
import { messages } from './messages.en-gb.ts';

/** Why a valuation could not be read, and whether it is requested again. */
export function ValuationUnavailable({ section }: { section: RecordSection<unknown> }) {
  const isRetrying = useFullCheckUnlockState()?.isRetrying === true;
  if (section.state !== 'unavailable') return null;
  return (
    <Banner tone="unknown" title={messages.notRead}>
      {missingReasonText([section])} {isRetrying ? messages.retrying : messages.notRetried}
    </Banner>
  );
}
