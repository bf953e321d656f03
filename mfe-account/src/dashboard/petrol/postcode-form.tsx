import { postcodeField } from '@ve/contracts/fields';
import { useLocation } from '@ve/mfe-kit/router';
import { type FormReadResult, useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row } from '@ve/ui/layout/layout';
import { useEffect, useRef } from 'react';
import { WatchChangeFailure } from '../watch-change-failure.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { useChangeWatch } from '../watch.query.ts';

const messages = {
  label: 'Your postcode',
  hint: 'We measure distances from it, and use it for nothing else.',
  wrong: 'Please enter a valid UK postcode',
  save: 'Save postcode',
  saving: 'Looking it up…',
  remove: 'Remove',
};

/** The postcode around which prices are shown. */
export function PetrolPricesPostcodeForm({ userId, watch }: DashboardTabProps) {
  const stored = watch.settings.postcode;
  const change = useChangeWatch(userId);
  const input = useRef<HTMLInputElement>(null);
  const { hash, key } = useLocation();
  // The list of watched sources links to the field.
  useEffect(() => {
    if (hash === '#postcode') input.current?.focus();
  }, [hash, key]);
  const { busy, submit, onSubmit, field } = useTypedForm({
    id: 'petrol',
    names: ['postcode'],
    read: (typed): FormReadResult<'postcode', string | null> => {
      const parsed = postcodeField.safeParse(typed.postcode);
      return parsed.success ? { body: parsed.data } : { errors: { postcode: messages.wrong } };
    },
    send: (postcode) => change.mutateAsync({ postcode }),
  });
  return (
    <>
      <form noValidate onSubmit={onSubmit}>
        <Row $align="end">
          <TextField
            key={stored ?? ''}
            ref={input}
            {...field('postcode')}
            autoComplete="postal-code"
            maxLength={8}
            defaultValue={stored ?? ''}
            label={messages.label}
            hint={messages.hint}
          />
          <Button type="submit" variant="secondary" busy={busy} busyLabel={messages.saving}>
            {messages.save}
          </Button>
          {stored === null ? null : (
            <Button variant="quiet" busy={busy} onClick={() => submit(null)}>
              {messages.remove}
            </Button>
          )}
        </Row>
      </form>
      <WatchChangeFailure change={change} />
    </>
  );
}
