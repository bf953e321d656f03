import type { FillerProps } from '@ve/contracts/slots';
import { parseRegistration } from '@ve/domain/kernel/registration/parse-registration';
import { useNavigate } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Stack } from '@ve/ui/layout/layout';
import { PlateInput } from '@ve/ui/plate-input/plate-input';
import { Heading } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { type FormEvent, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: ${space[12]};
  button {
    height: 4rem;
    padding-inline: ${space[24]};
  }
  ${media.phone} {
    gap: ${space[8]};
    button {
      padding-inline: ${space[16]};
    }
  }
  ${media.narrow} {
    grid-template-columns: minmax(0, 1fr);
    button {
      height: 3.25rem;
    }
  }
  ${media.print} {
    display: none;
  }
`;

/** A search that opens the report of another vehicle. A blank search is ignored, as on the landing page. */
export function AnotherCheckSearch({ registration, headingLevel }: FillerProps<'dashboard.after-vehicle/v1'>) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const navigate = useNavigate();
  const titleId = useId();
  const fieldId = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseRegistration(input.current?.value ?? '');
    if (parsed.ok) {
      void navigate(`/report?reg=${parsed.registration}`);
      return;
    }
    setError(parsed.reason === 'blank' ? null : messages.errors[parsed.reason]);
    input.current?.focus();
  };

  return (
    <Card as="section" aria-labelledby={titleId}>
      <Stack $gap={12}>
        <Heading level={headingLevel} size="m" id={titleId}>
          {registration === null ? messages.first : messages.another}
        </Heading>
        <Form role="search" aria-labelledby={titleId} onSubmit={submit} noValidate>
          <PlateInput ref={input} id={fieldId} name="reg" label={messages.label} error={error} />
          <Button type="submit">{messages.action}</Button>
        </Form>
      </Stack>
    </Card>
  );
}
