import Printer from 'lucide-react/icons/printer';
import { Link } from '@ve/mfe-kit/router';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { FullCheckUnlockButton } from '../unlock/unlock-button.tsx';

const group = css`
  gap: ${space[8]};
  width: 100%;
  ${media.print} {
    display: none;
  }
`;

const InSidebar = styled.div`
  display: flex;
  flex-wrap: wrap;
  ${group}
  /* Two to a row, where they fit. */
  & > :is(a, button) {
    flex: 1 1 auto;
    padding-inline: ${space[8]};
  }
  ${media.belowWide} {
    display: none;
  }
`;

const AtEnd = styled.div`
  display: none;
  ${media.belowWide} {
    display: flex;
    flex-wrap: wrap;
  }
  ${group}
`;

interface SidebarActionsProps {
  registration: string;
  children?: ReactNode;
}

/** The actions in the rail, on wide screens. */
export function SidebarActions({ registration, children }: SidebarActionsProps) {
  const isSample = useIsSampleReport();
  return (
    <InSidebar role="group" aria-label={messages.actions.label}>
      {children}
      <FullCheckUnlockButton registration={registration} place="rail" />
      {isSample ? null : (
        <Button variant="secondary" onClick={() => window.print()}>
          <Icon glyph={Printer} />
          {messages.actions.print}
        </Button>
      )}
      <AnotherVehicle />
    </InSidebar>
  );
}

/** The action after the report on narrow screens: the others are in the sections above, and in the phone's bar. */
export function FooterActions() {
  return (
    <AtEnd role="group" aria-label={messages.actions.label}>
      <AnotherVehicle />
    </AtEnd>
  );
}

const AnotherVehicle = () => (
  <ButtonLink as={Link} to="/" $variant="quiet">
    {messages.actions.another}
  </ButtonLink>
);
