import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { borrowerWords } from '#lending/borrower/borrower.words.ts'
import type { ClassListRow, PlannedResult, RefusalReason } from './class-list.schema.ts'

const REASONS: Readonly<Record<Exclude<RefusalReason, 'number-twice' | 'name-twice'>, () => string>> = {
  unreadable: m.class_list_row_unreadable,
  'name-missing': m.class_list_row_name_missing,
  'name-too-long': m.class_list_row_name_too_long,
  'class-too-long': m.class_list_row_class_too_long,
  heading: m.class_list_row_heading,
  sum: m.class_list_row_sum,
  'several-here': m.class_list_row_several_here,
  'same-name-elsewhere': m.class_list_row_elsewhere,
  'number-is-card': m.class_list_row_number_is_card,
  'number-is-copy': m.class_list_row_number_is_copy,
  'card-is-copy': m.class_list_row_card_is_copy,
  'card-taken': m.class_list_row_card_taken,
  gone: m.borrower_gone,
  taken: m.class_list_row_taken,
  'added-since': m.class_list_row_added_since,
  'left-out': m.class_list_left_out,
}

/** Why a row of a list is not taken in, or what is to be answered. */
export function classListReasonText(reason: RefusalReason, otherRow: number | null): string {
  const row = otherRow === null ? undefined : { row: formatNumber(otherRow) }
  switch (reason) {
    case 'number-twice':
      return row ? m.class_list_row_number_twice_of(row) : m.class_list_row_number_twice()
    case 'name-twice':
      return row ? m.class_list_row_name_twice_of(row) : m.class_list_row_name_twice()
    default:
      return REASONS[reason]()
  }
}

/** What a column of a list is read as. */
export const peopleFieldLabel = (field: string): string =>
  field === 'firstName'
    ? m.class_list_first_name()
    : (lookUp<FieldWords>(borrowerWords.fields, field === 'class' ? 'groupId' : field)?.label() ?? field)

/** What was left out of a row, or is to be seen before it is taken in. */
export function classListNoteText(note: string): string {
  if (note === 'other-name') return m.class_list_note_other_name()
  if (note === 'by-name') return m.class_list_note_by_name()
  const [, field = '', value = ''] = /^left-out:(\w+):(.*)$/su.exec(note) ?? []
  return m.class_list_note_left_out({ field: peopleFieldLabel(field), value: isolated(value) })
}

/** The kinds of rows, as they are counted. */
export const resultLabels: Readonly<Record<PlannedResult, () => string>> = {
  new: m.import_result_created,
  same: m.import_result_unchanged,
  changed: m.import_result_updated,
  moved: m.class_list_moved,
  absent: m.class_list_absent,
  twice: m.class_list_twice,
  refused: m.import_result_refused,
}

/** What one row is, or became. */
export const rowLabels: Readonly<Record<PlannedResult, () => string>> = {
  new: m.import_row_created,
  same: m.import_row_unchanged,
  changed: m.import_row_updated,
  moved: m.class_list_moved_row,
  absent: m.class_list_absent_row,
  twice: m.class_list_twice_row,
  refused: m.import_row_refused,
}

/** A borrower among several of one name: with class, school number and library card. */
export const candidateText = ({
  name = '',
  className,
  schoolNumber,
  card,
}: ClassListRow['candidates'][number]): string => [name, className, schoolNumber, card].filter(Boolean).join(' · ')
