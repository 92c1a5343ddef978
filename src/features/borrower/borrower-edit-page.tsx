import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { numberProblem } from '#features/copy/shared/number-problem.ts'
import { RowEditPage, type EditedNoun } from '#features/noun/shared/row-edit-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { DateInput, LineInput, type InputProps } from '#ui/form/inputs.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { borrowerQuery, createBorrower, updateBorrower } from './borrower.data.ts'
import { borrowerInputSchema, borrowerSchema, type Borrower, type BorrowerInput } from './borrower.schema.ts'
import { groupsQuery } from './group/group.data.ts'
import { GroupChoice } from './group/group-choice.tsx'
import { borrowerWords } from './borrower.words.ts'

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
    groupId: GroupChoice,
    card: CardInput,
    schoolNumber: LineInput,
    email: LineInput,
    // No letter is written yet.
    language: null,
    expiresOn: DateInput,
    note: LineInput,
    blockedNote: LineInput,
  },
  inputSchema: borrowerInputSchema,
  rowSchema: borrowerSchema,
  nameOf: ({ name }) => name,
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

/** Adds a borrower, with the card or the name that the desk did not know, if it leads here; then the desk lends to them. */
export function BorrowerNewPage() {
  const start = useLocation({ select: ({ state }) => state.borrower })
  const navigate = useNavigate()
  const openAtDesk = ({ card }: Borrower) =>
    navigate({ to: '/manager/desk', state: { borrower: { card } }, replace: true, ignoreBlocker: true })
  return <RowEditPage noun={EDITED} row={undefined} start={start} onAdded={start && openAtDesk} />
}
