import { librarySettings } from '#db/library-settings.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { fileFields } from '#features/book/shared/file-fields.schema.ts'
import { copyColumns as copyColumnWords } from '#features/copy/shared/copy-columns.words.ts'
import { readNumber, splitNumbers } from '../copies/copy-numbers.server.ts'
import { readCondition, splitTexts } from '../copies/read-copies.server.ts'
import { labelsOf } from '../staging/import-cell.server.ts'

/** An export of ours writes so the name of a detail that is that of a field. */
export const DETAIL_PREFIX = 'details.'

/** Fields that a file may have: those of the book's form, the genre by name, and Maktaba's id of the book. */
export const bookColumns: readonly string[] = [...fileFields.map((key) => (key === 'genreId' ? 'genre' : key)), 'id']

const copyColumns: readonly string[] = Object.keys(copyColumnWords)
/** The fields of any file. */
export const allColumns: readonly string[] = [...bookColumns, ...copyColumns]

/** The fields that a file may have: those of copies only in a library that lends. */
export const importFields = async (): Promise<readonly string[]> =>
  (await librarySettings()).lending ? allColumns : bookColumns

/** Throws VALIDATION_ERROR for a column of another field, or an index behind the last column. */
export function requireKnownFields(
  columns: Readonly<Record<string, number>>,
  header: readonly string[],
  fields: readonly string[],
): void {
  const wrong = Object.entries(columns).find(([field, index]) => !fields.includes(field) || index >= header.length)
  if (wrong) throw createError('VALIDATION_ERROR', { fields: { [wrong[0]]: { key: 'validation_unknown' } } })
}

// Names of columns in the languages of Maktaba and of programs that export books, in addition to the field's own labels.
const NAMES: Readonly<Record<string, string>> = {
  title: 'titre, عنوان, kichwa, titel, titulo, título, titolo, judul, ouvrage, intitulé, designation, désignation',
  author:
    'auteur, مؤلف, مؤلفون, كاتب, mwandishi, waandishi, mtunzi, watunzi, writer, creator, autor, autore, verfasser, pengarang, penulis',
  genre: 'category, catégorie, تصنيف, فئة, aina, kategoria, kategorie, kategori, categoría, género, genere',
  publisher:
    'éditeur, maison d’édition, maison, ناشر, دار نشر, mchapishaji, wachapishaji, verlag, penerbit, editorial, editora, editore, uitgever, publishercode',
  isbn: 'isbn 13, isbn 10, isbn13, isbn10, isbn issn, ean, ردمك, رقم ردمك, isbn number, numéro isbn',
  year: 'année, année de publication, année édition, publication year, year published, original publication year, copyright year, pub year, publish year, date published, date de publication, date de parution, publication date, سنة, سنة النشر, تاريخ النشر, mwaka, mwaka wa kuchapishwa, jahr, erscheinungsjahr, año, anno, tahun, tahun terbit, publishyear',
  language: 'langue, lang, language code, لغة, لغات, lugha, sprache, idioma, lingua, bahasa, taal',
  pages:
    'number of pages, num pages, no of pages, page count, nombre de pages, nb pages, nb de pages, pagination, عدد الصفحات, صفحات, kurasa, idadi ya kurasa, seiten, seitenzahl, páginas, pagine, halaman, physical description',
  edition: 'édition, numéro d’édition, edition statement, طبعة, toleo, auflage, edición, edizione, edisi',
  series: 'série, collection, سلسلة, mfululizo, reihe, colección, collana, series title, series name, titre de série',
  volume: 'vol, tome, جزء, مجلد, juzuu, band, volumen, volume number, series number, numéro de volume, numéro de tome',
  shelfMark:
    'cote, call number, shelf mark, shelf, shelf number, classmark, رمز الرف, رقم الطلب, رقم التصنيف, alama ya rafu, signatur, signatura, collocazione, item call number, local call number, dewey, ddc',
  subjects:
    'subject, subjects, sujet, sujets, mots clés, keywords, keyword, tags, موضوع, مواضيع, mada, schlagwörter, matière, matières, topics, temas',
  summary: 'résumé, description, abstract, synopsis, ملخص, وصف, muhtasari, zusammenfassung, annotation, resumen',
  copies:
    'number of copies, no of copies, copy count, copy index, total copies, quantity, qty, stock, nombre d’exemplaires, nb exemplaires, nb d’exemplaires, quantité, qté, عدد النسخ, كمية, idadi ya nakala, idadi, anzahl, exemplare, ejemplares',
  copyNumber:
    'copy no, copy id, copy barcode, accession number, accession no, accession, inventory number, inventory no, inventory, numéro d’exemplaire, n° exemplaire, n° d’exemplaire, numéro d’inventaire, n° inventaire, n° d’inventaire, inventaire, رقم النسخة, رقم الجرد, رقم التسجيل, namba ya nakala, nambari ya nakala, namba ya usajili, inventarnummer, mediennummer, número de inventario',
  copyPlace:
    'place, location, room, shelving location, emplacement, lieu, salle, localisation, موقع, مكان, قاعة, mahali, chumba, standort, ubicación',
  copyCondition: 'état de l’exemplaire, état exemplaire, حالة النسخة, hali ya nakala, exemplarzustand',
  copyNote:
    'copy notes, note exemplaire, note de l’exemplaire, remarque exemplaire, remarque sur l’exemplaire, ملاحظة النسخة, ملاحظات النسخة, maelezo ya nakala, maelezo kuhusu nakala',
  copyAcquired:
    'acquired, acquired on, date acquired, acquisition date, date of acquisition, accession date, date of accession, date d’acquisition, acquis le, date d’entrée, تاريخ الاقتناء, تاريخ الشراء, tarehe ya kupatikana, ilipatikana tarehe, zugangsdatum, fecha de adquisición',
}

/** Names that stand over something else as well: the cells decide. */
export const MAYBE: Readonly<
  Record<
    string,
    { names: string; isOf: (values: readonly string[], meaning: string, has: (field: string) => boolean) => boolean }
  >
> = {
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
  copyNumber: {
    names:
      'number, no, barcode, bar code, numéro, n°, code-barres, code barre, رقم, باركود, رمز شريطي, nambari, namba, msimbopau, msimbo pau, código de barras',
    isOf: (values, meaning) => {
      const numbers = values.flatMap((value) => splitNumbers(value))
      const good = numbers.filter((number) => readNumber(number) !== undefined)
      return (
        good.length * 2 > numbers.length && !(COUNTER.has(meaning) && good.every((one, at) => Number(one) === at + 1))
      )
    },
  },
  copyCondition: {
    names: 'condition, state, status, état, statut, حالة, hali, zustand, estado',
    isOf: (values) => {
      const texts = values.flatMap(splitTexts).filter(Boolean)
      return texts.filter((text) => readCondition(text) !== undefined).length * 2 > texts.length
    },
  },
  // Without numbers of copies it is a note about the book.
  copyNote: {
    names: 'note, notes, remark, remarks, remarque, remarques, observation, observations, ملاحظة, ملاحظات, maelezo',
    isOf: (_values, _meaning, has) => has('copyNumber'),
  },
}

/** What may stand over the numbers of the rows. */
const COUNTER = new Set(['number', 'no', 'numero', 'n', 'رقم', 'nambari', 'namba'])

/** Words that say nothing: articles, "name of", "full" and the like, also of a book, whose title has no name of its own. */
const EMPTY = new Set(
  'the a an of s de du des la le les l d un une et dc main primary principal principale full complete complet complete ya wa la cha za name nom nama jina majina اسم كامل رئيسي'.split(
    ' ',
  ),
)
const BOOK = new Set('book livre buch libro buku kitabu vitabu item biblio كتاب'.split(' '))
/** Of "Nom auteur" and "Nom auteur complet" the second has the first name too. */
export const FULL = /full|compl|كامل/

/** The words of a name without case, accents, plural, articles and what stands in brackets around a plural. */
export const nameWords = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/^ال(?=.{3})/, '').replace(/(?<=[a-z]{3})[sx]$/, ''))
    .filter((word) => word !== '')

/** What a name is about: without the words that say nothing, unless there is nothing else. */
export function meaningOf(name: string): string {
  const words = nameWords(name)
  const telling = words.filter((word) => !EMPTY.has(word))
  const own = telling.filter((word) => !BOOK.has(word))
  // "Book", "name of the book".
  return own.length > 0 ? own.join(' ') : telling.length > 0 ? 'title' : words.join(' ')
}

export const meanings = (names: string): string[] => names.split(', ').map(meaningOf)
/** By field, what its columns are about. */
export const KNOWN = new Map(
  allColumns.map((field) => [
    field,
    new Set([
      ...meanings(field),
      ...meanings(NAMES[field] ?? field),
      ...labelsOf(field === 'genre' ? 'genreId' : field).map(meaningOf),
    ]),
  ]),
)
/** By field, what stands over it and over other things as well. */
export const MAYBE_KNOWN = new Map(Object.entries(MAYBE).map(([field, { names }]) => [field, new Set(meanings(names))]))

const isNameOf =
  (fields: readonly string[]) =>
  (name: string): boolean => {
    const meaning = meaningOf(name)
    return fields.some((field) => KNOWN.get(field)?.has(meaning) || MAYBE_KNOWN.get(field)?.has(meaning))
  }

/** Whether this is the name of a column of books. */
export const isKnownHeader = isNameOf(bookColumns)
/** Whether this is the name of a column of copies. */
export const isCopyHeader = isNameOf(copyColumns)
