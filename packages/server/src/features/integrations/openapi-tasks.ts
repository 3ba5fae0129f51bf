import { serveTasks } from '../../lib/serve-tasks.ts';
import { resolveReferences } from './resolve-references.ts';

// Entry of the process that reads OpenAPI documents: they come from outside and can be large.
serveTasks({ resolve: async (document: unknown) => resolveReferences(document) });
