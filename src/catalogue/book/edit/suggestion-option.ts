import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { ComboOption } from '#base/ui/form/use-combo-box.ts'
import type { Suggestion } from './book-edit.schema.ts'

/** A spelling of the catalogue as an option, with its number of books. */
export const suggestionOption = ({ name, books }: Suggestion): ComboOption => ({
  id: name,
  label: name,
  note: m.book_suggestion_books({ count: books, shown: formatNumber(books) }),
})
