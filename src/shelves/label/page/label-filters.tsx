import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import type { LabelsSearch } from '../label-search.schema.ts'

const CHOSEN = 'chosen'

/** What is printed: by when it was printed, by number, by class, or what was selected in the list. */
export function LabelFilters({ search }: { search: LabelsSearch }) {
  const navigate = useNavigate()
  const groups = useQuery({ ...groupsQuery, enabled: search.about === 'cards' }).data?.items ?? []
  const narrow = (next: Partial<LabelsSearch>) => {
    const { about, which, from, to, groupId } = { ...search, ...next }
    const { chosen } = next
    void navigate({
      to: '/manager/labels',
      search: {
        about,
        which,
        ...(from && { from }),
        ...(to && { to }),
        ...(groupId && { groupId }),
        ...(chosen && { chosen }),
      },
      replace: true,
    })
  }
  return (
    <>
      <SelectField
        label={m.labels_which()}
        value={search.chosen ? CHOSEN : search.which}
        options={[
          ...(search.chosen ? [{ value: CHOSEN, label: m.labels_which_chosen() }] : []),
          { value: 'missing', label: m.labels_which_missing() },
          { value: 'today', label: m.labels_which_today() },
          { value: 'all', label: m.labels_which_all() },
        ]}
        onChange={(which) => {
          if (which === 'missing' || which === 'today' || which === 'all') narrow({ which })
        }}
      />
      {!search.chosen && search.about === 'cards' && (
        <SelectField
          label={m.borrower_group()}
          value={search.groupId ?? ''}
          options={[
            { value: '', label: m.borrower_group_all() },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(groupId) => narrow({ groupId })}
        />
      )}
      {!search.chosen && <Range key={`${search.from} ${search.to}`} search={search} onRange={narrow} />}
    </>
  )
}

interface RangeProps {
  search: LabelsSearch
  onRange: (range: { from: string; to: string }) => void
}

/** Numbers from one to another; either may stay empty. */
function Range({ search, onRange }: RangeProps) {
  const [from, setFrom] = useState(search.from ?? '')
  const [to, setTo] = useState(search.to ?? '')
  const isTyped = from !== (search.from ?? '') || to !== (search.to ?? '')
  const props = { dir: 'ltr', autoComplete: 'off', maxLength: 30 } as const
  return (
    <Form
      isChanged={false}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onRange({ from: from.trim(), to: to.trim() })
      }}
    >
      <TextField {...props} label={m.labels_from()} value={from} onChange={({ target }) => setFrom(target.value)} />
      <TextField {...props} label={m.labels_to()} value={to} onChange={({ target }) => setTo(target.value)} />
      {isTyped && (
        <Button type="submit" look="second" className="col-span-full">
          {m.labels_show()}
        </Button>
      )}
    </Form>
  )
}
