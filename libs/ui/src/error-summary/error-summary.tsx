import { styled } from 'styled-components';
import { useEffect, useRef, type MouseEvent } from 'react';
import { Heading } from '../text/text.tsx';
import { colour, radius, space } from '../theme/tokens.ts';

const Box = styled.div`
  display: grid;
  gap: ${space[8]};
  padding: ${space[16]};
  border: 2px solid ${colour('fail')};
  border-radius: ${radius.control};
  background: ${colour('surface')};
  ul {
    display: grid;
    gap: ${space[8]};
  }
  a {
    color: ${colour('fail')};
    font-weight: 600;
    text-underline-offset: 0.18em;
  }
`;

export interface FieldError {
  /** The id of the invalid control. */
  fieldId: string;
  message: string;
}

export interface ErrorSummaryProps {
  title?: string;
  errors: readonly FieldError[];
  /** Changes with each press: the same errors take the focus again. */
  attempt?: number;
}

/** All errors of a form, at its top. Takes the focus when it appears; each line links to its field. */
export function ErrorSummary({ title = 'There is a problem', errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const signature = errors.map(({ fieldId, message }) => `${fieldId}:${message}`).join('|');
  useEffect(() => {
    if (signature) box.current?.focus();
  }, [signature, attempt]);
  if (errors.length === 0) return null;
  const lead = (fieldId: string) => (event: MouseEvent) => {
    const field = document.getElementById(fieldId);
    if (!field) return;
    event.preventDefault();
    field.focus();
  };
  return (
    <Box ref={box} tabIndex={-1} role="alert">
      <Heading level={2} size="s">
        {title}
      </Heading>
      <ul className="errors">
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`} onClick={lead(fieldId)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Box>
  );
}
