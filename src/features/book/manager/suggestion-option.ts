import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { ComboOption } from '#ui/form/use-combo-box.ts'
import type { Suggestion } from '../book-edit.schema.ts'

/** A spelling that the catalogue has, as a field offers it: with how many books have it. */
export const suggestionOption = ({ name, books }: Suggestion): ComboOption => ({
  id: name,
  label: name,
  note: m.book_suggestion_books({ count: books, shown: formatNumber(books) }),
})
