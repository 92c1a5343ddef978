import { useEffect, useEffectEvent } from 'react'
import { registerDraft } from '#base/lib/form/saved-drafts.ts'

interface SavedDraft {
  /** The draft to keep over a reload; undefined for none. */
  read: () => unknown
  /** Restores a draft. It may come from another build: invalid fields are left out. */
  restore: (saved: unknown) => void
}

/** Keeps a draft when the page is reloaded after an update of the server. `key` names the form and its row. */
export function useSavedDraft(key: string, { read, restore }: SavedDraft): void {
  const onRead = useEffectEvent(read)
  const onRestore = useEffectEvent(restore)
  useEffect(() => registerDraft(key, { read: () => onRead(), restore: (saved) => onRestore(saved) }), [key])
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The saved values that fit the fields of `blank`; others keep the blank value. */
export function fitDraft<Draft extends object>(blank: Draft, saved: unknown): Draft {
  if (!isRecord(saved)) return blank
  const fits = Object.entries(blank).filter(([field, value]) => {
    const own = saved[field]
    return typeof own === typeof value || (value === null && typeof own !== 'object')
  })
  return { ...blank, ...Object.fromEntries(fits.map(([field]) => [field, saved[field]])) }
}
