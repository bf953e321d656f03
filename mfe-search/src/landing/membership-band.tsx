import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Icon, type IconComponent } from '@ve/ui/icon/icon';
import { PageBand, Stack } from '@ve/ui/layout/layout';
import { MutedText, Text } from '@ve/ui/text/text';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import BellRing from 'lucide-react/icons/bell-ring';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import FileSearch from 'lucide-react/icons/file-search';
import Fuel from 'lucide-react/icons/fuel';
import Landmark from 'lucide-react/icons/landmark';
import TrendingDown from 'lucide-react/icons/trending-down';
import Wrench from 'lucide-react/icons/wrench';
import { styled } from 'styled-components';
import { urlWithCampaign } from '../campaign.ts';
import { preloadSignUpPage } from '../load-sign-up-page.ts';
import { messages } from './messages.en-gb.ts';

const labels = messages.membership;

const features: readonly (readonly [IconComponent, readonly [name: string, what: string]])[] = [
  [FileSearch, labels.features.check],
  [CalendarClock, labels.features.tax],
  [Wrench, labels.features.mot],
  [BellRing, labels.features.recall],
  [TrendingDown, labels.features.valuation],
  [Landmark, labels.features.finance],
  [Fuel, labels.features.petrol],
];

const Halves = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
  align-items: start;
  gap: ${space[48]};
  ${media.belowWide} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[32]};
  }
`;

const Features = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space[24]} ${space[32]};
  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${space[12]};
  }
  li:first-child {
    grid-column: 1 / -1;
  }
  svg {
    margin-top: 2px;
    color: ${colour('brand')};
  }
  strong {
    display: block;
    font-weight: 600;
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[16]};
  }
`;

const Offer = styled(Card)`
  border-top: 4px solid ${colour('plate')};
`;

const Price = styled(Text)`
  font-size: ${fontSize[22]};
  font-weight: 600;
  line-height: 1.35;
`;

/** Membership: features, price, and a link to the sign-up, which asks for the registration. */
export function MembershipBand() {
  const [search] = useSearchParams();
  return (
    <PageBand title={labels.title} lead={labels.lead}>
      <Halves>
        <Features>
          {features.map(([glyph, [name, what]]) => (
            <li key={name}>
              <Icon glyph={glyph} />
              <div>
                <strong>{name}</strong>
                <MutedText as="span">{what}</MutedText>
              </div>
            </li>
          ))}
        </Features>
        <Offer>
          <Stack $gap={16}>
            <Price>{labels.price}</Price>
            <ButtonLink
              as={Link}
              to={urlWithCampaign('/signup', {}, search)}
              onPointerDown={preloadSignUpPage}
              onFocus={preloadSignUpPage}
              $wide
            >
              {labels.subscribe}
            </ButtonLink>
            <MutedText>{labels.note}</MutedText>
          </Stack>
        </Offer>
      </Halves>
    </PageBand>
  );
}
