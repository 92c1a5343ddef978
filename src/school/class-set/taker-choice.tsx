import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { borrowersQuery } from '#lending/borrower/borrower.data.ts'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import type { useChoice } from '#lending/loan/shared/reserve-dialog.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { fromThrown } from '#base/errors/local-error.ts'
import { ComboBox } from '#base/ui/form/combo-box.tsx'

const CLASS = 'class:'
const PERSON = 'person:'
/** Classes that are offered at a time. */
const CLASSES = 8

/** The class or borrower behind an option; undefined where none was chosen. */
export function takerOf(id: string | undefined): { groupId: string } | { borrowerId: string } | undefined {
  if (id?.startsWith(CLASS)) return { groupId: id.slice(CLASS.length) }
  if (id?.startsWith(PERSON)) return { borrowerId: id.slice(PERSON.length) }
  return undefined
}

/** How names of classes are compared: whatever their case, accents and spaces. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()

interface TakerChoiceProps {
  choice: ReturnType<typeof useChoice>
  error: string | undefined
}

/** For whom a class set is: a class, by its name, or a borrower, by name, library card or school number. */
export function TakerChoice({ choice, error }: TakerChoiceProps) {
  const { items: groups } = useSuspenseQuery(groupsQuery).data
  const { data, error: failure } = useInfiniteQuery({
    ...borrowersQuery({ searchTerm: choice.term, sort: 'name', groupId: undefined, state: undefined }),
    enabled: choice.term !== '',
  })
  const typed = folded(choice.text)
  const classes = groups
    .filter(({ name, kind }) => kind === 'class' && folded(name).includes(typed))
    .slice(0, CLASSES)
    .map(({ id, name }) => ({ id: CLASS + id, label: name, note: m.group_kind_class() }))
  const people = (choice.term === '' ? [] : (data?.pages[0]?.items ?? [])).map(
    ({ id, name, groupName, card, schoolNumber }) => ({
      id: PERSON + id,
      label: name,
      note: [groupName, schoolNumber || card].filter(Boolean).join(' · '),
    }),
  )
  return (
    <ComboBox
      label={m.class_set_for()}
      text={choice.text}
      options={choice.chosen ? [] : [...classes, ...people]}
      onType={choice.type}
      onPick={choice.pick}
      hint={m.class_set_for_hint()}
      error={failure ? fromThrown(failure).message : error}
      dir="auto"
    />
  )
}
