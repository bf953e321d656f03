/** A standard term that contains the word, and why it stays. */
interface Exception {
  phrase: string;
  reason: string;
}

/** A word or phrase that comments, names, test titles and documents must not use. */
export interface RefusedWord {
  word: string;
  /** Further forms of the word; `'s` and `s` are always included. */
  forms?: readonly string[];
  instead: string;
  exceptions?: readonly Exception[];
}

export const refusedWords: readonly RefusedWord[] = [
  // Persons that are not named. A program is not a person either: a job retries, a worker claims, a member reads.
  {
    word: 'nobody',
    instead: 'no user, no client, no one; "is not …"',
    exceptions: [{ phrase: 'user nobody', reason: 'the system user of Unix' }],
  },
  { word: 'somebody', instead: 'a user, a member, a visitor, another process' },
  { word: 'anybody', instead: 'any user, any client' },
  { word: 'everybody', instead: 'all users, every client' },
  { word: 'whoever', instead: 'the user who, any client that' },
  { word: 'whatever', instead: 'any, regardless of' },
  { word: 'whichever', instead: 'the one that, either' },
  { word: 'stranger', instead: 'another user, an unauthenticated client' },

  // Verbs that say less than the terms of the field.
  {
    word: 'told',
    forms: ['telling', 'tell'],
    instead: 'notify, report, pass, return, distinguish',
    exceptions: [
      { phrase: 'tell apart', reason: 'usual for "distinguish"' },
      { phrase: 'told apart', reason: 'usual for "distinguish"' },
      { phrase: 'tells apart', reason: 'usual for "distinguish"' },
      { phrase: 'telling apart', reason: 'usual for "distinguish"' },
      { phrase: 'told from', reason: 'usual for "distinguished from"' },
      { phrase: 'tell from', reason: 'usual for "distinguish from"' },
    ],
  },
  { word: 'says so', forms: ['say so', 'said so', 'saying so'], instead: 'reports it, shows a message, returns it' },
  { word: 'heard of', forms: ['hears of', 'hear of', 'hears', 'heard'], instead: 'received, reported' },
  { word: 'heed', forms: ['heeded', 'heeding'], instead: 'honour, respect, apply' },
  { word: 'mend', forms: ['mended', 'mending', 'mendable'], instead: 'repair, correct, fix' },
  { word: 'hasten', forms: ['hastened', 'hastening'], instead: 'bring forward, speed up' },
  { word: 'quicken', forms: ['quickened', 'quickening'], instead: 'speed up' },
  { word: 'outlive', forms: ['outlived'], instead: 'is kept after, survives' },
  { word: 'became of', forms: ['becomes of', 'become of'], instead: 'the outcome of, the result of' },
  {
    word: 'given up',
    forms: ['gave up', 'gives up'],
    instead: 'dead letter, failed permanently, abandoned',
  },
  {
    word: 'taken back',
    forms: ['take back', 'takes back', 'took back', 'taking back'],
    instead: 'rolled back (release), revoked (link), withdrawn (cancellation)',
  },

  // House words: docs/glossary.md has the terms.
  { word: 'dues', instead: 'due dates' },
  { word: 'dial', instead: 'odometer' },
  { word: 'fruitless', instead: 'abandoned' },
  { word: 'stray', instead: 'orphaned' },
  { word: 'veiled', forms: ['veil'], instead: 'redacted, redact' },
  { word: 'parked', forms: ['park'], instead: 'suspended, paused' },
  { word: 'upkeep', instead: 'maintenance' },
  { word: 'fate', instead: 'outcome' },
  { word: 'room', instead: 'package, module; space' },
  { word: 'standing', instead: 'service status, state' },
  { word: 'patience', instead: 'timeout' },
  { word: 'saying', instead: 'sourced value; reporting' },

  // Prose that is out of use.
  { word: 'anew', instead: 'again' },
  { word: 'beside', instead: 'next to, in addition to, with' },
  { word: 'besides', instead: 'in addition to, except, also' },
  { word: 'alike', instead: 'equally, the same way' },
  { word: 'for good', instead: 'permanently' },
  { word: 'all the same', instead: 'anyway, still' },
  { word: 'once more', instead: 'again, one more time' },
  { word: 'of ours', instead: 'our own, internal' },
  { word: 'on its way', forms: ['on their way'], instead: 'in flight, pending' },
  { word: 'of its own accord', forms: ['of their own accord'], instead: 'automatically' },
  { word: 'but for', instead: 'except for' },
  { word: 'and the like', instead: 'and similar' },
  { word: 'for ever', instead: 'without limit, permanently' },
  {
    word: 'however often',
    forms: ['however many', 'however long'],
    instead: 'regardless of how often; idempotent',
  },
  { word: 'in words', instead: 'as text, with a message' },
  { word: 'nowhere', instead: 'not anywhere; missing' },
];

/** A refused word that a text or name contains, as it is written there. */
export interface RefusedWordFinding {
  found: string;
  instead: string;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[\\s*]+');
const formsOf = ({ word, forms = [] }: RefusedWord): string[] => [word, ...forms];
// The longest first: an alternation takes the first that matches.
const alternatives = (phrases: readonly string[]): string =>
  phrases
    .toSorted((one, other) => other.length - one.length)
    .map(escape)
    .join('|');

const insteadOf = new Map(refusedWords.flatMap((entry) => formsOf(entry).map((form) => [form, entry.instead])));
const exceptions = refusedWords.flatMap((entry) => (entry.exceptions ?? []).map(({ phrase }) => phrase));
const inText = new RegExp(`(?<![\\w'’-])(${alternatives([...insteadOf.keys()])})(?:['’]?s)?(?![\\w-])`, 'gi');
const allowed = new RegExp(`(?<![\\w'’-])(?:${alternatives(exceptions)})(?![\\w-])`, 'gi');
/** Code spans, and quotations of user texts: those may use any word. */
const quoted = /`[^`]*`|“[^”]*”|"[^"\n]*"/g;

const search = (text: string): RefusedWordFinding[] =>
  [...text.matchAll(inText)].map(([found, form = '']) => ({
    found,
    instead: insteadOf.get(form.toLowerCase().replace(/[\s*]+/g, ' ')) ?? '',
  }));

/** The refused words of a comment, a test title or a document. Code spans and quotations are left out. */
export const findRefusedWordsInText = (text: string): RefusedWordFinding[] =>
  search(text.replace(quoted, '""').replace(allowed, '""'));

/** The refused words of an identifier, split at camel case, underscores and `$`. */
export const findRefusedWordsInName = (name: string): RefusedWordFinding[] =>
  search(
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .replace(/[_$#]+/g, ' ')
      .toLowerCase(),
  );
