import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { messages as reportMessages } from '../messages.en-gb.ts';

const messages = {
  title: 'We couldn’t read your own full check',
  text: 'If you have had this vehicle checked, this page leaves out what was found. Nothing is lost.',
};

export interface UnreadSavedReportBannerProps {
  isFetching: boolean;
  onTryAgain: () => void;
}

/** Shown when it is unknown whether the reader has a full check of the vehicle. */
export function UnreadSavedReportBanner({ isFetching, onTryAgain }: UnreadSavedReportBannerProps) {
  return (
    <Banner
      tone="warn"
      role="alert"
      title={messages.title}
      actions={
        <Button variant="secondary" onClick={onTryAgain} busy={isFetching} busyLabel={reportMessages.tryingAgain}>
          {reportMessages.tryAgain}
        </Button>
      }
    >
      {messages.text}
    </Banner>
  );
}
