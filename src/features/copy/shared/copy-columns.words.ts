import { m } from '#i18n/paraglide/messages.js'
import type { FieldWords } from '#lib/noun.ts'

/** What files of books say of their copies: how many there are, their numbers, and where they stand. */
export const copyColumns = {
  copies: { label: m.copy_list },
  copyNumber: { label: m.copy_numbers },
  copyPlace: { label: m.copy_places },
} satisfies Record<string, FieldWords>
