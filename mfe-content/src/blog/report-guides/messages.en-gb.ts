export const messages = {
  title: 'Worth reading for this vehicle',
  general: 'Worth reading with a report',
  all: 'All our guides',
  more: (others: number) => `${others} more ${others === 1 ? 'guide' : 'guides'} that ${others === 1 ? 'fits' : 'fit'}`,
  /** The reason why an article is suggested, by finding. */
  why: {
    markers: 'What the markers in this report mean, where each comes from, and what no register knows.',
    unchecked:
      'The free records show nothing to look into. Theft, finance and write-off are not in them. What they leave out, and what no register can tell you.',
    clean: 'Nothing was found. What no register knows, and what is left to look at yourself.',
    finance: 'Money is owed on it. Who owns it until that is settled, and how to pay safely.',
    mileage: 'Its mileage raises a question. How to tell a typing error from a wound-back clock.',
    tests: 'Its MOT record is worth reading closely. How to tell a careful owner from a neglected car.',
    wear: 'It has had more use than most. What to look at when you see it, in order.',
    tax: 'Its tax needs attention. What a year costs now, and why tax ends when a car is sold.',
  },
} as const;
