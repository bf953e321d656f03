import { css, styled } from 'styled-components';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { colour, fontSize, radius, space, minTargetSize } from '../theme/tokens.ts';
import {
  FieldLabelHintAndError,
  useFieldControl,
  type FieldControlAttributes,
  type FieldLabelTexts,
} from './field-parts.tsx';

const Box = styled.div<{ $error: boolean }>`
  display: grid;
  gap: ${space[4]};
  ${({ $error }) => ($error ? `padding-left: ${space[12]}; border-left: 3px solid ${colour('fail')};` : '')}
`;

/** Style of text controls, for inputs and selects. */
export const textControlStyle = css`
  width: 100%;
  min-height: ${minTargetSize};
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
  ${textControlStyle}
`;

/** A select, inside a `Field`. */
export const Select = styled.select`
  ${textControlStyle}
`;

export interface FieldProps extends FieldLabelTexts {
  /** Required if an error summary links to it. */
  id?: string | undefined;
  children: (control: FieldControlAttributes) => ReactNode;
}

/** Label, hint and error around one control. */
export function Field({ id, children, ...labelTexts }: FieldProps) {
  const control = useFieldControl(id, labelTexts);
  return (
    <Box $error={Boolean(labelTexts.error)}>
      <FieldLabelHintAndError controlId={control.id} {...labelTexts} />
      {children(control)}
    </Box>
  );
}

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldLabelTexts {
  ref?: Ref<HTMLInputElement>;
}

/** A one-line text input with its label. */
export function TextField({ label, hint, error, id, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => <Input type="text" {...input} {...control} />}
    </Field>
  );
}
