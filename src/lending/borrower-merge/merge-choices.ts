import { fieldText } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { fieldsOf } from '#base/lib/fields-of.ts'
import type { BorrowerRow } from '#lending/borrower/borrower.schema.ts'
import { borrowerWords } from '#lending/borrower/borrower.words.ts'
import type { MergedField } from './borrower-merge.schema.ts'

/** A field that two borrowers have otherwise: what each has of it, in words. */
interface MergeChoice {
  field: MergedField
  label: string
  kept: string
  other: string
  /** The usual answer: what the first one has, if that is something. */
  usual: 'kept' | 'other'
}

/** The fields in which two borrowers differ, in the order of their page, and the account. */
export function mergeChoices(kept: BorrowerRow, other: BorrowerRow): MergeChoice[] {
  const { fields } = borrowerWords
  const choices = fieldsOf(fields).flatMap((field): MergeChoice[] => {
    // That a library card was printed goes with its number.
    if (field === 'cardPrintedOn' || kept[field] === other[field]) return []
    const text = (one: BorrowerRow) =>
      (field === 'groupId' ? one.groupName : fieldText(one[field], fields[field])) || ''
    return [choiceOf(field, fields[field].label(), text(kept), text(other))]
  })
  if (kept.userId === other.userId) return choices
  return [...choices, choiceOf('userId', m.borrower_merge_account(), accountOf(kept), accountOf(other))]
}

/** An account is named by whose it is. */
const accountOf = ({ userId, name }: BorrowerRow): string => (userId === null ? '' : name)

const choiceOf = (field: MergedField, label: string, kept: string, other: string): MergeChoice => ({
  field,
  label,
  kept: kept || m.activity_nothing(),
  other: other || m.activity_nothing(),
  usual: kept === '' ? 'other' : 'kept',
})
