import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { Stack } from '@ve/ui/layout/layout';
import { PlateInput } from '@ve/ui/plate-input/plate-input';
import { Heading, Lead } from '@ve/ui/text/text';
import { useRef, useState, type FormEvent } from 'react';
import { messages } from './messages.en-gb.ts';

const words = messages.search;
const fieldId = 'signup-registration';

export interface SearchStepProps {
  /** The previous input, to be corrected rather than retyped. */
  typed: string;
  onSearch: (registration: string) => void;
}

/** Step 1: the registration. A blank search is ignored; an invalid registration gets an error. */
export function SearchStep({ typed, onSearch }: SearchStepProps) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseRegistration(input.current?.value ?? '');
    if (parsed.ok) {
      setError(null);
      onSearch(parsed.registration);
    } else if (parsed.reason === 'blank') {
      input.current?.focus();
    } else {
      setError(words.errors[parsed.reason]);
    }
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack $gap={24}>
        <Heading level={1} tabIndex={-1}>
          {words.heading}
        </Heading>
        <ErrorSummary errors={error ? [{ fieldId, message: error }] : []} />
        <Lead>{words.lead}</Lead>
        <PlateInput ref={input} id={fieldId} name="reg" label={words.label} defaultValue={typed} error={error} />
        <Button type="submit" wide>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}
