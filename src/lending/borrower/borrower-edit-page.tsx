import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { numberProblem } from '#lending/number/shared/number-problem.ts'
import { RowEditPage, type EditedNoun } from '#kit/noun/shared/row-edit-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { draftWith } from '#base/lib/fields-of.ts'
import { DateInput, emptyText, LineInput, type InputProps } from '#base/ui/form/inputs.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { borrowerQuery, createBorrower, updateBorrower } from './borrower.data.ts'
import { borrowerInputSchema, borrowerSchema, type Borrower, type BorrowerInput } from './borrower.schema.ts'
import { groupsQuery } from './group/group.data.ts'
import { GroupChoice } from './shared/group-choice.tsx'
import { borrowerWords } from './borrower.words.ts'

const CardInput = ({ isOptional, onChange, ...rest }: InputProps<string>) => (
  <TextField
    {...rest}
    dir="ltr"
    autoComplete="off"
    placeholder={emptyText(isOptional)}
    hint={m.borrower_card_hint()}
    onChange={({ target }) => onChange(target.value)}
  />
)

const EDITED: EditedNoun<Borrower, BorrowerInput> = {
  kind: 'borrower',
  fields: borrowerWords.fields,
  inputs: {
    name: LineInput,
    groupId: GroupChoice,
    card: CardInput,
    schoolNumber: LineInput,
    email: LineInput,
    // No input: no letters are written to borrowers yet.
    language: null,
    expiresOn: DateInput,
    note: LineInput,
    blockedNote: LineInput,
    // No input: printing notes it, and the bar of the list does for many.
    cardPrintedOn: null,
  },
  inputSchema: borrowerInputSchema,
  rowSchema: borrowerSchema,
  nameOf: ({ name }) => name,
  draftOf: (row) => draftWith<BorrowerInput>(borrowerWords.fields, (field) => row[field]),
  create: (input) => createBorrower({ data: input }),
  update: (change) => updateBorrower({ data: change }),
  problem: numberProblem,
  words: { list: m.borrower_list, new: m.borrower_new, gone: m.borrower_gone },
}

/** Changes a borrower. */
export function BorrowerUpdatePage({ id }: { id: string }) {
  const { data: borrower } = useSuspenseQuery(borrowerQuery(id))
  const groups = useQuery(groupsQuery).data?.items
  const wordOf: typeof EDITED.wordOf = (field, value) =>
    field === 'groupId' ? groups?.find((group) => group.id === value)?.name : undefined
  return <RowEditPage key={id} noun={{ ...EDITED, wordOf }} row={borrower} />
}

/** Adds a borrower. Where the desk leads here with an unknown card or name, then opens the borrower at the desk. */
export function BorrowerNewPage() {
  const start = useLocation({ select: ({ state }) => state.borrower })
  const navigate = useNavigate()
  const openAtDesk = ({ card }: Borrower) =>
    navigate({ to: '/manager/desk', state: { borrower: { card } }, replace: true, ignoreBlocker: true })
  return <RowEditPage noun={EDITED} row={undefined} start={start} onAdded={start && openAtDesk} />
}
