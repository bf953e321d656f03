import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Plate } from './plate.tsx';

test('a registration is spaced as on the car and excluded from translation', () => {
  render(<Plate registration="AB12CDE" />);
  expect(screen.getByText('AB12 CDE')).toHaveAttribute('translate', 'no');
});
