import { useCurrentPageChrome } from '@ve/mfe-kit/page-chrome';
import { Link, NavLink, useLocation, useSearchParams } from '@ve/mfe-kit/router';
import { useSession, type SessionUser } from '@ve/mfe-kit/session';
import { Icon } from '@ve/ui/icon/icon';
import { colour, fontSize, media, radius, space, target } from '@ve/ui/theme/theme';
import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { css, styled } from 'styled-components';
import { SiteBrand } from './site-brand.tsx';
import { messages } from './messages.en-gb.ts';

/** The minimum height, that of one row. */
export const headerHeight = '4rem';

const Bar = styled.header`
  border-bottom: 1px solid ${colour('line')};
  background: ${colour('surface')};
`;

const Inside = styled.div`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[24]};
  max-width: calc(70rem + 2 * ${space[24]});
  min-height: ${headerHeight};
  margin-inline: auto;
  padding: ${space[8]} ${space[24]};
  /* One row unless the text is enlarged. The open menu is the last. */
  ${media.phone} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    gap: ${space[8]};
    padding-inline: ${space[16]};
  }
  ${media.enlarged} {
    grid-template-columns: minmax(0, 1fr) auto;
  }
`;

const linkShape = css`
  display: inline-flex;
  align-items: center;
  min-height: ${target};
  padding: ${space[8]} ${space[12]};
  border-radius: ${radius.control};
  color: ${colour('text')};
  font-size: ${fontSize[16]};
  font-weight: 600;
  text-decoration: none;
  &:hover {
    background: ${colour('sunken')};
  }
`;

/*
 * A native element, so that it opens before any script has loaded, and hydration keeps its state. Before the nav in the
 * document, so that Tab moves from the button into the menu.
 */
const MenuBox = styled.details<{ $titled: boolean }>`
  display: none;
  ${media.phone} {
    display: ${({ $titled }) => ($titled ? 'none' : 'block')};
    order: 3;
  }
  ${media.enlarged} {
    order: 1;
  }
  ${media.print} {
    display: none;
  }
`;

const MenuButton = styled.summary`
  ${linkShape}
  justify-content: center;
  width: ${target};
  padding: 0;
  list-style: none;
  &::-webkit-details-marker {
    display: none;
  }
  ${MenuBox}[open] > & > :first-child,
  ${MenuBox}:not([open]) > & > :last-child {
    display: none;
  }
`;

const Nav = styled.nav<{ $titled: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space[4]};
  margin-left: auto;
  ${media.phone} {
    display: none;
    order: 4;
    grid-column: 1 / -1;
    margin-left: 0;
    padding-top: ${space[8]};
    border-top: 1px solid ${colour('line')};
    ${MenuBox}[open] ~ & {
      display: ${({ $titled }) => ($titled ? 'none' : 'grid')};
    }
  }
  ${media.print} {
    &,
    ${MenuBox}[open] ~ & {
      display: none;
    }
  }
`;

const Item = styled(NavLink)`
  ${linkShape}
  &[aria-current='page'] {
    text-decoration: underline;
    text-decoration-color: ${colour('brand')};
    text-decoration-thickness: 3px;
    text-underline-offset: 0.5em;
  }
  ${media.phone} {
    width: 100%;
    &[aria-current='page'] {
      text-underline-offset: 0.3em;
    }
  }
`;

const Account = styled.div<{ $titled: boolean; $alone: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  margin-left: ${({ $alone }) => ($alone ? 'auto' : '0')};
  ${media.phone} {
    display: ${({ $titled }) => ($titled ? 'none' : 'flex')};
    order: 2;
    ${({ $alone }) => ($alone ? 'grid-column: 2 / -1;' : '')}
  }
  ${media.enlarged} {
    grid-column: 1 / -1;
  }
  ${media.print} {
    display: none;
  }
`;

const AccountLink = styled(Link)`
  ${linkShape}
  justify-content: center;
  min-width: 6rem;
  border: 1px solid ${colour('line-strong')};
  white-space: nowrap;
  ${media.narrow} {
    min-width: 0;
  }
`;

const Badge = styled.span`
  padding: 2px ${space[8]};
  border: 1px solid ${colour('info')};
  border-radius: 999px;
  background: ${colour('info-tint')};
  color: ${colour('info')};
  font-size: ${fontSize[14]};
  font-weight: 600;
  line-height: 1.4;
  ${media.phone} {
    padding-inline: ${space[4]};
  }
  /* The menu still has the link. */
  ${media.narrow} {
    display: none;
  }
`;

const PageTitle = styled.p`
  display: none;
  ${media.phone} {
    display: block;
    grid-column: 2 / -1;
    color: ${colour('muted')};
    font-size: ${fontSize[14]};
    font-weight: 700;
    letter-spacing: 0.08em;
  }
  ${media.print} {
    display: none;
  }
`;

const holds = (user: SessionUser | null, ...roles: SessionUser['roles']) =>
  user?.roles.some((role) => roles.includes(role)) ?? false;

export interface HeaderProps {
  /** On small screens the page's own title replaces navigation and account links. */
  titled?: boolean;
}

const menuId = 've-menu';

/** The state of the menu of the header that is hydrated or replaced by this one; closed if there was none. */
function menuAsLeft(): { open: boolean; focused: boolean } {
  const menu = typeof document === 'undefined' ? null : document.getElementById(menuId);
  return {
    open: menu?.hasAttribute('open') ?? false,
    focused: menu?.contains(document.activeElement) ?? false,
  };
}

/** The site's header: wordmark, navigation, account links. */
export function Header({ titled = false }: HeaderProps) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { user } = useSession();
  const [left] = useState(menuAsLeft);
  const navId = useId();
  const menu = useRef<HTMLDetailsElement>(null);
  const menuButton = useRef<HTMLElement>(null);
  const { title } = useCurrentPageChrome();
  const withNav = search.get('utm_source') !== 'partner';

  useLayoutEffect(() => {
    if (left.focused) menuButton.current?.focus({ preventScroll: true });
  }, [left]);

  const shownAt = useRef(pathname);
  useEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    menu.current?.removeAttribute('open');
  }, [pathname]);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || menu.current?.open !== true) return;
    menu.current.open = false;
    menuButton.current?.focus();
  };

  return (
    <Bar onKeyDown={closeOnEscape}>
      <Inside>
        <SiteBrand />
        {titled && title !== null ? <PageTitle>{title}</PageTitle> : null}
        {withNav ? (
          <>
            <MenuBox id={menuId} ref={menu} $titled={titled} open={left.open}>
              <MenuButton ref={menuButton} aria-label={messages.nav.menu} aria-controls={navId}>
                <Icon glyph={Menu} size={24} />
                <Icon glyph={X} size={24} />
              </MenuButton>
            </MenuBox>
            <Nav id={navId} aria-label={messages.nav.label} $titled={titled}>
              <Item to="/buying-advice">{messages.nav.advice}</Item>
              <Item to="/blog">{messages.nav.blog}</Item>
              {holds(user, 'admin', 'moderator') ? <Item to="/admin">{messages.nav.admin}</Item> : null}
              {user ? <Item to="/dashboard">{messages.nav.dashboard}</Item> : null}
            </Nav>
          </>
        ) : null}
        <Account $titled={titled} $alone={!withNav}>
          {holds(user, 'admin') ? <Badge title={messages.nav.adminBadgeTitle}>{messages.nav.adminBadge}</Badge> : null}
          {user ? (
            <AccountLink to="/my-account">{messages.nav.account}</AccountLink>
          ) : (
            <AccountLink to="/signin">{messages.nav.signIn}</AccountLink>
          )}
        </Account>
      </Inside>
    </Bar>
  );
}
