import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { Link } from '@ve/mfe-kit/router';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Heading } from '@ve/ui/text/text';
import { useRef, useState } from 'react';
import type { SignUpDraftStore } from '../use-sign-up-draft.ts';
import { AddressFields } from './address-fields.tsx';
import { suggestEmailCorrection } from './email-domains.ts';
import { EmailField } from './email-field.tsx';
import { messages as labels } from './messages.en-gb.ts';
import { useAddressEntry } from './use-address-entry.ts';

/** The fields whose error is longer in the summary than at the field, by their ids. */
const summaryTexts: Readonly<Record<string, string>> = {
  'signup-email': labels.emailSummary,
  'signup-postcode': labels.address.postcodeSummary,
  'signup-address': labels.address.missingSummary,
};

interface DetailsFormProps {
  store: SignUpDraftStore;
  /** The URL of the previous step. */
  back: string;
  onNext: () => void;
}

/** Step 3: name, e-mail address and address in one form, so that a browser can fill in all of it at once. */
export function DetailsForm({ store, back, onNext }: DetailsFormProps) {
  const { draft, change } = store;
  const entry = useAddressEntry(draft.address);
  /** The e-mail address that was questioned; a second press accepts it. */
  const [doubted, setDoubted] = useState<string | null>(null);
  const next = useRef<HTMLButtonElement>(null);
  const meant = doubted === draft.email ? suggestEmailCorrection(doubted) : null;

  const { show, onSubmit, field, summary } = useTypedForm({
    id: 'signup',
    names: ['name', 'email', 'postcode', 'address', 'line1', 'town'],
    read: () => {
      const email = parseEmail(draft.email);
      const fullName = draft.fullName.trim();
      const reading = entry.read();
      if (!email.ok || fullName === '' || 'errors' in reading) {
        return {
          errors: {
            name: fullName === '' ? labels.nameMissing : undefined,
            email: email.ok ? undefined : labels.emailWrong,
            ...('errors' in reading ? reading.errors : {}),
          },
        };
      }
      if (meant !== null || suggestEmailCorrection(draft.email) === null) {
        return { body: { fullName, email: email.email, address: reading.address } };
      }
      setDoubted(draft.email);
      return { errors: {} };
    },
    send: (details) => {
      change(details);
      onNext();
    },
  });
  const ofAddress = field('address').id;
  const search = () => {
    if (entry.search()) show();
    else show({ postcode: labels.address.postcodeWrong });
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack $gap={24}>
        <Heading level={1} tabIndex={-1}>
          {labels.heading}
        </Heading>
        <ErrorSummary
          attempt={summary.attempt}
          errors={summary.errors.map(({ fieldId, message }) => ({
            fieldId: fieldId === ofAddress && entry.offered === null ? field('postcode').id : fieldId,
            message: summaryTexts[fieldId] ?? message,
          }))}
        />
        <TextField
          {...field('name')}
          name="fullName"
          autoComplete="name"
          maxLength={200}
          label={labels.name}
          value={draft.fullName}
          onChange={({ target }) => change({ fullName: target.value })}
        />
        <EmailField
          {...field('email')}
          value={draft.email}
          onChange={(typed) => change({ email: typed.slice(0, 400) })}
        />
        <AddressFields entry={entry} field={field} onSearch={search} />
        {meant === null ? null : (
          <Banner
            tone="warn"
            role="alert"
            title={labels.meant(meant)}
            actions={
              <Button
                variant="secondary"
                onClick={() => {
                  change({ email: meant });
                  next.current?.focus();
                }}
              >
                {labels.use(meant)}
              </Button>
            }
          >
            {labels.keep(draft.email)}
          </Banner>
        )}
        <Button ref={next} type="submit" wide>
          {labels.next}
        </Button>
        <ButtonLink as={Link} to={back} $variant="quiet" $wide>
          {labels.back}
        </ButtonLink>
      </Stack>
    </form>
  );
}
