import { Plate } from './plate.tsx';

export const examples = {
  Small: <Plate registration="AB12CDE" size="s" />,
  Medium: <Plate registration="AB12CDE" />,
  'Zero emission': <Plate registration="EV24ELE" zeroEmission />,
  Large: <Plate registration="AB12CDE" size="l" />,
};
