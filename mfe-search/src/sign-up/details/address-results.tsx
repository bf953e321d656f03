import type { FormattedAddress } from '@ve/domain/kernel/address/format-address';
import { FieldHintAndError } from '@ve/ui/field/field-parts';
import { colour, fontSize, radius, space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const labels = messages.address;

const Group = styled.fieldset`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    padding: 0;
    margin-bottom: ${space[8]};
    font-weight: 600;
  }
`;

const List = styled.div`
  max-height: 20rem;
  overflow-y: auto;
  border: 1px solid ${colour('line-strong')};
  border-radius: ${radius.control};
  background: ${colour('surface')};
`;

const Option = styled.label`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: ${space[12]};
  min-height: ${target};
  padding: ${space[8]} ${space[12]};
  font-size: ${fontSize[16]};
  cursor: pointer;
  & + & {
    border-top: 1px solid ${colour('line')};
  }
  &:hover {
    background: ${colour('sunken')};
  }
  input {
    width: 1.5rem;
    height: 1.5rem;
    margin: 0;
    accent-color: ${colour('brand')};
  }
  input:focus-visible {
    border-radius: 50%;
  }
`;

interface AddressResultsProps {
  /** The id that an error summary links to. */
  id: string;
  addresses: readonly FormattedAddress[];
  chosen: FormattedAddress | null;
  error: string | undefined;
  onChoose: (address: FormattedAddress) => void;
}

/** The addresses of a postcode, as a choice. */
export function AddressResults({ id, addresses, chosen, error, onChoose }: AddressResultsProps) {
  return (
    <Group {...(error === undefined ? {} : { 'aria-describedby': `${id}-error` })}>
      <legend>{labels.choose}</legend>
      <FieldHintAndError controlId={id} error={error} />
      <List>
        {addresses.map((address, index) => {
          // The address without the part that all of them share.
          const { line_1, line_2, line_3, formatted_address: whole } = address;
          const own = [line_1, line_2, line_3].filter((part) => part !== '').join(', ');
          return (
            <Option key={`${String(index)} ${whole}`}>
              <input
                {...(index === 0 ? { id } : {})}
                type="radio"
                name="address"
                checked={chosen?.formatted_address === whole}
                onChange={() => onChoose(address)}
              />
              <span>{own}</span>
            </Option>
          );
        })}
      </List>
    </Group>
  );
}
