import { createContext, useContext } from 'react';

/**
 * Whose report is shown. `live`: the reader's own, of a vehicle they looked up. `sample`: of a made-up vehicle; every card
 * is marked and no source is named. `shared`: what the owner of a saved report lets others read.
 */
export type ReportKind = 'live' | 'sample' | 'shared';

export const ReportKindContext = createContext<ReportKind>('live');

/** Whether the component renders inside the sample report. */
export const useIsSample = (): boolean => useContext(ReportKindContext) === 'sample';

/**
 * Whether the reader looked the vehicle up: only they unlock its full check, are reminded, dispute what stands there and
 * compare the VIN.
 */
export const useIsLive = (): boolean => useContext(ReportKindContext) === 'live';
