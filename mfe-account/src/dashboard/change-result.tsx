import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Banner } from '@ve/ui/banner/banner';
import type { RejectedChange, useChangeWatch } from './watch.query.ts';

const words: { failed: string; refused: Record<RejectedChange, string> } = {
  failed: 'That was not saved',
  refused: {
    'not-member': 'No membership runs, so this cannot be set.',
    'phone-needed': 'Give your mobile number first.',
    'postcode-unknown': 'Postcode not found',
    'postcode-unavailable': 'Postcodes cannot be looked up at the moment. Try again in a minute.',
  },
};

/** Why a change was not saved; renders nothing after a success. */
export function ChangeResult({ change: { error, data } }: { change: ReturnType<typeof useChangeWatch> }) {
  if (error !== null) return <FormFailure title={words.failed} error={error} />;
  if (data === undefined || data.outcome === 'set') return null;
  return (
    <Banner tone="warn" role="alert" title={words.failed}>
      {words.refused[data.outcome]}
    </Banner>
  );
}
