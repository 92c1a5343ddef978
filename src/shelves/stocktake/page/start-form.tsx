import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { useDebounced } from '#base/ui/use-debounced.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { placesQuery } from '#lending/copy/copy.data.ts'
import { newActId } from '#lending/desk/shared/act-id.ts'
import { expectedCopiesQuery, startStocktake } from '../stocktake.data.ts'
import { useRefreshStocktakes } from './use-refresh-stocktakes.ts'

// No place is called so: the names of places are trimmed.
const ALL = ' '
const NO_PLACE = ''

/** Milliseconds after the last key before what would be expected is counted. */
const PAUSE = 400

/** What a new stock-taking counts, and how many copies that expects. */
export function StartForm() {
  const places = useQuery(placesQuery).data ?? []
  const [location, setLocation] = useState(ALL)
  const [shelfFrom, setShelfFrom] = useState('')
  const [shelfTo, setShelfTo] = useState('')
  // Pressed twice, it is one.
  const [id] = useState(newActId)
  const scope = { location: location === ALL ? null : location, shelfFrom: shelfFrom.trim(), shelfTo: shelfTo.trim() }
  const [askedFrom, askedTo] = [useDebounced(scope.shelfFrom, PAUSE), useDebounced(scope.shelfTo, PAUSE)]
  const asked = { location: scope.location, shelfFrom: askedFrom, shelfTo: askedTo }
  const copies = useQuery(expectedCopiesQuery(asked)).data?.copies
  const navigate = useNavigate()
  const start = useAction(
    async () => {
      await startStocktake({ data: { id, ...scope } })
      await navigate({ to: '/manager/stocktakes/$id', params: { id } })
    },
    { failure: m.stocktake_not_started(), refresh: useRefreshStocktakes() },
  )
  return (
    <Panel title={m.stocktake_new()} className="print:hidden">
      <Form
        // No question at leaving: it is soon chosen again.
        isChanged={false}
        noValidate
        className="mt-3 flex flex-wrap items-start gap-x-5 gap-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          void start.run()
        }}
      >
        <SelectField
          className="min-w-[min(12rem,100%)] flex-1"
          label={m.copy_location()}
          value={location}
          options={[
            { value: ALL, label: m.stocktake_all() },
            ...places.map((place) => ({ value: place, label: place })),
            { value: NO_PLACE, label: m.stocktake_no_place() },
          ]}
          onChange={setLocation}
        />
        <TextField
          className="min-w-[min(9rem,100%)] flex-1"
          label={m.stocktake_from()}
          value={shelfFrom}
          maxLength={50}
          hint={m.stocktake_range_hint()}
          onChange={({ target }) => setShelfFrom(target.value)}
        />
        <TextField
          className="min-w-[min(9rem,100%)] flex-1"
          label={m.stocktake_to()}
          value={shelfTo}
          maxLength={50}
          hint={m.stocktake_to_hint()}
          onChange={({ target }) => setShelfTo(target.value)}
        />
        <Button {...blockedInDemo} type="submit" isBusy={start.isBusy} disabled={copies === 0} className="md:mt-7.5">
          {copies === 0
            ? m.stocktake_start_none()
            : m.stocktake_start({ copies: m.copy_count({ count: copies ?? 0, shown: formatNumber(copies ?? 0) }) })}
        </Button>
      </Form>
    </Panel>
  )
}
