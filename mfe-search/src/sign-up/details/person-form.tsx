import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Heading } from '@ve/ui/text/text';
import { type FormEvent, useRef, useState } from 'react';
import type { DraftStore } from '../use-draft.ts';
import { FormToast } from '../form-toast.tsx';
import { suggestEmailCorrection } from './email-domains.ts';
import { EmailField } from './email-field.tsx';
import { messages } from './messages.en-gb.ts';

const words = messages.person;
const ids = { name: 'signup-name', email: 'signup-email' };

type Errors = Partial<Record<keyof typeof ids, string>>;

interface PersonFormProps {
  store: DraftStore;
  /** The URL of the previous step. */
  back: string;
  onNext: () => void;
}

/** Step 3, first part: the person's name and e-mail address. */
export function PersonForm({ store, back, onNext }: PersonFormProps) {
  const { draft, change } = store;
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  /** The address that Next has questioned; a second press accepts it. */
  const [doubted, setDoubted] = useState<string | null>(null);
  const next = useRef<HTMLButtonElement>(null);
  const meant = doubted === draft.email ? suggestEmailCorrection(doubted) : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseEmail(draft.email);
    const found: Errors = {
      ...(draft.fullName.trim() === '' ? { name: words.nameMissing } : {}),
      ...(parsed.ok ? {} : { email: words.emailWrong }),
    };
    setErrors(found);
    setAttempt(attempt + 1);
    if (!parsed.ok || found.name !== undefined) return;
    if (meant === null && suggestEmailCorrection(draft.email) !== null) {
      setDoubted(draft.email);
      return;
    }
    change({ fullName: draft.fullName.trim(), email: parsed.email });
    onNext();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack $gap={24}>
        <Heading level={1} tabIndex={-1}>
          {words.heading}
        </Heading>
        <ErrorSummary
          key={attempt}
          errors={(['name', 'email'] as const).flatMap((field) => {
            const message = errors[field];
            return message === undefined ? [] : [{ fieldId: ids[field], message }];
          })}
        />
        <TextField
          id={ids.name}
          name="fullName"
          autoComplete="name"
          maxLength={200}
          label={words.name}
          error={errors.name}
          value={draft.fullName}
          onChange={({ target }) => change({ fullName: target.value })}
        />
        <EmailField
          id={ids.email}
          value={draft.email}
          onChange={(email) => change({ email: email.slice(0, 400) })}
          error={errors.email}
        />
        {meant === null ? null : (
          <Banner
            tone="warn"
            role="alert"
            title={words.meant(meant)}
            actions={
              <Button
                variant="secondary"
                onClick={() => {
                  change({ email: meant });
                  next.current?.focus();
                }}
              >
                {words.use(meant)}
              </Button>
            }
          >
            {words.keep(draft.email)}
          </Banner>
        )}
        <Button ref={next} type="submit" wide>
          {words.next}
        </Button>
        <ButtonLink as={Link} to={back} $variant="quiet" $wide>
          {messages.back}
        </ButtonLink>
        {errors.email === undefined ? null : (
          <FormToast key={`toast ${String(attempt)}`} title={words.emailToast}>
            {words.emailToastBody}
          </FormToast>
        )}
      </Stack>
    </form>
  );
}
