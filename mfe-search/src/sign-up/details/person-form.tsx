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
import { SignUpFormToast } from '../sign-up-form-toast.tsx';
import { suggestEmailCorrection } from './email-domains.ts';
import { EmailField } from './email-field.tsx';
import { messages } from './messages.en-gb.ts';

const labels = messages.person;

interface PersonFormProps {
  store: SignUpDraftStore;
  /** The URL of the previous step. */
  back: string;
  onNext: () => void;
}

/** Step 3, first part: the person's name and e-mail address. */
export function PersonForm({ store, back, onNext }: PersonFormProps) {
  const { draft, change } = store;
  /** The address that Next has questioned; a second press accepts it. */
  const [doubted, setDoubted] = useState<string | null>(null);
  const next = useRef<HTMLButtonElement>(null);
  const meant = doubted === draft.email ? suggestEmailCorrection(doubted) : null;

  const { onSubmit, field, summary } = useTypedForm({
    id: 'signup',
    names: ['name', 'email'],
    read: () => {
      const parsed = parseEmail(draft.email);
      const name = draft.fullName.trim();
      if (!parsed.ok || name === '') {
        return {
          errors: {
            name: name === '' ? labels.nameMissing : undefined,
            email: parsed.ok ? undefined : labels.emailWrong,
          },
        };
      }
      if (meant !== null || suggestEmailCorrection(draft.email) === null)
        return { body: { fullName: name, email: parsed.email } };
      setDoubted(draft.email);
      return { errors: {} };
    },
    send: (person) => {
      change(person);
      onNext();
    },
  });
  const email = field('email');

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack $gap={24}>
        <Heading level={1} tabIndex={-1}>
          {labels.heading}
        </Heading>
        <ErrorSummary {...summary} />
        <TextField
          {...field('name')}
          name="fullName"
          autoComplete="name"
          maxLength={200}
          label={labels.name}
          value={draft.fullName}
          onChange={({ target }) => change({ fullName: target.value })}
        />
        <EmailField {...email} value={draft.email} onChange={(typed) => change({ email: typed.slice(0, 400) })} />
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
          {messages.back}
        </ButtonLink>
        {email.error === undefined ? null : (
          <SignUpFormToast key={`toast ${String(summary.attempt)}`} title={labels.emailToast}>
            {labels.emailToastBody}
          </SignUpFormToast>
        )}
      </Stack>
    </form>
  );
}
