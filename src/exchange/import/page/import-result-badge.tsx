import { m } from '#base/i18n/paraglide/messages.js'
import { Badge } from '#base/ui/badge.tsx'
import type { Import, ImportRow } from '../import.schema.ts'
import { isNoBook } from './import-words.ts'

/** What a row becomes, or became. */
export function ResultBadge({
  row: { result, isKept, isEdition, reason },
  state,
}: {
  row: ImportRow
  state: Import['state']
}) {
  if (isNoBook(reason))
    return <Badge look="quiet">{reason?.kind === 'hidden' ? m.import_row_hidden() : m.import_no_book()}</Badge>
  // The book is the same, and gets a copy.
  if (reason?.kind === 'further-copy' && state !== 'undone') return <Badge look="accent">{m.import_row_copy()}</Badge>
  if (isKept) return <Badge look="accent">{m.import_row_kept()}</Badge>
  if (state === 'undone' && (result === 'created' || result === 'updated'))
    return <Badge look="quiet">{m.import_row_undone()}</Badge>
  switch (result) {
    case 'created':
      return (
        <Badge look="accent">
          {isEdition
            ? m.import_row_edition_added()
            : state === 'waiting'
              ? m.import_row_created()
              : m.import_row_added()}
        </Badge>
      )
    case 'updated':
      return <Badge look="accent">{m.import_row_updated()}</Badge>
    case 'unchanged':
      return <Badge look="quiet">{m.import_row_unchanged()}</Badge>
    case 'refused':
      return <Badge look="danger">{m.import_row_refused()}</Badge>
  }
}
