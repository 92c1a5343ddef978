import { copyColumns } from '#features/copy/shared/copy-columns.words.ts'
import { isUuid } from '#lib/uuid.ts'
import { areLabels } from '../copies/copy-numbers.server.ts'
import {
  bookColumns,
  DETAIL_PREFIX,
  FULL,
  KNOWN,
  MAYBE,
  MAYBE_KNOWN,
  meaningOf,
  meanings,
  nameWords,
} from '../shared/column-names.server.ts'

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
    if (index >= 0) found.set(field, index)
  }
  const chosen = new Set(found.values())
  const columns = header.flatMap((name, index) =>
    chosen.has(index) || name.startsWith(DETAIL_PREFIX) ? [] : [{ name, index, meaning: meaningOf(name) }],
  )
  const isOf = (field: string, meaning: string, index: number): boolean => {
    const values = valuesOf(index)
    return values.length === 0 || (MAYBE[field]?.isOf(values, meaning, (other) => found.has(other)) ?? false)
  }
  for (const field of fields) {
    if (map[field] !== undefined) continue
    // Other programs have ids of their own.
    const taken = new Set(found.values())
    const free = columns.filter(({ index }) => !taken.has(index))
    const sure = free.filter(({ name, meaning, index }) =>
      field === 'id'
        ? /^\s*id\s*$/i.test(name) && (valuesOf(index).length === 0 || valuesOf(index).some(isUuid))
        : KNOWN.get(field)?.has(meaning) && !(field === 'copies' && areLabels(valuesOf(index))),
    )
    const best =
      sure.find(({ name }) => folded(name) === field) ??
      sure.find(({ name }) => FULL.test(folded(name))) ??
      sure[0] ??
      free.find(({ meaning, index }) => MAYBE_KNOWN.get(field)?.has(meaning) && isOf(field, meaning, index)) ??
      // "Exemplaire" stands over counts and over labels.
      free.find(
        ({ meaning, index }) =>
          field === 'copyNumber' && KNOWN.get('copies')?.has(meaning) && areLabels(valuesOf(index)),
      )
    if (best) found.set(field, best.index)
  }
  // The place, state or note of something else.
  if (!found.has('copies') && !found.has('copyNumber'))
    for (const field of OF_COPIES) if (map[field] === undefined) found.delete(field)
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
