import type { DatumTone } from '../../vehicle/facts/state-labels.ts';
import type { IsoDate } from '../../kernel/time/iso-date.ts';

/** A label with its known value; an unknown one is not listed. */
export interface PdfFact {
  label: string;
  value: string;
  tone: DatumTone;
  /** Further lines about the value. */
  details: string[];
  /** `DVLA, 03/03/2027 14:05`; null without a source. */
  by: string | null;
}

/** One finding, with its source and time. */
export interface PdfFinding {
  text: string;
  tone: DatumTone;
  by: string | null;
}

export interface PdfReading {
  day: IsoDate;
  miles: number;
  isFlagged: boolean;
}

export interface PdfMileage {
  title: string;
  tone: DatumTone;
  text: string;
  /** The likely mileage and its derivation; null if the readings give no such range. */
  likely: { words: string; how: string } | null;
  /** Anomalies of readings, a line each, newest first. */
  flags: string[];
  /** The number of further anomalous readings. */
  moreFlags: number;
  /** Oldest first. */
  readings: PdfReading[];
  by: string | null;
}

/** An MOT test on one line, with its tester's notes. */
export interface PdfMotTest {
  day: string;
  passed: boolean;
  miles: string;
  /** Worst first, a line each. */
  notes: string[];
  /** A note for a test without defects, or about the defects left out; null if all are listed. */
  remark: string | null;
}

export interface PdfMotTests {
  /** `12 tests on record, 10 passed (83%).`, or why there is none. */
  summary: string;
  /** Newest first. */
  tests: PdfMotTest[];
  /** The number of further tests, as text; null if all are listed. */
  earlier: string | null;
  by: string | null;
}

/** The details of one agreement, loss or theft. */
export interface PdfFullCheckDetails {
  title: string | null;
  rows: { label: string; value: string }[];
}

export interface PdfFullCheckResult extends PdfFact {
  found: PdfFullCheckDetails[];
  more: number;
}

/** The content of a report's PDF. Every text and every list is bounded. */
export interface ReportPdfContent {
  registration: string;
  /** With the spacing of its plate. */
  plate: string;
  zeroEmission: boolean;
  name: string;
  /** Colour and year. */
  about: string;
  day: IsoDate;
  verdict: { title: string; tone: DatumTone; sentence: string; reasons: PdfFinding[]; next: string };
  mileage: PdfMileage;
  tax: PdfFact | null;
  mot: PdfFact | null;
  /** The history in the registers: imports, keepers, plates, recalls. */
  history: PdfFact[];
  /** Stolen, written off, finance; empty before a full check. */
  checks: PdfFullCheckResult[];
  /** Prices with their basis; null without any. */
  prices: { basis: string | null; prices: { label: string; value: string }[]; by: string | null } | null;
  /** Tax a year, the remaining supplement, clean air zones. */
  costs: PdfFact[];
  tests: PdfMotTests;
  vehicle: { label: string; value: string }[];
  /** The unknown values with their reasons, a line each. */
  unknown: string[];
  /** A line on what a full check would add; null after one. */
  notChecked: string | null;
}
