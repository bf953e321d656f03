import { colour, media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Footer } from './footer.tsx';
import { Header, headerHeight, type HeaderProps } from './header.tsx';
import { messages } from './messages.en-gb.ts';
import { useNavigationFocus } from './use-navigation-focus.ts';

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

/*
 * At least as high as the viewport together with the header, so that the footer starts below the view: parts of the
 * page that load later would move it. Not in dynamic viewport units, which change as a phone's address bar hides.
 */
const Main = styled.main`
  display: flow-root;
  min-height: calc(100vh - ${headerHeight});
  ${media.print} {
    min-height: 0;
  }
`;

/** The frame of every page: skip link, header, `<main>`, footer. */
export function ShellFrame({ titled, children }: HeaderProps & { children: ReactNode }) {
  const main = useNavigationFocus();
  return (
    <>
      <Skip href="#main">{messages.skip}</Skip>
      <Header {...(titled === undefined ? {} : { titled })} />
      <Main id="main" tabIndex={-1} ref={main}>
        {children}
      </Main>
      <Footer />
    </>
  );
}
