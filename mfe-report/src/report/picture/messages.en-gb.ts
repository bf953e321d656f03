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
  title: (colour: string | null) =>
    `Does it match? A drawing${colour === null ? '' : ` in ${colour.toLowerCase()}`}, and what to compare`,
  lead: 'A cloned plate sits on another car. Compare the records with what you see.',
  drawn: (shape: BodyShape, painted: string | null) =>
    painted === null ? `Outline of a ${bodies[shape]}` : `Drawing of a ${bodies[shape]}, ${painted.toLowerCase()}`,
  drawing: 'Our drawing of the recorded body and colour, not a picture of this car.',
  colour: (name: string) => `Recorded colour: ${name}`,
  noColour: 'We don’t know its colour, so we don’t show one.',
  noShape: (body: string) => `We have no drawing of the recorded body type, “${body}”.`,
  noBody: 'Its body type is not on record, so there is no drawing.',
  earlier: 'Earlier colours:',
  vendor: {
    asked: 'Loading a picture of the model…',
    broken: 'We couldn’t load the picture.',
    alt: 'The model in its recorded colour, from the side',
    of: 'The model in its recorded colour, not this car itself. Compare shape, lights and wheels.',
    source: (fetched: string, until: string) => `UK Vehicle Data, fetched on ${fetched}. Shown until ${until}.`,
  },
} as const;
