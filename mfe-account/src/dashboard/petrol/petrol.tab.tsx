import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type NearbyPetrolPrices, readNearbyPetrolPricesEndpoint } from '@ve/contracts/http/monitoring/watch';
import { type PumpFuel, pumpFuels } from '@ve/domain/vehicle/petrol/fuel';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { Field, Select } from '@ve/ui/field/field';
import { Grid } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { fontSize, space } from '@ve/ui/theme/theme';
import { useState } from 'react';
import { styled } from 'styled-components';
import { LoadedList, ListRows } from '../../platform/list-states.tsx';
import { pumpFuelLabel, formatTenthsOfMile, formatTenthsOfPenny } from '../alerts/event-messages.ts';
import { NothingYet } from '../nothing-yet.tsx';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { PetrolPricesPostcodeForm } from './postcode-form.tsx';

const messages = {
  title: 'Petrol prices near you',
  lead: 'What stations report to Fuel Finder, the government’s register of pump prices.',
  fuel: 'Fuel',
  order: 'Order',
  orders: { price: 'Cheapest first', distance: 'Nearest first' },
  miles: 'Within',
  within: (miles: number) => formatCountWithNoun(miles, 'mile'),
  stations: 'Stations',
  loading: 'Loading prices',
  failedTitle: 'We couldn’t load the prices',
  failedText: 'The service did not answer.',
  again: 'Try again',
  appears: 'The stations near you, cheapest or nearest first, with the price and age of each report.',
  whenPostcode: 'As soon as your postcode is saved.',
  nothingMore: 'Nothing more. Your postcode is saved.',
  noPostcode: 'Add your postcode to see the prices around it.',
  notRead: 'We have no prices from Fuel Finder yet. Check again later.',
  notMember: 'Petrol prices come with the membership.',
  none: 'No station within this distance reports a price for this fuel. Try a greater distance.',
  perLitre: 'a litre',
  reported: 'Reported on',
  motorway: 'Motorway services',
  supermarket: 'Supermarket',
  closed: 'Closed at the moment',
  read: (at: string) => `Read from Fuel Finder on ${at}.`,
  licence: 'Contains public sector information licensed under the Open Government Licence v3.0.',
};

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space[4]} ${space[16]};
  align-items: start;
`;

const Price = styled.p`
  font-size: ${fontSize[18]};
  font-weight: 700;
  font-variant-numeric: tabular-nums;
  text-align: right;
  & > span {
    display: block;
    font-size: ${fontSize[14]};
    font-weight: 400;
  }
`;

const distances = [2, 5, 10, 25] as const;

type Found = Extract<NearbyPetrolPrices, { outcome: 'found' }>;

function Station({ station }: { station: Found['stations'][number] }) {
  const { name, address, postcode, milesTenths, pencePerLitreTenths, reportedAt } = station;
  const kinds = [station.motorway ? messages.motorway : null, station.supermarket ? messages.supermarket : null];
  return (
    <Line>
      <div>
        <strong>{name}</strong>
        <MutedText>
          {[formatTenthsOfMile(milesTenths), `${address}, ${postcode}`, ...kinds]
            .filter((part) => part !== null)
            .join(' · ')}
        </MutedText>
        <MutedText as="div">
          {messages.reported} <time dateTime={reportedAt}>{formatInstant(reportedAt)}</time>
        </MutedText>
        {station.closed ? <StatusBadge tone="warn">{messages.closed}</StatusBadge> : null}
      </div>
      <Price>
        {formatTenthsOfPenny(pencePerLitreTenths)}
        <span>{messages.perLitre}</span>
      </Price>
    </Line>
  );
}

const WithoutPostcode = () => (
  <NothingYet appears={messages.appears} when={messages.whenPostcode} enter={messages.noPostcode} />
);

function Prices({ prices }: { prices: NearbyPetrolPrices }) {
  switch (prices.outcome) {
    case 'no-postcode':
      return <WithoutPostcode />;
    case 'not-read':
      return <NothingYet appears={messages.appears} when={messages.notRead} enter={messages.nothingMore} />;
    case 'not-member':
      return <Text>{messages.notMember}</Text>;
    case 'found':
      return (
        <>
          {prices.stations.length === 0 ? (
            <Text role="status">{messages.none}</Text>
          ) : (
            <ListRows aria-label={messages.stations}>
              {prices.stations.map((station) => (
                <li key={station.id}>
                  <Station station={station} />
                </li>
              ))}
            </ListRows>
          )}
          <MutedText as="div">
            {messages.licence} {messages.read(formatInstant(prices.readAt))}
          </MutedText>
        </>
      );
  }
}

/** The cheapest or nearest stations around the member's postcode, with the age of each price. */
export function PetrolTab({ userId, watch }: DashboardTabProps) {
  const [fuel, setFuel] = useState<PumpFuel>('E10');
  const [order, setOrder] = useState<'price' | 'distance'>('price');
  const [miles, setMiles] = useState<number>(5);
  const { postcode } = watch.settings;
  const query = useQuery({
    queryKey: ['watch-petrol', userId, postcode, fuel, order, miles],
    queryFn: ({ signal }) => callApi(readNearbyPetrolPricesEndpoint, { query: { fuel, order, miles }, signal }),
    enabled: postcode !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <TabSection title={messages.title} lead={messages.lead}>
      <PetrolPricesPostcodeForm userId={userId} watch={watch} />
      {postcode === null ? (
        <WithoutPostcode />
      ) : (
        <>
          <Grid $min="10rem" $gap={12}>
            <Field label={messages.fuel}>
              {(control) => (
                <Select {...control} value={fuel} onChange={({ target }) => setFuel(target.value as PumpFuel)}>
                  {pumpFuels.map((each) => (
                    <option key={each} value={each}>
                      {pumpFuelLabel(each)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={messages.miles}>
              {(control) => (
                <Select {...control} value={miles} onChange={({ target }) => setMiles(Number(target.value))}>
                  {distances.map((each) => (
                    <option key={each} value={each}>
                      {messages.within(each)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={messages.order}>
              {(control) => (
                <Select
                  {...control}
                  value={order}
                  onChange={({ target }) => setOrder(target.value === 'distance' ? 'distance' : 'price')}
                >
                  <option value="price">{messages.orders.price}</option>
                  <option value="distance">{messages.orders.distance}</option>
                </Select>
              )}
            </Field>
          </Grid>
          <LoadedList query={query} labels={messages}>
            {(prices) => <Prices prices={prices} />}
          </LoadedList>
        </>
      )}
    </TabSection>
  );
}
