import { useQuery } from '@tanstack/react-query';
import { previewTrialEndEndpoint } from '@ve/contracts/http/membership/checkout';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { Card } from '@ve/ui/card/card';
import { Plate } from '@ve/ui/plate/plate';
import { Heading } from '@ve/ui/text/text';
import { colour, media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const labels = messages.facts;

const Box = styled(Card)`
  display: grid;
  gap: ${space[12]};
  border-color: ${colour('line-strong')};
`;

const Facts = styled.dl`
  display: grid;
  div {
    display: grid;
    grid-template-columns: 8rem minmax(0, 1fr);
    gap: ${space[4]} ${space[16]};
    padding-block: ${space[12]};
    border-top: 1px solid ${colour('line')};
  }
  dt {
    font-weight: 600;
  }
  ${media.narrow} {
    div {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

/** The end of a trial paid for now, by the service's clock, at most a minute old; null until it is known. */
export function useTrialEnd(): string | null {
  const { data } = useQuery({
    queryKey: ['trial-end'],
    queryFn: ({ signal }) => callApi(previewTrialEndEndpoint, { signal }),
    refetchInterval: 60_000,
    staleTime: 0,
    gcTime: 0,
  });
  return data?.trialEndsAt ?? null;
}

const Headlines = styled.ul.attrs({ className: 'headlines' })`
  display: none;
  ${media.phone} {
    display: grid;
    gap: ${space[4]};
    padding: ${space[12]} ${space[16]};
    border-left: 3px solid ${colour('brand')};
    background: ${colour('sunken')};
  }
`;

interface ContractFactsProps {
  registration: string;
  /** When a trial that is paid now ends; null while that is unknown. */
  trialEnd: string | null;
}

/**
 * What is paid, when and until when, in three lines above the card. On a phone only, where the summary, which has to be
 * right above the button, is below the card and out of view.
 */
export function ContractHeadlines({ trialEnd }: Pick<ContractFactsProps, 'trialEnd'>) {
  return (
    <Headlines aria-label={labels.headlines}>
      <li>{labels.todayShort}</li>
      <li>{labels.thenIs(trialEnd === null ? labels.noTimeYet : formatInstant(trialEnd))}</li>
      <li>{labels.cancelShort}</li>
    </Headlines>
  );
}

/** The key facts of the contract. Must be shown right above the button that concludes it. */
export function ContractKeyFacts({ registration, trialEnd }: ContractFactsProps) {
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [labels.vehicle, <Plate key="plate" registration={registration} size="s" />],
    [labels.today, labels.todayIs],
    [labels.buys, labels.buysIs],
    [labels.firstCharge, labels.firstChargeIs(trialEnd === null ? labels.noTimeYet : formatInstant(trialEnd))],
    [labels.cancel, labels.cancelIs],
    [labels.refunds, labels.refundsIs],
  ];
  return (
    <Box as="section" aria-labelledby="signup-key-facts" $padding={16}>
      <Heading level={2} size="s" id="signup-key-facts">
        {labels.title}
      </Heading>
      <Facts>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
    </Box>
  );
}
