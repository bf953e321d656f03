import { isDataExportReady } from '@ve/data/privacy/my-data/data-export.repository';
import { dataExportReadyEmail } from './data-export-ready.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/email-content.ts';

/** Skipped once the data export has expired. */
export const buildDataExportReadyEmail: MailBuilder = async (em, { subjectId }, { settings, now }) =>
  subjectId !== null && (await isDataExportReady(em, subjectId, now))
    ? dataExportReadyEmail(settings)
    : { skip: 'subject-deleted' };
