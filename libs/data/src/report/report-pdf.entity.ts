import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../kernel/entity-columns.ts';
import { reportEntity } from './report.entity.ts';

/** Maximum size of a stored PDF, in bytes: many times the usual size. */
const maxPdfBytes = 2_097_152;

/** The PDF of a saved report as it was on a day. */
export const reportPdfEntity = defineEntity({
  name: 'ReportPdf',
  tableName: 'report_pdfs',
  properties: {
    id: uuidPrimaryKey(),
    report: () => foreignKey(reportEntity, 'cascade'),
    /** SHA-256 of the PDF content, and of the document's version. */
    contentHash: p.text(),
    status: p.text().$type<'making' | 'ready' | 'failed'>().default('making'),
    content: p.blob().nullable().lazy(),
    createdAt: instantColumn(),
    finishedAt: instantColumn().nullable(),
  },
  uniques: [{ name: 'report_pdfs_report_id_content_hash_unique', properties: ['report', 'contentHash'] }],
  indexes: [{ name: 'report_pdfs_created_at_index', properties: ['createdAt'] }],
  checks: [
    { name: 'report_pdfs_content_hash_check', expression: tokenHashFormatCheck('content_hash') },
    { name: 'report_pdfs_status_check', expression: `status in ('making', 'ready', 'failed')` },
    { name: 'report_pdfs_finished_check', expression: `(status = 'making') = (finished_at is null)` },
    {
      name: 'report_pdfs_content_check',
      expression: `(status = 'ready') = (content is not null) and octet_length(content) <= ${String(maxPdfBytes)}`,
    },
  ],
});
