import { styled } from 'styled-components';
import type { InputHTMLAttributes, Ref } from 'react';
import { FieldLabelHintAndError, useFieldControl, type FieldLabelTexts } from '../field/field-parts.tsx';
import { plateStyle } from '../plate/plate.tsx';
import { colour, font, fontSize, radius, space } from '../theme/tokens.ts';

const Box = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`;

const Yellow = styled.div<{ $error: boolean }>`
  ${plateStyle}
  display: flex;
  min-width: 0;
  height: 4rem;
  border-width: 2px;
  ${({ $error }) => ($error ? `box-shadow: 0 0 0 2px ${colour('surface')}, 0 0 0 5px ${colour('fail')};` : '')}
  &:focus-within {
    outline: 3px solid ${colour('plate')};
    outline-offset: 2px;
    box-shadow: 0 0 0 2px ${colour('focus-ink')};
  }
`;

const CountryBand = styled.span`
  flex: none;
  display: flex;
  align-items: flex-end;
  justify-content: center;
  width: 2.25rem;
  padding-bottom: ${space[4]};
  border-radius: 2px 0 0 2px;
  background: ${colour('plate-band')};
  color: #ffffff;
  font-size: ${fontSize[18]};
  line-height: 1.2;
`;

const Input = styled.input`
  flex: 1;
  width: 100%;
  min-width: 0;
  height: 100%;
  padding: 0 ${space[16]};
  border: 0;
  border-radius: ${radius.plate};
  background: transparent;
  color: ${colour('plate-ink')};
  font-family: ${font.plate};
  font-size: 2.25rem;
  font-weight: 600;
  letter-spacing: 0.04em;
  text-transform: uppercase;
  &::placeholder {
    color: ${colour('plate-hint')};
    opacity: 1;
  }
  &:focus,
  &:focus-visible {
    outline: none;
    box-shadow: none;
  }
`;

export interface PlateInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>, Partial<FieldLabelTexts> {
  ref?: Ref<HTMLInputElement>;
}

/** The field for a registration, drawn as a plate. Keeps the input as typed; the form trims and upper-cases it. */
export function PlateInput({ label = 'Registration number', hint, error, id, ...input }: PlateInputProps) {
  const control = useFieldControl(id, { hint, error });
  return (
    <Box>
      <FieldLabelHintAndError controlId={control.id} label={label} hint={hint} error={error} />
      <Yellow $error={Boolean(error)}>
        <CountryBand aria-hidden="true">UK</CountryBand>
        <Input
          placeholder="ENTER REG"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          translate="no"
          {...input}
          {...control}
          type="text"
        />
      </Yellow>
    </Box>
  );
}
