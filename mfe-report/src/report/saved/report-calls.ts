import { mailWhenReady, readReport, saveReport } from '@ve/contracts/http/report/reports';
import { callApi } from '@ve/mfe-kit/api';

/*
 * Calls of the signed-in. A module of its own, because visitors, the first who see a report, need neither them nor their
 * schemas.
 */

/** The user's saved report. */
export const readSaved = (registration: string, signal: AbortSignal) =>
  callApi(readReport, { params: { registration }, signal });

/** Saves the report, or keeps the one that is saved. */
export const save = (registration: string) => callApi(saveReport, { params: { registration } });

/** Asks for a mail when the report is ready. */
export const requestReadyEmail = (registration: string) => callApi(mailWhenReady, { params: { registration } });
