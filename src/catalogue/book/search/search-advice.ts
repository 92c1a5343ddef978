import { m } from '#base/i18n/paraglide/messages.js'

/** What to try after a search of books that found nothing, and what is searched; labels are there where the library lends. */
export const searchAdvice = (isLending: boolean): string =>
  [m.books_empty_text(), m.books_searched(), ...(isLending ? [m.books_searched_label()] : [])].join(' ')
