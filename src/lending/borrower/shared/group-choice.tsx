import { useQuery } from '@tanstack/react-query'
import { ChoiceField, type InputProps } from '#base/ui/form/inputs.tsx'
import { groupsQuery } from '../group/group.data.ts'

/** The input of a class or group. */
export function GroupChoice(props: InputProps<string | null>) {
  const groups = useQuery(groupsQuery).data?.items ?? []
  const nameOf = (id: string) => groups.find((one) => one.id === id)?.name ?? ''
  return <ChoiceField {...props} choices={[null, ...groups.map(({ id }) => id)]} word={nameOf} />
}
