import type { TypedFormFieldProps } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { MutedText, Text } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { AddressResults } from './address-results.tsx';
import { messages } from './messages.en-gb.ts';
import type { AddressEntry, AddressFieldName } from './use-address-entry.ts';

const labels = messages.address;

const Group = styled.fieldset`
  display: grid;
  gap: ${space[16]};
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

const Search = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: ${space[12]};
  ${media.narrow} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** Aligns the label of the quiet button with the fields. */
const Flush = styled.div`
  margin-left: -${space[16]};
`;

const Town = styled.div`
  max-width: 20rem;
`;

interface AddressFieldsProps {
  entry: AddressEntry;
  field: (name: AddressFieldName) => TypedFormFieldProps;
  /** Searches the addresses of the postcode, or shows its error. */
  onSearch: () => void;
}

/** The postcode, and below it the addresses found there, or the lines of the address. */
export function AddressFields({ entry, field, onSearch }: AddressFieldsProps) {
  const { found, offered, lines, changeLines } = entry;
  const ofPostcode = field('postcode');
  const ofAddress = field('address');
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !entry.isUnsearched) return;
    event.preventDefault();
    onSearch();
  };
  return (
    <Group>
      <legend>{labels.legend}</legend>
      <MutedText>{labels.lead}</MutedText>
      <Search>
        <TextField
          {...ofPostcode}
          // Without addresses to choose from, that error is at the search.
          error={ofPostcode.error ?? (offered === null ? ofAddress.error : undefined)}
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={8}
          label={labels.postcode}
          hint={labels.postcodeHint}
          value={entry.typedPostcode}
          onKeyDown={searchOnEnter}
          onChange={({ target }) => entry.changePostcode(target.value.toUpperCase().slice(0, 8))}
        />
        <div>
          <Button variant="secondary" busy={found.state === 'loading'} busyLabel={labels.finding} onClick={onSearch}>
            {labels.find}
          </Button>
        </div>
      </Search>
      <div role="status">
        {found.state === 'found' ? <Text>{labels.found(found.addresses.length, entry.searched ?? '')}</Text> : null}
        {found.state === 'none' ? <Banner tone="warn">{found.message}</Banner> : null}
      </div>
      {offered === null ? (
        <>
          <TextField
            {...field('line1')}
            name="line_1"
            autoComplete="address-line1"
            maxLength={200}
            label={labels.line1}
            value={lines.line_1}
            onChange={({ target }) => changeLines({ line_1: target.value })}
          />
          <TextField
            name="line_2"
            autoComplete="address-line2"
            maxLength={200}
            label={labels.line2}
            value={lines.line_2}
            onChange={({ target }) => changeLines({ line_2: target.value })}
          />
          <Town>
            <TextField
              {...field('town')}
              name="post_town"
              autoComplete="address-level2"
              maxLength={100}
              label={labels.town}
              value={lines.post_town}
              onChange={({ target }) => changeLines({ post_town: target.value })}
            />
          </Town>
        </>
      ) : (
        <AddressResults
          id={ofAddress.id}
          addresses={offered}
          chosen={entry.chosen}
          error={ofAddress.error}
          onChoose={entry.choose}
        />
      )}
      {found.state === 'found' ? (
        <Flush>
          <Button variant="quiet" onClick={() => entry.setByHand(!entry.byHand)}>
            {entry.byHand ? labels.search : labels.manual}
          </Button>
        </Flush>
      ) : null}
    </Group>
  );
}
