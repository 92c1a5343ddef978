import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { RowEditPage, type EditedNoun } from '#features/noun/shared/row-edit-page.tsx'
import { isLocale, LANGUAGE_NAMES, locales } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { choiceInput, DateInput, LineInput, type InputProps } from '#ui/form/inputs.tsx'
import { FieldNote, inputClass, TextField } from '#ui/form/text-field.tsx'
import { borrowerQuery, createBorrower, updateBorrower } from './borrower.data.ts'
import { borrowerInputSchema, borrowerSchema, type Borrower, type BorrowerInput } from './borrower.schema.ts'
import { groupsQuery } from './group/group.data.ts'
import { borrowerWords } from './borrower.words.ts'

function GroupInput({ label, value, error, readOnly, className, onChange, ...rest }: InputProps<string | null>) {
  const id = useId()
  const { data } = useQuery(groupsQuery)
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <select
        {...rest}
        id={id}
        value={value ?? ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={inputClass}
        onChange={({ target }) => readOnly || onChange(target.value || null)}
      >
        <option value="">{m.field_optional()}</option>
        {data?.items.map((group) => (
          <option key={group.id} value={group.id}>
            {group.name}
          </option>
        ))}
      </select>
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  )
}

const CardInput = ({ onChange, ...rest }: InputProps<string>) => (
  <TextField
    {...rest}
    dir="ltr"
    autoComplete="off"
    hint={m.borrower_card_hint()}
    onChange={({ target }) => onChange(target.value)}
  />
)

const EDITED: EditedNoun<Borrower, BorrowerInput> = {
  kind: 'borrower',
  fields: borrowerWords.fields,
  inputs: {
    name: LineInput,
    groupId: GroupInput,
    card: CardInput,
    schoolNumber: LineInput,
    email: LineInput,
    language: choiceInput([null, ...locales], (one) => (isLocale(one) ? LANGUAGE_NAMES[one] : one)),
    expiresOn: DateInput,
    note: LineInput,
    blockedNote: LineInput,
  },
  inputSchema: borrowerInputSchema,
  rowSchema: borrowerSchema,
  nameOf: ({ name }) => name,
  create: (input) => createBorrower({ data: input }),
  update: (change) => updateBorrower({ data: change }),
  problem: (key) => (key === 'number_taken' ? m.lending_number_taken() : undefined),
  words: { list: m.borrower_list, new: m.borrower_new, gone: m.borrower_gone },
}

/** Changes a borrower. */
export function BorrowerUpdatePage({ id }: { id: string }) {
  const { data: borrower } = useSuspenseQuery(borrowerQuery(id))
  return <RowEditPage key={id} noun={EDITED} row={borrower} />
}

/** Adds a borrower. */
export const BorrowerNewPage = () => <RowEditPage noun={EDITED} row={undefined} />
