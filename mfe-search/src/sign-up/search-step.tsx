import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { Stack } from '@ve/ui/layout/layout';
import { PlateInput } from '@ve/ui/plate-input/plate-input';
import { Heading, LeadText } from '@ve/ui/text/text';
import { useRef } from 'react';
import { messages } from './messages.en-gb.ts';

const labels = messages.search;

export interface SignUpSearchStepProps {
  /** The previous input, to be corrected rather than retyped. */
  typed: string;
  onSearch: (registration: string) => void;
}

/** Step 1: the registration. A blank search is ignored; an invalid registration gets an error. */
export function SignUpSearchStep({ typed, onSearch }: SignUpSearchStepProps) {
  const input = useRef<HTMLInputElement>(null);
  const { onSubmit, field, summary } = useTypedForm({
    id: 'signup',
    names: ['reg'],
    read: ({ reg }) => {
      const parsed = parseRegistration(reg);
      if (parsed.ok) return { body: parsed.registration };
      if (parsed.reason !== 'blank') return { errors: { reg: labels.errors[parsed.reason] } };
      input.current?.focus();
      return null;
    },
    send: onSearch,
  });

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack $gap={24}>
        <Heading level={1} tabIndex={-1}>
          {labels.heading}
        </Heading>
        <ErrorSummary {...summary} />
        <LeadText>{labels.lead}</LeadText>
        <PlateInput ref={input} {...field('reg')} label={labels.label} defaultValue={typed} />
        <Button type="submit" wide>
          {labels.submit}
        </Button>
      </Stack>
    </form>
  );
}
