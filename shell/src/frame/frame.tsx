import { colour, media, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Footer } from './footer.tsx';
import { Header, type HeaderProps } from './header.tsx';
import { messages } from './messages.en-gb.ts';
import { useArrival } from './use-arrival.ts';

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

/** The frame of every page: skip link, header, `<main>`, footer. */
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
