import CircleX from 'lucide-react/icons/circle-x';
import { css, styled } from 'styled-components';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { Icon } from '../icon/icon.tsx';
import { colour, fontSize, radius, space, target } from '../theme/tokens.ts';

const Box = styled.div<{ $error: boolean }>`
  display: grid;
  gap: ${space[4]};
  ${({ $error }) => ($error ? `padding-left: ${space[12]}; border-left: 3px solid ${colour('fail')};` : '')}
`;

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

/** How a text control looks, for inputs and selects of our own. */
export const controlStyle = css`
  width: 100%;
  min-height: ${target};
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${colour('line-strong')};
  border-radius: ${radius.control};
  background: ${colour('surface')};
  color: ${colour('text')};
  font-size: ${fontSize[16]};
  &::placeholder {
    color: ${colour('muted')};
    opacity: 1;
  }
  &[aria-invalid='true'] {
    border-color: ${colour('fail')};
    border-width: 2px;
  }
`;

const Input = styled.input`
  ${controlStyle}
`;

/** A choice among few, inside a `Field`. */
export const Select = styled.select`
  ${controlStyle}
`;

/** What the control inside a field must carry. */
export interface FieldControl {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to put it right; the same words stand in the error summary. */
  error?: ReactNode;
  /** Give one where an error summary links here. */
  id?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Label, hint and error around one control. */
export function Field({ label, hint, error, id, children }: FieldProps) {
  const generated = useId();
  const controlId = id ?? generated;
  const describedBy = [hint ? `${controlId}-hint` : '', error ? `${controlId}-error` : ''].filter(Boolean).join(' ');
  return (
    <Box $error={Boolean(error)}>
      <Label htmlFor={controlId}>{label}</Label>
      {hint ? <Hint id={`${controlId}-hint`}>{hint}</Hint> : null}
      {error ? (
        <ErrorLine id={`${controlId}-error`}>
          <Icon glyph={CircleX} />
          <span>{error}</span>
        </ErrorLine>
      ) : null}
      {children({
        id: controlId,
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
    </Box>
  );
}

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A one-line text input with its label. */
export function TextField({ label, hint, error, id, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => <Input {...input} {...control} />}
    </Field>
  );
}
