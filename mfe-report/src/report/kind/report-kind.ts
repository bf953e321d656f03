import { createContext, useContext } from 'react';

/**
 * The kind of report. `live`: the reader's own, of a vehicle they looked up. `sample`: of an invented vehicle; every
 * card is marked and no source is named. `shared`: the part of a saved report that its owner shares.
 */
export type ReportKind = 'live' | 'sample' | 'shared';

export const ReportKindContext = createContext<ReportKind>('live');

/** Whether the component renders inside the sample report. */
export const useIsSampleReport = (): boolean => useContext(ReportKindContext) === 'sample';

/**
 * Whether the reader looked the vehicle up: only they can unlock its full check, get reminders, dispute entries and
 * compare the VIN.
 */
export const useIsLiveReport = (): boolean => useContext(ReportKindContext) === 'live';
