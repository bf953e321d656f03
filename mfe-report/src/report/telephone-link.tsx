import Phone from 'lucide-react/icons/phone';
import type { DialableTelephone } from '@ve/domain/kernel/phone/to-dialable-telephone';
import { Icon } from '@ve/ui/icon/icon';
import { TextLink } from '@ve/ui/link/link-style';
import { space, target } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';

const Number = styled(TextLink)`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-height: ${target};
`;

/** A register's telephone number, as a link if it can be dialled. */
export function TelephoneLink({ phone }: { phone: DialableTelephone }) {
  if (phone.href === null) return phone.text;
  return (
    <Number href={phone.href}>
      <Icon glyph={Phone} size={16} />
      {phone.text}
    </Number>
  );
}
