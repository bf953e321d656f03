import { Banner } from '@ve/ui/banner/banner';

const messages = {
  failed: 'Note: Unable to save report data',
  viewable: 'Report is still viewable. We try again the next time you open it.',
};

/** The message that the report could not be saved; it stays on the page. */
export function SaveFailedBanner() {
  return (
    <Banner tone="warn" role="status" title={messages.failed}>
      {messages.viewable}
    </Banner>
  );
}
