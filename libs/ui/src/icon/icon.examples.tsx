import Car from 'lucide-react/icons/car';
import { Icon } from './icon.tsx';

export const examples = {
  'Beside text': (
    <span>
      <Icon glyph={Car} /> Vehicle
    </span>
  ),
  'Without text, with a name': <Icon glyph={Car} label="Vehicle" />,
};
