import { missingBecause } from '@ve/domain/vehicle/record/source-words';
import type { Section } from '@ve/domain/vehicle/record/vehicle-record';
import { Banner } from '@ve/ui/banner/banner';
import { useUnlock } from '../unlock/unlock-context.ts';
import { messages } from './messages.en-gb.ts';

/** Of a valuation that could not be read: why, and whether it is asked for again. */
export function NotRead({ section }: { section: Section<unknown> }) {
  const askingAgain = useUnlock()?.askingAgain === true;
  if (section.state !== 'unavailable') return null;
  return (
    <Banner tone="unknown" title={messages.notRead}>
      {missingBecause([section])} {askingAgain ? messages.askedAgain : messages.notAskedAgain}
    </Banner>
  );
}
