import { fileFields } from '#features/book/shared/file-fields.schema.ts'
import { isUuid } from '#lib/uuid.ts'
import { labelsOf } from './import-cell.server.ts'

/** Fields that a file may have: those of the book's form, the genre by name, and Maktaba's id of the book. */
export const importFields: readonly string[] = [...fileFields.map((key) => (key === 'genreId' ? 'genre' : key)), 'id']

// Names of columns in the languages of Maktaba and of programs that export books, in addition to the field's own labels.
const NAMES: Readonly<Record<string, string>> = {
  title: 'titre, عنوان, kichwa, titel, titulo, título, titolo, judul, ouvrage, intitulé, designation, désignation',
  author:
    'auteur, مؤلف, مؤلفون, كاتب, mwandishi, waandishi, mtunzi, watunzi, writer, creator, autor, autore, verfasser, pengarang, penulis',
  genre: 'category, catégorie, تصنيف, فئة, aina, kategoria, kategorie, kategori, categoría, género, genere',
  publisher:
    'éditeur, maison d’édition, maison, ناشر, دار نشر, mchapishaji, wachapishaji, verlag, penerbit, editorial, editora, editore, uitgever, publishercode',
}

/** Names that stand over something else as well: the cells decide. */
const MAYBE: Readonly<Record<string, { names: string; isOf: (values: readonly string[]) => boolean }>> = {
  genre: {
    names: 'subject, sujet, موضوع, مواضيع, mada, theme, thème, topic',
    // Headings of subjects are long or several, unlike a genre.
    isOf: (values) => values.every((value) => value.length <= 40 && !/[;|]|--/.test(value)),
  },
  publisher: {
    names: 'edition, publication',
    isOf: (values) =>
      values.filter((value) =>
        /^\P{L}*\p{N}|^\P{L}*$|\b(ed|edn|éd|edition|édition|rev|revised|auflage)\b/iu.test(value),
      ).length *
        2 <
      values.length,
  },
}

/** Words that say nothing: articles, "name of", "full" and the like, also of a book, whose title has no name of its own. */
const EMPTY = new Set(
  'the a an of s de du des la le les l d un une et dc main primary principal principale full complete complet complete ya wa la cha za name nom nama jina majina اسم كامل رئيسي'.split(
    ' ',
  ),
)
const BOOK = new Set('book livre buch libro buku kitabu vitabu item biblio كتاب'.split(' '))
/** Of "Nom auteur" and "Nom auteur complet" the second has the first name too. */
const FULL = /full|compl|كامل/

/** The words of a name without case, accents, plural, articles and what stands in brackets around a plural. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/^ال(?=.{3})/, '').replace(/(?<=[a-z]{3})[sx]$/, ''))
    .filter((word) => word !== '')

/** What a name is about: without the words that say nothing, unless there is nothing else. */
function meaningOf(name: string): string {
  const words = wordsOf(name)
  const telling = words.filter((word) => !EMPTY.has(word))
  const own = telling.filter((word) => !BOOK.has(word))
  // "Book", "name of the book".
  return own.length > 0 ? own.join(' ') : telling.length > 0 ? 'title' : words.join(' ')
}

const meanings = (names: string): string[] => names.split(', ').map(meaningOf)
const KNOWN = new Map(
  importFields.map((field) => [
    field,
    new Set([
      ...meanings(field),
      ...meanings(NAMES[field] ?? field),
      ...labelsOf(field === 'genre' ? 'genreId' : field).map(meaningOf),
    ]),
  ]),
)
const MAYBE_KNOWN = new Map(Object.entries(MAYBE).map(([field, { names }]) => [field, new Set(meanings(names))]))

/** Whether this is the name of a column. */
export function isKnownHeader(name: string): boolean {
  const meaning = meaningOf(name)
  return [...KNOWN.values(), ...MAYBE_KNOWN.values()].some((names) => names.has(meaning))
}

const folded = (name: string): string => wordsOf(name).join('')

/**
 * The column index of each field that the header has. `map` names the column of a field and takes precedence; of several
 * that fit, the field's own name wins, then a full one, then the first. `valuesOf` gives some cells of a column.
 */
export function findColumns(
  header: readonly string[],
  map: Readonly<Record<string, string>>,
  valuesOf: (index: number) => readonly string[] = () => [],
): Map<string, number> {
  const names = header.map(folded)
  const found = new Map<string, number>()
  for (const [field, column] of Object.entries(map)) {
    const exact = header.indexOf(column)
    const index = exact < 0 && folded(column) !== '' ? names.indexOf(folded(column)) : exact
    if (index >= 0) found.set(field, index)
  }
  const chosen = new Set(found.values())
  const columns = header.flatMap((name, index) =>
    chosen.has(index) ? [] : [{ name, index, meaning: meaningOf(name) }],
  )
  const isOf = (field: string, index: number): boolean => {
    const values = valuesOf(index)
    return values.length === 0 || (MAYBE[field]?.isOf(values) ?? false)
  }
  for (const field of importFields) {
    if (map[field] !== undefined) continue
    // Other programs have ids of their own.
    const sure = columns.filter(({ name, meaning, index }) =>
      field === 'id'
        ? /^\s*id\s*$/i.test(name) && (valuesOf(index).length === 0 || valuesOf(index).some(isUuid))
        : KNOWN.get(field)?.has(meaning),
    )
    const best =
      sure.find(({ name }) => folded(name) === field) ??
      sure.find(({ name }) => FULL.test(folded(name))) ??
      sure[0] ??
      columns.find(({ meaning, index }) => MAYBE_KNOWN.get(field)?.has(meaning) && isOf(field, index))
    if (best) found.set(field, best.index)
  }
  return found
}

const PEOPLE = new Set(
  meanings(
    'first name, last name, surname, forename, given name, family name, prénom, nom de famille, classe, class, form, grade, pupil, student, élève, matricule, admission number, admission no, darasa, mwanafunzi, لقب, صف, طالب, تلميذ, date of birth, date de naissance',
  ),
)

/** Whether the columns are those of a list of pupils or other people, which has no titles. */
export const isListOfPeople = (header: readonly string[], columns: Readonly<Record<string, number>>): boolean =>
  columns.title === undefined &&
  columns.author === undefined &&
  header.filter((name) => PEOPLE.has(meaningOf(name)) || /^(nom|name|jina|اسم|الاسم)$/i.test(name.trim())).length > 1
