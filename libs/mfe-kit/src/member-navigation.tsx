import { checksLeftText } from '@ve/domain/membership/checks-left-text';
import { Link, useLocation } from '@ve/mfe-kit/router';
import { useSubscription } from '@ve/mfe-kit/subscription';
import { MutedText } from '@ve/ui/text/text';
import { colour, fontSize, media, space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

const messages = {
  label: 'Your account',
  dashboard: 'Dashboard',
  reports: 'Reports',
  account: 'My account',
};

/** The fragment of the list of reports in My account. */
export const reportListId = 'reports';

const places = [
  { to: '/dashboard', label: messages.dashboard },
  { to: `/my-account#${reportListId}`, label: messages.reports },
  { to: '/my-account', label: messages.account },
] as const;

const Bar = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 ${space[24]};
  border-bottom: 1px solid ${colour('line')};
  ${media.print} {
    display: none;
  }
`;

const Places = styled.ul.attrs({ className: 'places' })`
  display: flex;
  flex-wrap: wrap;
`;

const Place = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-height: ${target};
  padding-inline: ${space[12]};
  border-bottom: 3px solid transparent;
  color: ${colour('muted')};
  font-size: ${fontSize[16]};
  font-weight: 600;
  text-decoration: none;
  &:hover,
  &[aria-current] {
    color: ${colour('text')};
  }
  &[aria-current] {
    border-bottom-color: ${colour('brand')};
  }
  ${media.narrow} {
    padding-inline: ${space[8]};
  }
`;

/** Reserves its line while the membership is read. */
const Checks = styled(MutedText)`
  min-height: 1lh;
  padding: ${space[4]} ${space[12]};
  ${media.narrow} {
    padding-inline: ${space[8]};
  }
`;

/** The place of a page: its own, or the one that it is a part of. */
function placeOf(pathname: string): string {
  if (pathname === '/dashboard') return messages.dashboard;
  return pathname === '/report' ? messages.reports : messages.account;
}

/**
 * The navigation that dashboard, reports and account share, with the full checks left and when the next one comes. For
 * signed-in users.
 */
export function MemberNavigation() {
  const { pathname } = useLocation();
  const { subscription } = useSubscription();
  const current = placeOf(pathname);
  return (
    <Bar aria-label={messages.label}>
      <Places>
        {places.map(({ to, label }) => (
          <li key={to}>
            <Place to={to} {...(label === current ? { 'aria-current': pathname === to ? 'page' : 'true' } : {})}>
              {label}
            </Place>
          </li>
        ))}
      </Places>
      <Checks>{checksLeftText(subscription)}</Checks>
    </Bar>
  );
}
