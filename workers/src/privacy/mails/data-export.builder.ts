import { isDataExportReady } from '@ve/data/privacy/my-data/data-export.repository';
import { dataExportReadyLetter } from './data-export-ready.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/letter.ts';

/** Skipped once the copy can no longer be opened. */
export const buildDataExportReady: MailBuilder = async (em, { subjectId }, { settings, now }) =>
  subjectId !== null && (await isDataExportReady(em, subjectId, now))
    ? dataExportReadyLetter(settings)
    : { skip: 'subject-gone' };
