import type { BodyShape } from '@ve/domain/vehicle/picture/body-shape';

const bodies: Record<BodyShape, string> = {
  hatchback: 'hatchback',
  saloon: 'saloon',
  estate: 'estate',
  suv: 'SUV',
  mpv: 'people carrier',
  coupe: 'coupé',
  convertible: 'convertible',
  pickup: 'pickup',
  van: 'van',
  motorcycle: 'motorcycle',
};

export const pictureMessages = {
  title: 'Does the car in front of you look like this?',
  lead: 'A cloned plate sits on another car. Compare what the registers have with what you see.',
  drawn: (shape: BodyShape, painted: string | null) =>
    painted === null ? `Outline of a ${bodies[shape]}` : `Drawing of a ${bodies[shape]}, ${painted.toLowerCase()}`,
  drawing: 'Our drawing of the recorded body and colour, not a picture of this car.',
  colour: (name: string) => `Recorded colour: ${name}`,
  noColour: 'Its colour is not known, so it is not painted.',
  noShape: (body: string) => `We have no drawing of the recorded body, “${body}”.`,
  noBody: 'Its body is not on record, so there is no drawing.',
  earlier: 'Earlier colours:',
  vendor: {
    asked: 'The picture of the model is on its way…',
    broken: 'We couldn’t load the picture.',
    alt: 'The model in its recorded colour, from the side',
    of: 'A picture of the model in its recorded colour, not of this very car: compare shape, lamps and wheels.',
    source: (fetched: string, until: string) => `UK Vehicle Data, fetched on ${fetched}. Shown until ${until}.`,
  },
} as const;
