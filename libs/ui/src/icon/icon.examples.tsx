import Car from 'lucide-react/icons/car';
import { Icon } from './icon.tsx';

export const examples = {
  'Beside words': (
    <span>
      <Icon glyph={Car} /> Vehicle
    </span>
  ),
  'Alone, with a name': <Icon glyph={Car} label="Vehicle" />,
};
