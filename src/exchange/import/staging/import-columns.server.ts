import { copyColumns } from '../copy-columns.words.ts'
import { DETAIL_NAME_MAX } from '#catalogue/book/book-fields.schema.ts'
import { cutText } from '#base/formats/text/stored-text.ts'
import { locales } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { asPlainLine } from '#base/lib/search/text.ts'
import { isUuid } from '#base/lib/uuid.ts'
import { areLabels } from '../copies/copy-numbers.server.ts'
import {
  allColumns,
  bookColumns,
  DETAIL_PREFIX,
  FULL,
  KNOWN,
  MAYBE,
  isSubtitle,
  MAYBE_KNOWN,
} from '../shared/column-names.server.ts'
import { meaningOf, meanings, nameWords } from '../shared/name-words.ts'
import { programColumns } from '../shared/program-columns.ts'

/** Columns that say something of copies only beside those that say that there are some. */
const OF_COPIES = Object.keys(copyColumns).filter((field) => field !== 'copies' && field !== 'copyNumber')

const folded = (name: string): string => nameWords(name).join('')

/**
 * The column index of each of the `fields` that the header has. `map` names the column of a field and takes precedence; of several
 * that fit, the field's own name wins, then a full one, then the first. `valuesOf` gives some cells of a column.
 */
export function findColumns(
  header: readonly string[],
  map: Readonly<Record<string, string>>,
  valuesOf: (index: number) => readonly string[] = () => [],
  fields: readonly string[] = bookColumns,
): Map<string, number> {
  const names = header.map(folded)
  const found = new Map<string, number>()
  for (const [field, column] of Object.entries(map)) {
    if (!fields.includes(field)) continue
    const exact = header.indexOf(column)
    const index = exact < 0 && folded(column) !== '' ? names.indexOf(folded(column)) : exact
    // What an import before took for counts may be labels.
    if (index >= 0 && !(field === 'copies' && areLabels(valuesOf(index)))) found.set(field, index)
  }
  const chosen = new Set(found.values())
  const columns = header.flatMap((name, index) =>
    chosen.has(index) || name.startsWith(DETAIL_PREFIX) ? [] : [{ name, index, meaning: meaningOf(name) }],
  )
  const inProgram = programColumns(header)
  const isOf = (field: string, meaning: string, index: number): boolean => {
    const values = valuesOf(index)
    // What may be anything is an ISBN only by its cells.
    if (values.length === 0) return field !== 'isbn'
    return MAYBE[field]?.isOf(values, meaning, (other) => found.has(other)) ?? false
  }
  for (const field of fields) {
    if (map[field] !== undefined) continue
    // Other programs have ids of their own.
    const taken = new Set(found.values())
    const free = columns.filter(({ index }) => !taken.has(index))
    const own = free.find(({ name }) => inProgram(field, name))
    const sure = free.filter(({ name, meaning, index }) =>
      field === 'id'
        ? /^\s*id\s*$/i.test(name) && (valuesOf(index).length === 0 || valuesOf(index).some(isUuid))
        : KNOWN.get(field)?.has(meaning) &&
          inProgram(field, name) !== false &&
          !(field === 'copies' && areLabels(valuesOf(index))),
    )
    const best =
      own ??
      sure.find(({ name }) => folded(name) === field) ??
      sure.find(({ name }) => FULL.test(folded(name))) ??
      sure[0] ??
      free.find(
        ({ name, meaning, index }) =>
          MAYBE_KNOWN.get(field)?.has(meaning) && inProgram(field, name) !== false && isOf(field, meaning, index),
      ) ??
      // "Exemplaire" stands over counts and over labels.
      free.find(
        ({ meaning, index }) =>
          field === 'copyNumber' && KNOWN.get('copies')?.has(meaning) && areLabels(valuesOf(index)),
      )
    if (best) found.set(field, best.index)
  }
  // The place, state or note of something else.
  if (!found.has('copies') && !found.has('copyNumber')) for (const field of OF_COPIES) found.delete(field)
  return found
}

/** Fields that have one column only: a further one would say nothing more. */
const ONE = new Set(['id', 'details', 'copyCondition'])

/**
 * By field, further columns of the header that are of it: both of ISBN 10 and ISBN 13, another that is filled where the
 * first is empty, and the subtitle of a title. `columns` are those that were found or chosen, `leftOut` those that are not read.
 * None in a file of ours, whose texts are taken to the letter.
 */
export function furtherColumns(
  header: readonly string[],
  columns: Readonly<Record<string, number>>,
  leftOut: readonly number[] = [],
): Record<string, number[]> {
  if (columns.id !== undefined) return {}
  const taken = new Set([...Object.values(columns), ...leftOut])
  const inProgram = programColumns(header)
  const names = header.map((name) => ({ name, meaning: meaningOf(name) }))
  const isOf = (field: string, { name, meaning }: (typeof names)[number]): boolean =>
    field === 'title' ? isSubtitle(name) : (KNOWN.get(field)?.has(meaning) ?? false) && inProgram(field, name) !== false
  const found: Record<string, number[]> = {}
  for (const field of allColumns) {
    if (columns[field] === undefined || ONE.has(field)) continue
    const indexes = names.flatMap((one, index) =>
      !taken.has(index) && one.name !== '' && !one.name.startsWith(DETAIL_PREFIX) && isOf(field, one) ? [index] : [],
    )
    if (indexes.length > 0) found[field] = indexes
    for (const index of indexes) taken.add(index)
  }
  return found
}

/** The last column of the file of refused rows, which says why they were. */
const isReason = (heading: string): boolean => REASONS.has(heading)
const REASONS = new Set<string>(locales.map((locale) => m.import_reason({}, { locale })))

/** The columns of a file that no field is read from and that are not left out, by their names. */
export const otherColumns = (
  header: readonly string[],
  columns: Readonly<Record<string, number>>,
  leftOut: readonly number[],
): { name: string; index: number }[] => {
  const read = new Set([...Object.values(columns), ...leftOut])
  return header.flatMap((heading, index) =>
    read.has(index) || isReason(heading)
      ? []
      : [{ name: detailName(heading) || m.import_column_number({ number: index + 1 }), index }],
  )
}

const detailName = (heading: string): string => {
  const name = asPlainLine(heading)
  return cutText(name.startsWith(DETAIL_PREFIX) ? name.slice(DETAIL_PREFIX.length) : name, DETAIL_NAME_MAX).trim()
}

const PEOPLE = new Set(
  meanings(
    'first name, firstname, last name, lastname, card number, cardnumber, dateofbirth, surname, forename, given name, family name, prénom, nom de famille, classe, class, form, grade, pupil, student, élève, matricule, admission number, admission no, darasa, mwanafunzi, لقب, صف, طالب, تلميذ, date of birth, date de naissance',
  ),
)

/** Whether the columns are those of a list of pupils or other people, which has no titles. */
export const isListOfPeople = (header: readonly string[], columns: Readonly<Record<string, number>>): boolean =>
  columns.title === undefined &&
  columns.author === undefined &&
  header.filter((name) => PEOPLE.has(meaningOf(name)) || /^(nom|name|jina|اسم|الاسم)$/i.test(name.trim())).length > 1
