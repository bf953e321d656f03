/** First and family names that are common in the United Kingdom, and some that are hard for forms. */
export const sampleFirstNames =
  'Olivia Amelia Isla Ava Mia Ivy Lily Freya Florence Willow Grace Sophie Emily Chloe Jessica Hannah Megan Laura Sarah Emma Zoë Siân Aoife Niamh Fatima Aisha Priya Zofia Noah Oliver George Arthur Muhammad Leo Oscar Harry Archie Jack Henry Charlie Thomas James William Daniel Matthew Joshua Samuel Ryan Callum Rhys Owen Liam Ahmed Arjun Kwame Tomasz Stephen Graham'.split(
    ' ',
  );
export const sampleFamilyNames =
  "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Jackson Clarke Khan Lewis Harris Ali Hughes Edwards Turner Hill Moore Cooper Ward Morris King Watson Baker Harrison Morgan Young Allen Scott Mitchell Anderson Phillips Lee Bell Parker Davis Singh Campbell Murphy Kelly Begum O'Brien O'Connor MacDonald Stewart Fraser Kaur Nowak Adeyemi Featherstonehaugh".split(
    ' ',
  );
export const sampleStreets =
  'High Street|Station Road|Church Lane|Victoria Road|Mill Lane|Park Avenue|The Green|Queensway|Albert Terrace|London Road'.split(
    '|',
  );
export const sampleTowns = [
  ['Leeds', 'LS'],
  ['Bristol', 'BS'],
  ['Cardiff', 'CF'],
  ['Belfast', 'BT'],
  ['Exeter', 'EX'],
  ['Norwich', 'NR'],
  ['York', 'YO'],
  ['Plymouth', 'PL'],
  ['Glasgow', 'G'],
  ['Manchester', 'M'],
] as const;

interface Model {
  make: string;
  model: string;
  fuel: 'PETROL' | 'DIESEL' | 'ELECTRICITY';
  /** cc; null for an electric vehicle. */
  engine: number | null;
  bhp: number;
}

export const sampleModels: readonly Model[] = [
  { make: 'FORD', model: 'FIESTA', fuel: 'PETROL', engine: 998, bhp: 99 },
  { make: 'FORD', model: 'FOCUS', fuel: 'PETROL', engine: 999, bhp: 123 },
  { make: 'VAUXHALL', model: 'CORSA', fuel: 'PETROL', engine: 1199, bhp: 74 },
  { make: 'VAUXHALL', model: 'ASTRA', fuel: 'DIESEL', engine: 1598, bhp: 108 },
  { make: 'VOLKSWAGEN', model: 'GOLF', fuel: 'PETROL', engine: 1395, bhp: 123 },
  { make: 'VOLKSWAGEN', model: 'POLO', fuel: 'PETROL', engine: 999, bhp: 94 },
  { make: 'BMW', model: '3 SERIES', fuel: 'DIESEL', engine: 1995, bhp: 188 },
  { make: 'AUDI', model: 'A3', fuel: 'DIESEL', engine: 1968, bhp: 148 },
  { make: 'NISSAN', model: 'QASHQAI', fuel: 'DIESEL', engine: 1461, bhp: 108 },
  { make: 'NISSAN', model: 'LEAF', fuel: 'ELECTRICITY', engine: null, bhp: 148 },
  { make: 'TOYOTA', model: 'YARIS', fuel: 'PETROL', engine: 1496, bhp: 109 },
  { make: 'KIA', model: 'SPORTAGE', fuel: 'DIESEL', engine: 1685, bhp: 114 },
  { make: 'MINI', model: 'COOPER', fuel: 'PETROL', engine: 1499, bhp: 134 },
  { make: 'TESLA', model: 'MODEL 3', fuel: 'ELECTRICITY', engine: null, bhp: 283 },
];

export const sampleColours = ['BLACK', 'GREY', 'WHITE', 'BLUE', 'RED', 'SILVER', 'GREEN', 'ORANGE'];

export const sampleBrowsers = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
];
