import Printer from 'lucide-react/icons/printer';
import type { IsoDate, VehicleRecord } from '@ve/domain/report/vehicle-record';
import { vehicleName } from '@ve/domain/report/vehicle-name';
import { Link } from '@ve/mfe-kit/router';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Heading, Muted } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';
import { useIsSample } from '../sample/sample.tsx';
import { UpgradeLink } from './upgrade-link.tsx';
import { Verdict } from './verdict.tsx';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
  width: 100%;
  ${media.wide} {
    display: grid;
  }
  ${media.print} {
    display: none;
  }
`;

/** Plate, name, verdict and what can be done from here. */
export function Rail({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const isSample = useIsSample();
  const { make, model, colour, year } = vehicleName(record);
  const named = [make, model].filter((part) => part !== null).join(' ');
  return (
    <>
      <Stack $gap={8} $align="start">
        <Plate registration={record.registration} size="l" />
        <Heading level={1} size="l">
          {isSample ? messages.sample.heading : named === '' ? messages.unnamed : named}
        </Heading>
        <Muted>{[isSample ? named : null, colour, year].filter((part) => part !== null).join(' · ')}</Muted>
      </Stack>
      <Verdict record={record} today={today} />
      <Actions role="group" aria-label={messages.actions.label}>
        {isSample ? null : (
          <>
            <UpgradeLink registration={record.registration} />
            <Button variant="secondary" onClick={() => window.print()}>
              <Icon glyph={Printer} />
              {messages.actions.print}
            </Button>
          </>
        )}
        <ButtonLink as={Link} to="/" $variant="quiet">
          {messages.actions.another}
        </ButtonLink>
      </Actions>
    </>
  );
}
