/** Catalogues that can be asked for a book by its ISBN, with their own names in full and in short, and where they answer. */
export const LOOKUP_SOURCES = {
  dnb: { title: 'Deutsche Nationalbibliothek', short: 'DNB', url: 'https://services.dnb.de/sru/dnb' },
  bnf: { title: 'Bibliothèque nationale de France', short: 'BnF', url: 'https://catalogue.bnf.fr/api/SRU' },
  k10plus: { title: 'K10plus', short: 'K10plus', url: 'https://sru.k10plus.de/opac-de-627' },
  openlibrary: { title: 'Open Library', short: 'Open Library', url: 'https://openlibrary.org/api/books' },
} as const

export type LookupSource = keyof typeof LOOKUP_SOURCES

export const lookupSources = ['dnb', 'bnf', 'k10plus', 'openlibrary'] as const satisfies readonly LookupSource[]
