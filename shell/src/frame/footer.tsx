import { Link } from '@ve/mfe-kit/router';
import { linkStyle } from '@ve/ui/link/link-style';
import { colour, fontSize, media, space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { messages } from './messages.en-gb.ts';

const Bar = styled.footer`
  border-top: 1px solid ${colour('line')};
  background: ${colour('sunken')};
  color: ${colour('muted')};
  font-size: ${fontSize[14]};
  ${media.print} {
    border: 0;
  }
`;

const Inside = styled.div`
  display: grid;
  gap: ${space[16]};
  max-width: calc(70rem + 2 * ${space[24]});
  margin-inline: auto;
  padding: ${space[32]} ${space[24]} ${space[48]};
  ${media.phone} {
    padding-inline: ${space[16]};
  }
  ${media.print} {
    padding: ${space[12]} 0;
  }
`;

const Links = styled.ul`
  display: flex;
  flex-wrap: wrap;
  margin-inline: -${space[12]};
  ${media.print} {
    display: none;
  }
`;

const Item = styled(Link)`
  ${linkStyle}
  display: inline-flex;
  align-items: center;
  padding-inline: ${space[12]};
  min-height: ${target};
  font-size: ${fontSize[16]};
`;

const Licence = styled.p`
  max-width: 68ch;
`;

const labels = messages.footer;
const links = [
  ['/privacy', labels.privacy],
  ['/terms', labels.terms],
  ['/cookies', labels.cookies],
  ['/faq', labels.faq],
  ['/affiliates', labels.affiliates],
  ['/contact', labels.contact],
] as const;

export function Footer() {
  return (
    <Bar>
      <Inside>
        <nav aria-label={labels.label}>
          <Links>
            {links.map(([to, label]) => (
              <li key={to}>
                <Item to={to}>{label}</Item>
              </li>
            ))}
          </Links>
        </nav>
        <Licence>{labels.licence}</Licence>
      </Inside>
    </Bar>
  );
}
