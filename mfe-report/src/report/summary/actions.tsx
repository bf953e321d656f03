import Printer from 'lucide-react/icons/printer';
import { Link } from '@ve/mfe-kit/router';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Icon } from '@ve/ui/icon/icon';
import { media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { messages } from '../messages.en-gb.ts';
import { UnlockButton } from '../unlock/unlock-button.tsx';
import type { UnlockButtonPlace } from '../unlock/unlock-context.ts';

const notWide = '@media (max-width: 1023.98px)';

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
  ${notWide} {
    display: none;
  }
`;

const AtEnd = styled.div`
  display: none;
  ${notWide} {
    display: flex;
    flex-wrap: wrap;
  }
  ${group}
`;

interface ActionsProps {
  registration: string;
  children?: ReactNode;
}

/** The actions in the rail, on wide screens. */
export function SidebarActions({ registration, children }: ActionsProps) {
  return (
    <InSidebar role="group" aria-label={messages.actions.label}>
      {children}
      <Choices registration={registration} place="rail" />
    </InSidebar>
  );
}

/** The same actions after the report on narrow screens, so that the verdict is followed directly by tax and MOT. */
export function FooterActions(props: ActionsProps) {
  return (
    <AtEnd role="group" aria-label={messages.actions.label}>
      <Choices {...props} place="end" />
    </AtEnd>
  );
}

/** The actions. At the end of the report without those that the section above has just listed, such as printing. */
function Choices({ registration, place }: ActionsProps & { place: UnlockButtonPlace }) {
  const isSample = useIsSampleReport();
  return (
    <>
      <UnlockButton registration={registration} place={place} />
      {isSample || place === 'end' ? null : (
        <Button variant="secondary" onClick={() => window.print()}>
          <Icon glyph={Printer} />
          {messages.actions.print}
        </Button>
      )}
      <ButtonLink as={Link} to="/" $variant="quiet">
        {messages.actions.another}
      </ButtonLink>
    </>
  );
}
