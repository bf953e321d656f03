import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Heading, Muted } from '@ve/ui/text/text';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { messages } from './messages.en-gb.ts';

const words = messages.search;
const fieldId = 'cancellation-email';

interface SearchFormProps {
  email: string;
  /** Must be the same function on each render. */
  onType: (email: string) => void;
  /** The visitor returned to the form: the field takes the focus. */
  focused: boolean;
  busy: boolean;
  failure: ReactNode;
  onSearch: (email: string) => void;
}

/** Search by e-mail address; the button is unavailable while the field is empty (specification section 2). */
export function SearchForm({ email, onType, focused, busy, failure, onSearch }: SearchFormProps) {
  const [error, setError] = useState<string | undefined>();
  const field = useRef<HTMLInputElement>(null);
  // Text that was typed before hydration is only in the DOM.
  useEffect(() => {
    const typed = field.current?.value ?? '';
    if (typed !== '') onType(typed);
    if (!focused) return;
    field.current?.focus();
    field.current?.select();
  }, [onType, focused]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() === '' || busy) return;
    const parsed = parseEmail(email);
    setError(parsed.ok ? undefined : words.invalid);
    if (parsed.ok) onSearch(parsed.email);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack $gap={16}>
        <Heading level={2} size="m">
          {words.title}
        </Heading>
        <ErrorSummary errors={error === undefined ? [] : [{ fieldId, message: error }]} />
        {failure}
        <TextField
          ref={field}
          id={fieldId}
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={({ target }) => onType(target.value)}
          label={words.label}
          hint={words.hint}
          error={error}
        />
        <div>
          <Button
            type="submit"
            busy={busy}
            busyLabel={words.busy}
            unavailable={email.trim() === '' ? words.empty : undefined}
          >
            {words.action}
          </Button>
        </div>
        <noscript>
          <Muted>{words.noScript}</Muted>
        </noscript>
      </Stack>
    </form>
  );
}
