import {
  registerReportReadyMailEndpoint,
  readReportEndpoint,
  saveReportEndpoint,
} from '@ve/contracts/http/report/reports';
import { callApi } from '@ve/mfe-kit/api';

/*
 * Calls of signed-in users, in a separate module: most readers of a report are visitors, who need neither the calls nor
 * their schemas.
 */

export const readSavedReport = (registration: string, signal: AbortSignal) =>
  callApi(readReportEndpoint, { params: { registration }, signal });

/** Saves the report, or keeps the saved one. */
export const callSaveReport = (registration: string) => callApi(saveReportEndpoint, { params: { registration } });

export const requestReportReadyMail = (registration: string) =>
  callApi(registerReportReadyMailEndpoint, { params: { registration } });
