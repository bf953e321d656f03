import { postcodeField as postcodeSchema } from '@ve/contracts/fields';
import { type FormattedAddress, formatAddress } from '@ve/domain/kernel/address/format-address';
import { Link } from '@ve/mfe-kit/router';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Heading, LeadText, Text } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { SignUpFormToast } from '../sign-up-form-toast.tsx';
import type { SignUpDraftStore } from '../use-sign-up-draft.ts';
import { AddressResults } from './address-results.tsx';
import { useAddressSearch } from './addresses.query.ts';
import { messages } from './messages.en-gb.ts';

const labels = messages.address;

/** The fields of an address that is typed. */
interface Typed {
  line_1: string;
  line_2: string;
  post_town: string;
}

const SearchForm = styled.form`
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

const Lines = styled.fieldset`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    padding: 0;
    margin-bottom: ${space[12]};
    font-weight: 600;
  }
`;

const Town = styled.div`
  max-width: 20rem;
`;

/** The postcode in its stored form; null if it is invalid. */
function readPostcode(typed: string): string | null {
  const read = postcodeSchema.safeParse(typed);
  return read.success ? read.data : null;
}

const toTyped = (address: FormattedAddress | null): Typed => ({
  line_1: address?.line_1 ?? '',
  line_2: [address?.line_2, address?.line_3].filter(Boolean).join(', '),
  post_town: address?.post_town ?? '',
});

interface AddressFormProps {
  store: SignUpDraftStore;
  /** The URL of the previous part. */
  back: string;
  onNext: () => void;
}

/** Step 3, second part: the address, found by its postcode or typed. */
export function AddressForm({ store, back, onNext }: AddressFormProps) {
  const known = store.draft.address;
  const [typedPostcode, setTypedPostcode] = useState(known?.postcode ?? '');
  const [searched, setSearched] = useState<string | null>(null);
  const [chosen, setChosen] = useState(known);
  const [byHand, setByHand] = useState(known !== null);
  const [typed, setTyped] = useState(() => toTyped(known));
  const found = useAddressSearch(searched);
  const postcode = readPostcode(typedPostcode);
  const forced = found.state === 'none' && found.manual;
  const manual = byHand || forced;

  const { show, onSubmit, field, summary } = useTypedForm({
    id: 'signup',
    names: ['postcode', 'address', 'line1', 'town'],
    read: () => {
      if (postcode === null) return { errors: { postcode: labels.postcodeWrong } };
      if (!manual) return chosen === null ? { errors: { address: labels.missing } } : { body: chosen };
      const lines = { line_1: typed.line_1.trim(), line_2: typed.line_2.trim(), post_town: typed.post_town.trim() };
      const line1 = lines.line_1 === '' ? labels.line1Missing : undefined;
      const town = lines.post_town === '' ? labels.townMissing : undefined;
      if (line1 !== undefined || town !== undefined) return { errors: { line1, town } };
      return { body: formatAddress({ ...lines, line_3: '', postcode }) };
    },
    send: (address) => {
      store.change({ address });
      onNext();
    },
  });
  const ofPostcode = field('postcode');
  const ofAddress = field('address');
  const type = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));

  const search = (event: FormEvent) => {
    event.preventDefault();
    if (postcode === null) return show({ postcode: labels.postcodeWrong });
    show();
    setTypedPostcode(postcode);
    setChosen(null);
    setByHand(false);
    if (searched === postcode) found.again();
    else setSearched(postcode);
  };

  const changePostcode = (value: string) => {
    setTypedPostcode(value);
    setChosen(null);
    if (readPostcode(value) === searched) return;
    // An address that is being typed is kept.
    if (forced) setByHand(true);
    setSearched(null);
  };

  return (
    <Stack $gap={24}>
      <Heading level={1} tabIndex={-1}>
        {labels.heading}
      </Heading>
      <ErrorSummary
        attempt={summary.attempt}
        errors={summary.errors.map(({ fieldId, message }) =>
          fieldId === ofAddress.id
            ? {
                // Without addresses to choose from, the error is at the search.
                fieldId: found.state === 'found' ? fieldId : ofPostcode.id,
                message: `${labels.missingTitle}: ${message}`,
              }
            : { fieldId, message },
        )}
      />
      <LeadText>{labels.lead}</LeadText>
      <SearchForm onSubmit={search} noValidate>
        <TextField
          {...ofPostcode}
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={8}
          label={labels.postcode}
          hint={labels.postcodeHint}
          value={typedPostcode}
          onChange={({ target }) => changePostcode(target.value.toUpperCase().slice(0, 8))}
        />
        <div>
          <Button type="submit" variant="secondary" busy={found.state === 'loading'} busyLabel={labels.finding}>
            {labels.find}
          </Button>
        </div>
      </SearchForm>
      <form onSubmit={onSubmit} noValidate>
        <Stack $gap={24}>
          <div role="status">
            {found.state === 'found' ? <Text>{labels.found(found.addresses.length, searched ?? '')}</Text> : null}
            {found.state === 'none' ? <Banner tone="warn">{found.message}</Banner> : null}
          </div>
          {found.state === 'found' && !byHand ? (
            <AddressResults id={ofAddress.id} addresses={found.addresses} chosen={chosen} onChoose={setChosen} />
          ) : null}
          {manual ? (
            <Lines>
              <legend>{labels.manualLegend}</legend>
              <TextField
                {...field('line1')}
                name="line_1"
                autoComplete="address-line1"
                maxLength={200}
                label={labels.line1}
                value={typed.line_1}
                onChange={({ target }) => type({ line_1: target.value })}
              />
              <TextField
                name="line_2"
                autoComplete="address-line2"
                maxLength={200}
                label={labels.line2}
                value={typed.line_2}
                onChange={({ target }) => type({ line_2: target.value })}
              />
              <Town>
                <TextField
                  {...field('town')}
                  name="post_town"
                  autoComplete="address-level2"
                  maxLength={100}
                  label={labels.town}
                  value={typed.post_town}
                  onChange={({ target }) => type({ post_town: target.value })}
                />
              </Town>
            </Lines>
          ) : null}
          {forced || (byHand && found.state !== 'found') ? null : (
            <Flush>
              <Button variant="quiet" onClick={() => setByHand(!byHand)}>
                {byHand ? labels.search : labels.manual}
              </Button>
            </Flush>
          )}
          <Button type="submit" wide>
            {labels.next}
          </Button>
          <ButtonLink as={Link} to={back} $variant="quiet" $wide>
            {messages.back}
          </ButtonLink>
        </Stack>
      </form>
      {ofPostcode.error === undefined ? null : (
        <SignUpFormToast key={`postcode ${String(summary.attempt)}`} title={labels.postcodeToast}>
          {ofPostcode.error}
        </SignUpFormToast>
      )}
      {ofAddress.error === undefined ? null : (
        <SignUpFormToast key={`address ${String(summary.attempt)}`} title={labels.missingTitle}>
          {ofAddress.error}
        </SignUpFormToast>
      )}
    </Stack>
  );
}
