import * as z from 'zod/mini';

// Our pages forbid eval, and zod's attempt to find out is reported as a violation.
z.config({ jitless: true });
