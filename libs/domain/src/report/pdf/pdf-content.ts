import type { Tone } from '../../vehicle/facts/state-labels.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** A label with what is known of it: never without a value. */
export interface PdfFact {
  label: string;
  value: string;
  tone: Tone;
  /** More about the value, a line each. */
  details: string[];
  /** `DVLA, 03/03/2027 14:05`; null where no source said it. */
  by: string | null;
}

/** One thing found, with who said it and when. */
export interface PdfReason {
  text: string;
  tone: Tone;
  by: string | null;
}

export interface PdfReading {
  day: IsoDate;
  miles: number;
  isFlagged: boolean;
}

export interface PdfMileage {
  title: string;
  tone: Tone;
  text: string;
  /** What it has probably covered and how that is derived; null where the readings give no such range. */
  likely: { words: string; how: string } | null;
  /** What is odd about readings, a line each, newest first. */
  flags: string[];
  /** How many more odd readings there are. */
  moreFlags: number;
  /** Oldest first. */
  readings: PdfReading[];
  by: string | null;
}

/** An MOT test on one line, with what its tester noted. */
export interface PdfTest {
  day: string;
  passed: boolean;
  miles: string;
  /** Worst first, a line each. */
  notes: string[];
  /** That there is none, or what is missing among them. */
  besides: string | null;
}

export interface PdfTests {
  /** `12 tests on record, 10 passed (83%).`, or why none is known. */
  summary: string;
  /** Newest first. */
  tests: PdfTest[];
  /** How many more there are, in words; null where these are all. */
  earlier: string | null;
  by: string | null;
}

/** Details of one agreement, loss or theft. */
export interface PdfDetails {
  title: string | null;
  rows: { label: string; value: string }[];
}

export interface PdfCheck extends PdfFact {
  found: PdfDetails[];
  /** How many more there are. */
  more: number;
}

/** What stands on the paper of a report. Every text and every list is bounded. */
export interface ReportPdfContent {
  registration: string;
  /** With the spacing of its plate. */
  plate: string;
  zeroEmission: boolean;
  name: string;
  /** Colour and year. */
  about: string;
  /** The day of the paper. */
  day: IsoDate;
  verdict: { title: string; tone: Tone; sentence: string; reasons: PdfReason[]; next: string };
  mileage: PdfMileage;
  tax: PdfFact | null;
  mot: PdfFact | null;
  /** What the registers say, asked about or not: imports, keepers, plates, recalls. */
  history: PdfFact[];
  /** Stolen, written off, finance; empty before a full check. */
  checks: PdfCheck[];
  /** Prices, with what they are for; null without any. */
  prices: { basis: string | null; prices: { label: string; value: string }[]; by: string | null } | null;
  /** Tax a year, a supplement that is left, clean air zones. */
  costs: PdfFact[];
  tests: PdfTests;
  vehicle: { label: string; value: string }[];
  /** What could not be learned, and why, a line each. */
  unknown: string[];
  /** What a full check would have been asked; null after one. */
  notChecked: string | null;
}
