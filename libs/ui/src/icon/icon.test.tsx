import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import Car from 'lucide-react/icons/car';
import { Icon } from './icon.tsx';

test('an icon next to text is hidden, one without text has a name', () => {
  const { rerender } = render(<Icon glyph={Car} />);
  expect(screen.queryByRole('img')).toBeNull();
  rerender(<Icon glyph={Car} label="Vehicle" />);
  expect(screen.getByRole('img', { name: 'Vehicle' })).toHaveAttribute('stroke-width', '1.75');
});
