import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText } from '@ve/ui/text/text';
import { type ReactNode, useEffect, useRef } from 'react';
import { messages } from './messages.en-gb.ts';

const labels = messages.search;

interface SearchFormProps {
  email: string;
  /** Must be the same function on each render. */
  onType: (email: string) => void;
  /** The visitor returned to the form: the field takes the focus. */
  focused: boolean;
  busy: boolean;
  failure: ReactNode;
  onSearch: (email: string) => Promise<void>;
}

/** Search by e-mail address; the button is unavailable while the field is empty (specification section 2). */
export function CancellableSubscriptionSearchForm({
  email,
  onType,
  focused,
  busy,
  failure,
  onSearch,
}: SearchFormProps) {
  const input = useRef<HTMLInputElement>(null);
  // Text that was typed before hydration is only in the DOM. A field in use is the visitor's: an address that is filled
  // in late would join what they type.
  useEffect(() => {
    const field = input.current;
    if (field === null) return;
    if (field.value !== '' || field === document.activeElement) onType(field.value);
    if (!focused) return;
    field.focus();
    field.select();
  }, [onType, focused]);
  const isEmpty = email.trim() === '';
  const { onSubmit, field } = useTypedForm({
    id: 'cancellation',
    names: ['email'],
    read: (typed) => {
      if (isEmpty) return null;
      // No further check of its form (specification section 5); an address is sent in its stored form.
      const parsed = parseEmail(typed.email);
      return { body: parsed.ok ? parsed.email : typed.email.trim() };
    },
    send: onSearch,
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={16}>
        <Heading level={2} size="m">
          {labels.title}
        </Heading>
        {failure}
        <TextField
          ref={input}
          {...field('email')}
          type="email"
          autoComplete="email"
          value={email}
          onFocus={({ target }) => onType(target.value)}
          onChange={({ target }) => onType(target.value)}
          label={labels.label}
          hint={labels.hint}
        />
        <div>
          <Button type="submit" busy={busy} busyLabel={labels.busy} unavailable={isEmpty ? labels.empty : undefined}>
            {labels.action}
          </Button>
        </div>
        <noscript>
          <MutedText>{labels.noScript}</MutedText>
        </noscript>
      </Stack>
    </form>
  );
}
