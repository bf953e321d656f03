import { useLocation } from '@ve/mfe-kit/router';
import { colour, media, space } from '@ve/ui/theme/theme';
import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigationType } from 'react-router-dom';
import { styled } from 'styled-components';
import { Footer } from './footer.tsx';
import { Header, type HeaderProps } from './header.tsx';
import { messages } from './messages.en-gb.ts';

const Whole = styled.div`
  display: flex;
  flex-direction: column;
  min-height: 100vh;
  min-height: 100dvh;
  ${media.print} {
    min-height: 0;
  }
`;

const Skip = styled.a`
  position: absolute;
  left: ${space[16]};
  top: -6rem;
  z-index: 10;
  padding: ${space[12]} ${space[16]};
  background: ${colour('plate')};
  color: ${colour('plate-ink')};
  font-weight: 600;
  &:focus {
    top: ${space[8]};
  }
`;

const Main = styled.main`
  flex: 1;
  min-width: 0;
`;

/** After a step to another page: its content gets the focus, and a page gone to (not back to) starts at its top. */
function useArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const here = useRef(pathname);
  useEffect(() => {
    if (here.current === pathname) return;
    here.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (kind !== 'POP') document.documentElement.scrollTop = 0;
  }, [pathname, kind]);
  return main;
}

/** What stands around every page: skip link, header, `<main>`, footer. */
export function Frame({ titled, children }: HeaderProps & { children: ReactNode }) {
  const main = useArrival();
  return (
    <Whole>
      <Skip href="#main">{messages.skip}</Skip>
      <Header {...(titled === undefined ? {} : { titled })} />
      <Main id="main" tabIndex={-1} ref={main}>
        {children}
      </Main>
      <Footer />
    </Whole>
  );
}
