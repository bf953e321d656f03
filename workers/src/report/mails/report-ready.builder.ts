import { findMailedReport } from '@ve/data/report/report-ready-mail.repository';
import type { MailBuilder } from '../../messaging/mails/email-content.ts';
import { reportReadyEmail } from './report-ready.mail.tsx';

export const buildReportReadyEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const report = subjectId === null ? null : await findMailedReport(em, subjectId);
  return report ? reportReadyEmail(report, settings) : { skip: 'subject-deleted' };
};
