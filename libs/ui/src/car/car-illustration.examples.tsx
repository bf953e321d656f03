import { CarIllustration } from './car-illustration.tsx';

export const examples = {
  'On the page': (
    <svg viewBox="0 0 290 100" role="img" aria-label="A car from the side">
      <CarIllustration x={10} y={0} behind="bg" />
    </svg>
  ),
  'Larger, in a sunken frame': (
    <svg viewBox="0 0 580 200" role="img" aria-label="A car from the side">
      <CarIllustration x={20} y={0} scale={2} behind="sunken" />
    </svg>
  ),
};
