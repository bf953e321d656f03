import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { singleLineField } from '../../fields.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';
import { staffListPageSchemaOf, staffListPageQueryFields, staffListDayField } from '../kernel/admin-list-page.ts';

/** Filters of the audit log; an entry has to match all of them. */
export const auditFilters = {
  /** The actor, exactly as in the log. */
  actor: z.optional(singleLineField(255)),
  action: z.optional(z.string().check(z.regex(/^[a-z-]{1,60}[.][a-z-]{1,60}$/))),
  /** An id or a reference, never an e-mail address. */
  subject: z.optional(singleLineField(255).check(z.regex(/^[^@]*$/))),
  /** The first and the last day, in Europe/London. */
  from: z.optional(staffListDayField),
  to: z.optional(staffListDayField),
};

const auditEntrySchema = z.object({
  id: z.uuid(),
  at: isoInstantSchema,
  /** As known at the time: a staff e-mail address, a command, or a process. */
  actor: z.string(),
  /** `role.added` */
  action: z.string(),
  subject: z.nullable(z.string()),
  /** Sorted by name; lists with commas, other values as JSON, up to 2,000 characters. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditListPageSchema = staffListPageSchemaOf(auditEntrySchema);

export type AuditListPage = z.infer<typeof auditListPageSchema>;

const { actor, ...filtersOfUrls } = auditFilters;

/** Lists the actions of staff and commands. */
export const listAuditEntriesEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/admin/audit-entries/search',
  query: z.object({ ...staffListPageQueryFields, ...filtersOfUrls }),
  // May be a person's e-mail address, which must not appear in URLs.
  body: z.object({ actor }),
  answers: { 200: auditListPageSchema },
  problems: [],
});
