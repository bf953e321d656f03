import { Banner } from '@ve/ui/banner/banner';
import { messages } from '../messages.en-gb.ts';

/** The report could not be saved; it stays on the page. */
export function SaveBanner() {
  return (
    <Banner tone="warn" role="status" title={messages.save.failed}>
      {messages.save.viewable}
    </Banner>
  );
}
