import CircleX from 'lucide-react/icons/circle-x';
import { styled } from 'styled-components';
import { useId, type ReactNode } from 'react';
import { Icon } from '../icon/icon.tsx';
import { colour, fontSize, space } from '../theme/tokens.ts';

const Label = styled.label`
  justify-self: start;
  font-weight: 600;
`;

const Hint = styled.p`
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
`;

const ErrorLine = styled.p`
  display: flex;
  gap: ${space[8]};
  color: ${colour('fail')};
  font-weight: 600;
`;

export interface FieldLabelTexts {
  label: ReactNode;
  hint?: ReactNode;
  /** The problem and how to correct it; the same text is in the error summary. */
  error?: ReactNode;
}

export interface FieldControlAttributes {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** Associates a control with its hint and error. Pass an id if an error summary links to it. */
export function useFieldControl(
  id: string | undefined,
  { hint, error }: Omit<FieldLabelTexts, 'label'>,
): FieldControlAttributes {
  const generated = useId();
  const controlId = id ?? generated;
  const describedBy = [hint ? `${controlId}-hint` : '', error ? `${controlId}-error` : ''].filter(Boolean).join(' ');
  return {
    id: controlId,
    ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    ...(error ? { 'aria-invalid': true as const } : {}),
  };
}

/** Label, hint and error of the control with that id, as rows of the surrounding grid. */
export function FieldLabelHintAndError({ controlId, label, hint, error }: FieldLabelTexts & { controlId: string }) {
  return (
    <>
      <Label htmlFor={controlId}>{label}</Label>
      <FieldHintAndError controlId={controlId} hint={hint} error={error} />
    </>
  );
}

/** Only the hint and error, for a control with its own label. */
export function FieldHintAndError({ controlId, hint, error }: Omit<FieldLabelTexts, 'label'> & { controlId: string }) {
  return (
    <>
      {hint ? <Hint id={`${controlId}-hint`}>{hint}</Hint> : null}
      {error ? (
        <ErrorLine id={`${controlId}-error`}>
          <Icon glyph={CircleX} />
          <span>{error}</span>
        </ErrorLine>
      ) : null}
    </>
  );
}
