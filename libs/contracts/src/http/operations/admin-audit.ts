import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { line } from '../../fields.ts';
import { isoInstant } from '../../vehicle-record.ts';
import { pageOf, pageQuery, staffDay } from '../kernel/admin-page.ts';

/** What the entries of the audit log are filtered by; all that is given has to match. */
export const auditFilters = {
  /** Who did it, exactly as the log names them. */
  actor: z.optional(line(255)),
  action: z.optional(z.string().check(z.regex(/^[a-z-]{1,60}[.][a-z-]{1,60}$/))),
  /** An id or a reference, which no address is. */
  subject: z.optional(line(255).check(z.regex(/^[^@]*$/))),
  /** The first and the last day, in Europe/London. */
  from: z.optional(staffDay),
  to: z.optional(staffDay),
};

const auditEntrySchema = z.object({
  id: z.uuid(),
  at: isoInstant,
  /** As known at the time: an e-mail address of staff, a command, a process. */
  actor: z.string(),
  /** `role.added` */
  action: z.string(),
  subject: z.nullable(z.string()),
  /** In the order of their names; a value that is no text is its JSON, up to 2,000 characters. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditPageSchema = pageOf(auditEntrySchema);

export type AuditPage = z.infer<typeof auditPageSchema>;

const { actor, ...filtersOfUrls } = auditFilters;

/** What staff and commands did. */
export const listAuditEntries = endpoint({
  method: 'POST',
  path: '/api/admin/audit-entries/search',
  query: z.object({ ...pageQuery, ...filtersOfUrls }),
  // Somebody's address: it stays out of URLs.
  body: z.object({ actor }),
  answers: { 200: auditPageSchema },
  problems: [],
});
