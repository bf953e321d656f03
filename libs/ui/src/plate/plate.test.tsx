import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Plate } from './plate.tsx';

test('a registration is spaced as on the car and excluded from translation', () => {
  render(<Plate registration="AB12CDE" />);
  expect(screen.getByText('AB12 CDE')).toHaveAttribute('translate', 'no');
});

test('only the plate of a zero-emission vehicle has the green flash', () => {
  render(
    <>
      <Plate registration="EV24ELE" zeroEmission />
      <Plate registration="AB12CDE" />
    </>,
  );
  const flash = (plate: string) => getComputedStyle(screen.getByText(plate)).getPropertyValue('padding-left');
  expect(flash('EV24 ELE')).not.toBe(flash('AB12 CDE'));
});
