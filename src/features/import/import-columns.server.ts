import { bookInputSchema } from '#features/book/book.schema.ts'
import { labelsOf } from './import-cell.server.ts'

/** Fields that a file may have: those of the book's form, the genre by name, and Maktaba's id of the book. */
export const importFields: readonly string[] = [
  ...Object.keys(bookInputSchema.shape).map((key) => (key === 'genreId' ? 'genre' : key)),
  'id',
]

// Common names of columns in the four languages, in addition to the field's own name.
const OTHER_NAMES: Readonly<Record<string, string>> = {
  title:
    'book title, book name, titre, titre du livre, العنوان, عنوان, عنوان الكتاب, اسم الكتاب, kichwa, jina la kitabu',
  author:
    'authors, author name, auteur, auteurs, nom de l’auteur, المؤلف, مؤلف, المؤلفون, اسم المؤلف, الكاتب, mwandishi, waandishi, jina la mwandishi',
  genre:
    'genres, التصنيف, تصنيف, aina, category, categories, catégorie, catégories, الفئة, فئة, kategoria, subject, subjects, sujet, sujets, الموضوع, موضوع, المواضيع, mada',
  publisher: 'publishers, éditeur, maison d’édition, الناشر, ناشر, دار النشر, mchapishaji',
}

/**
 * The column names that are recognised for a field: common ones, and its labels in all languages, as an export has
 * them.
 */
const columnNames = (field: string): string[] => [
  field,
  ...(OTHER_NAMES[field]?.split(', ') ?? []),
  ...labelsOf(field === 'genre' ? 'genreId' : field),
]

/** All column names that are recognised. */
export const knownHeaders = (): string[] => importFields.flatMap(columnNames)

/** Only letters and digits, without accents and case: 'Éditeur ' becomes 'editeur'. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/**
 * The column index of each field that the header has. `map` names the column of a field and takes precedence; of
 * several matching columns, the first in `columnNames` wins.
 */
export function findColumns(header: readonly string[], map: Readonly<Record<string, string>>): Map<string, number> {
  const names = header.map(folded)
  const found = new Map<string, number>()
  for (const [field, column] of Object.entries(map)) {
    const exact = header.indexOf(column)
    const index = exact < 0 && folded(column) !== '' ? names.indexOf(folded(column)) : exact
    if (index >= 0) found.set(field, index)
  }
  const chosen = new Set(found.values())
  for (const field of importFields) {
    if (map[field] !== undefined) continue
    const indexes = columnNames(field).map((name) =>
      names.findIndex((one, at) => one === folded(name) && !chosen.has(at)),
    )
    const index = indexes.find((one) => one >= 0)
    if (index !== undefined) found.set(field, index)
  }
  return found
}
