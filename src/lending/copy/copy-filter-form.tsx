import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import type { ListChange } from '#base/ui/list/list-filters.tsx'
import { placesQuery } from './copy.data.ts'
import { copiesSearchSchema, type CopiesSearch } from './copy-search.schema.ts'
import { copyFields, neverLentWord } from './copy.words.ts'

/** Years that the form offers; an address may name others. */
const YEARS = [1, 2, 3, 5, 10]

type Chosen = Pick<CopiesSearch, 'location' | 'notSeenSince' | 'neverLent' | 'label'>

/** The less frequent filters of copies: place, not seen since a day, not lent in some years, without a label. */
export function CopyFilterForm({ search, onChoose }: { search: CopiesSearch; onChoose: (next: ListChange) => void }) {
  const { location, notSeenSince, neverLent, label } = search
  const [chosen, setChosen] = useState({
    location: location ?? '',
    notSeenSince: notSeenSince ?? '',
    neverLent: neverLent === undefined ? '' : String(neverLent),
    label: label ?? '',
  })
  const set = (name: keyof typeof chosen) => (value: string) => setChosen((before) => ({ ...before, [name]: value }))
  const places = useQuery(placesQuery).data ?? []
  const years = [...new Set([...YEARS, ...(neverLent === undefined ? [] : [neverLent])])]
  return (
    <Form
      isChanged={false}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        // A field that is empty or half typed narrows nothing.
        const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ''))
        const read: Chosen = copiesSearchSchema.parse(given)
        onChoose({
          location: read.location,
          notSeenSince: read.notSeenSince,
          neverLent: read.neverLent,
          label: read.label,
        })
      }}
    >
      <TextField
        label={m.copy_not_seen()}
        hint={m.copy_not_seen_hint()}
        type="date"
        value={chosen.notSeenSince}
        onChange={({ target }) => set('notSeenSince')(target.value)}
      />
      <SelectField
        label={m.copy_never_lent()}
        value={chosen.neverLent}
        options={[
          { value: '', label: m.copy_never_lent_any() },
          ...years.map((count) => ({ value: String(count), label: neverLentWord(count) })),
        ]}
        onChange={set('neverLent')}
      />
      <SelectField
        label={m.copy_label()}
        value={chosen.label}
        options={[
          { value: '', label: m.copy_label_any() },
          { value: 'missing', label: m.copy_label_missing() },
          { value: 'printed', label: m.copy_label_there() },
        ]}
        onChange={set('label')}
      />
      <SelectField
        label={copyFields.location.label()}
        value={chosen.location}
        options={[
          { value: '', label: m.copy_location_all() },
          ...[...new Set([...places, ...(location ? [location] : [])])].map((value) => ({ value, label: value })),
        ]}
        onChange={set('location')}
      />
      <Button type="submit">{m.copy_filters_show()}</Button>
    </Form>
  )
}
