import { postcode as postcodeField } from '@ve/contracts/fields';
import { useLocation } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row } from '@ve/ui/layout/layout';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ChangeResult } from '../change-result.tsx';
import type { TabProps } from '../tab-props.ts';
import { useChangeWatch } from '../watch.query.ts';

const words = {
  label: 'Your postcode',
  hint: 'We measure distances from it, and use it for nothing else.',
  wrong: 'Please enter a valid UK postcode',
  save: 'Save postcode',
  saving: 'Looking it up…',
  remove: 'Remove',
};

/** The postcode around which prices are shown. */
export function PostcodeForm({ userId, watch }: TabProps) {
  const stored = watch.settings.postcode;
  const change = useChangeWatch(userId);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const { hash, key } = useLocation();
  // The list of watched sources links to the field.
  useEffect(() => {
    if (hash === '#postcode') field.current?.focus();
  }, [hash, key]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const parsed = postcodeField.safeParse(field.current?.value ?? '');
    setError(parsed.success ? undefined : words.wrong);
    if (parsed.success) change.mutate({ postcode: parsed.data });
    else field.current?.focus();
  };
  return (
    <>
      <form noValidate onSubmit={send}>
        <Row $align="end">
          <TextField
            key={stored ?? ''}
            ref={field}
            name="postcode"
            autoComplete="postal-code"
            maxLength={8}
            defaultValue={stored ?? ''}
            label={words.label}
            hint={words.hint}
            error={error}
          />
          <Button type="submit" variant="secondary" busy={change.isPending} busyLabel={words.saving}>
            {words.save}
          </Button>
          {stored === null ? null : (
            <Button
              variant="quiet"
              busy={change.isPending}
              onClick={() => {
                setError(undefined);
                change.mutate({ postcode: null });
              }}
            >
              {words.remove}
            </Button>
          )}
        </Row>
      </form>
      <ChangeResult change={change} />
    </>
  );
}
