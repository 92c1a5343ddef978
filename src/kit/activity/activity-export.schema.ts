import * as z from 'zod/mini'
import { withDescription } from '#base/lib/schema-meta.ts'
import { activityFilterSchema } from './activity-search.schema.ts'

const { searchTerm, actor, change, kind, from, to } = activityFilterSchema.shape

/** What an export of the activity is narrowed to, as the page is. */
export const activityExportInputSchema = z.strictObject({
  searchTerm: withDescription(
    searchTerm,
    'Words of the names of what was changed, whatever their case and accents. A word of one or two letters is the beginning of a word there, a longer one any part of one.',
    'nedj',
  ),
  actor: withDescription(
    actor,
    'Only changes by this user; `operator` for those by the command line, `system` for those by Maktaba itself.',
    'operator',
  ),
  change: withDescription(change, 'Only changes of this kind; `access` for those of roles and bans.', 'update'),
  kind: withDescription(kind, 'Only changes of books, genres or users.', 'book'),
  from: withDescription(from, 'The first day, in the visitor’s time zone.', '2026-03-01'),
  to: withDescription(to, 'The last day, in the visitor’s time zone.', '2026-03-31'),
})
