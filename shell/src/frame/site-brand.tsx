import { colour, fontSize, media, space, target } from '@ve/ui/theme/theme';
import { Link } from '@ve/mfe-kit/router';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Home = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: ${space[12]};
  min-height: ${target};
  color: ${colour('text')};
  font-size: ${fontSize[18]};
  font-weight: 700;
  letter-spacing: -0.015em;
  text-decoration: none;
  line-height: 1.15;
  svg {
    flex: none;
  }
  ${media.narrow} {
    gap: ${space[8]};
    font-size: ${fontSize[16]};
  }
  ${media.enlarged} {
    & > span {
      display: none;
    }
  }
  ${media.print} {
    min-height: 0;
  }
`;

/** Our mark: a small plate that reads VE, drawn as lines so that it needs no font. */
function Mark() {
  return (
    <svg width="46" height="26" viewBox="0 0 46 26" aria-hidden="true" focusable="false">
      <rect x="0.75" y="0.75" width="44.5" height="24.5" rx="4" fill="var(--ve-plate)" stroke="var(--ve-plate-edge)" />
      <path d="M4.75 0.75h6v24.5h-6a4 4 0 0 1-4-4V4.75a4 4 0 0 1 4-4Z" fill="var(--ve-plate-band)" />
      <path
        d="M16 7l4.75 12L25.5 7M39 7h-8v12h8M31 13h6.5"
        fill="none"
        stroke="var(--ve-plate-ink)"
        strokeWidth="2.75"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function SiteBrand() {
  return (
    <Home to="/" aria-label={messages.home}>
      <Mark />
      <span>{messages.product}</span>
    </Home>
  );
}
