import { missingBecause } from '@ve/domain/report/source-words';
import type { Section } from '@ve/domain/report/vehicle-record';
import { Banner } from '@ve/ui/banner/banner';
import { useUnlock } from '../unlock/unlock-context.ts';
import { messages } from './messages.en-gb.ts';

interface NotReadProps {
  part: 'registers' | 'valuation';
  section: Section<unknown>;
}

/** Of a part of the full check that could not be read: why, and whether it is asked for again. */
export function NotRead({ part, section }: NotReadProps) {
  const askingAgain = useUnlock()?.askingAgain === true;
  if (section.state !== 'unavailable') return null;
  const isValuation = part === 'valuation';
  const again = isValuation ? messages.askedAgainValuation : messages.askedAgain;
  return (
    <Banner tone="unknown" title={isValuation ? messages.notReadValuation : messages.notRead}>
      {missingBecause([section])} {askingAgain ? again : messages.notAskedAgain}
    </Banner>
  );
}
