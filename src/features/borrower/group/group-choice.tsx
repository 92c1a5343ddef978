import { useQuery } from '@tanstack/react-query'
import { ChoiceField, type InputProps } from '#ui/form/inputs.tsx'
import { groupsQuery } from './group.data.ts'

/** The input of a class or group, of all but one. */
export function GroupChoice({ except, ...props }: InputProps<string | null> & { except?: string | undefined }) {
  const groups = (useQuery(groupsQuery).data?.items ?? []).filter(({ id }) => id !== except)
  const nameOf = (id: string) => groups.find((one) => one.id === id)?.name ?? ''
  return <ChoiceField {...props} choices={[null, ...groups.map(({ id }) => id)]} word={nameOf} />
}
