import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'

/** A borrower in a sentence or a cell: name and class, such as `Neema Wanjiru, 5A`. */
export const borrowerText = (name: string, group: string | null): string =>
  group === null ? isolated(name) : m.desk_person({ name: isolated(name), group: isolated(group) })
