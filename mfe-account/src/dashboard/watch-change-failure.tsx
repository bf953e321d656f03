import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Banner } from '@ve/ui/banner/banner';
import type { RejectedWatchChange, useChangeWatch } from './watch.query.ts';

const messages: { failed: string; refused: Record<RejectedWatchChange, string> } = {
  failed: 'That was not saved',
  refused: {
    'not-member': 'You need a membership to set this.',
    'phone-needed': 'Enter your mobile number first.',
    'postcode-unknown': 'Postcode not found',
    'postcode-unavailable': 'We can’t look up postcodes right now. Try again in a minute.',
  },
};

/** Why a change was not saved; renders nothing after a success. */
export function WatchChangeFailure({ change: { error, data } }: { change: ReturnType<typeof useChangeWatch> }) {
  if (error !== null) return <FormFailure title={messages.failed} error={error} />;
  if (data === undefined || data.outcome === 'set') return null;
  return (
    <Banner tone="warn" role="alert" title={messages.failed}>
      {messages.refused[data.outcome]}
    </Banner>
  );
}
