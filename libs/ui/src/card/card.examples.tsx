import { Card } from './card.tsx';

export const examples = {
  Plain: <Card>Tax is valid until 3 March 2027</Card>,
  Sunken: <Card $tone="sunken">Locked until the full check</Card>,
  Floating: <Card $floating>Menu</Card>,
};
