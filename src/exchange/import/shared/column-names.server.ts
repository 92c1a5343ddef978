import { librarySettings } from '#base/db/library-settings.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { findIsbns } from '#base/lib/isbn.ts'
import { readYear } from '#base/lib/read-number.ts'
import { westernDigits } from '#base/lib/search/digits.ts'
import { fileFields } from '#catalogue/book/shared/file-fields.schema.ts'
import { copyColumns as copyColumnWords } from '../copy-columns.words.ts'
import { readNumber, splitNumbers } from '../copies/copy-numbers.server.ts'
import { readCondition } from '../copies/copy-states.server.ts'
import { splitTexts } from '../copies/read-copies.server.ts'
import { labelsOf } from '../staging/import-cell.server.ts'
import { BOOK_COLUMN_NAMES, SUBTITLE_NAMES, TAG_NAMES } from './book-column-names.ts'
import { meaningOf, meanings } from './name-words.ts'

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

// Names of columns of copies, in addition to the fields' own labels.
const COPY_COLUMN_NAMES: Readonly<Record<string, string>> = {
  copies:
    'number of copies, no of copies, copy count, copy index, total copies, copies owned, owned copies, quantity, qty, stock, nombre d’exemplaires, nb exemplaires, nb d’exemplaires, nbre d’exemplaires, ex, nb ex, nbre ex, nombre ex, quantité, qté, عدد النسخ, كمية, idadi ya nakala, idadi, anzahl, exemplare, ejemplares, número de ejemplares, cantidad, exemplares, número de exemplares, quantidade, copie, copie totali, numero copie, quantità',
  copyNumber:
    'copy no, copy id, copy barcode, barcode number, accession number, accession no, acc no, acc number, accession, inventory number, inventory no, inventory, inv no, inv nr, numéro d’exemplaire, n° exemplaire, n° d’exemplaire, code exemplaire, code barre exemplaire, code barres exemplaire, expl cb, numéro d’inventaire, n° inventaire, n° d’inventaire, inventaire, numéro d’entrée, n° d’entrée, رقم النسخة, رقم الجرد, رقم التسجيل, الرقم العام, namba ya nakala, nambari ya nakala, namba ya usajili, inventarnummer, mediennummer, exemplarnummer, número de inventario, número de registro, inventario, inventário, numero di inventario, tombo, número de tombo, inventory code',
  copyPlace:
    'place, location, room, shelving location, copy location, physical location, sublocation, location name, emplacement, lieu, salle, localisation, location libelle, موقع, مكان, قاعة, mahali, chumba, standort, ubicación, localização',
  copyCondition: 'état de l’exemplaire, état exemplaire, حالة النسخة, hali ya nakala, exemplarzustand',
  copyNote:
    'copy notes, note exemplaire, note de l’exemplaire, remarque exemplaire, remarque sur l’exemplaire, ملاحظة النسخة, ملاحظات النسخة, maelezo ya nakala, maelezo kuhusu nakala',
  copyAcquired:
    'acquired, acquired on, date acquired, acquisition date, date of acquisition, accession date, date accessioned, date of accession, purchase date, date of purchase, received date, date d’acquisition, date d’achat, acquis le, date d’entrée, تاريخ الاقتناء, تاريخ الشراء, tarehe ya kupatikana, ilipatikana tarehe, zugangsdatum, anschaffungsdatum, kaufdatum, fecha de adquisición, data de aquisição, data di acquisto',
}
const NAMES = { ...BOOK_COLUMN_NAMES, ...COPY_COLUMN_NAMES }

/** Names that stand over something else as well: the cells decide. */
export const MAYBE: Readonly<
  Record<
    string,
    { names: string; isOf: (values: readonly string[], meaning: string, has: (field: string) => boolean) => boolean }
  >
> = {
  // Such a code is of a book in one program, of a copy in another; and the barcode on the back of a book is its ISBN.
  isbn: {
    names: 'code, barcode, code barres, numéro, number',
    isOf: (values) => values.filter((value) => findIsbns(value).isbns.length > 0).length * 2 > values.length,
  },
  // A day is when the book came, or when its row was written.
  year: {
    names: 'date, published',
    isOf: (values) =>
      values.filter((value) => readYear(value) !== undefined && !/\d[-/.]\d+[-/.]\d/.test(westernDigits(value)))
        .length *
        2 >
      values.length,
  },
  shelfMark: {
    names: 'classification, classificação, clasificación, classificazione',
    isOf: (values) => values.filter((value) => /\p{N}/u.test(value)).length * 2 > values.length,
  },
  genre: {
    names: 'subject, sujet, موضوع, مواضيع, mada, theme, thème, topic',
    // Headings of subjects are long or several, unlike a genre.
    isOf: (values) => values.every((value) => value.length <= 40 && !/[;|<]|--/.test(value)),
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
      'number, no, code, barcode, bar code, numéro, n°, code-barres, code barre, رقم, باركود, رمز شريطي, nambari, namba, msimbopau, msimbo pau, código de barras, codice a barre, strichcode',
    isOf: (values, meaning) => {
      const numbers = values.flatMap((value) => splitNumbers(value))
      const good = numbers.filter((number) => readNumber(number) !== undefined)
      return (
        good.length * 2 > numbers.length && !(COUNTER.has(meaning) && good.every((one, at) => Number(one) === at + 1))
      )
    },
  },
  copyCondition: {
    names:
      'condition, state, status, copy status, item status, item status name, circulation status, withdrawn, itemlost, notforloan, damaged, onloan, statut exemplaire, statut libelle, état, statut, حالة, hali, zustand, estado',
    isOf: (values) => {
      const texts = values.flatMap(splitTexts).filter(Boolean)
      return texts.filter((text) => readCondition(text) !== undefined).length * 2 > texts.length
    },
  },
  // In a file without numbers of copies such a column is a note about the book.
  copyNote: {
    names: 'note, notes, remark, remarks, remarque, remarques, observation, observations, ملاحظة, ملاحظات, maelezo',
    isOf: (_values, _meaning, has) => has('copyNumber'),
  },
}

/** What may stand over the numbers of the rows. */
const COUNTER = new Set(['number', 'no', 'numero', 'n', 'رقم', 'nambari', 'namba'])

/** Of "Nom auteur" and "Nom auteur complet" the second has the first name too. */
export const FULL = /full|compl|كامل/

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

const SUBTITLES = new Set(meanings(SUBTITLE_NAMES))
const TAGS = new Set(meanings(TAG_NAMES))

/** Whether the name is that of a column with the other part of a title. */
export const isSubtitle = (name: string): boolean => SUBTITLES.has(meaningOf(name))
/** Whether the name is that of a column with words between commas or strokes. */
export const isOfTags = (name: string): boolean => TAGS.has(meaningOf(name))

const isNameOf =
  (fields: readonly string[]) =>
  (name: string): boolean => {
    const meaning = meaningOf(name)
    return fields.some((field) => KNOWN.get(field)?.has(meaning) || MAYBE_KNOWN.get(field)?.has(meaning))
  }

const isBookHeader = isNameOf(bookColumns)
/** Whether this is the name of a column of books. */
export const isKnownHeader = (name: string): boolean => isBookHeader(name) || isSubtitle(name)
/** Whether this is the name of a column of copies. */
export const isCopyHeader = isNameOf(copyColumns)
