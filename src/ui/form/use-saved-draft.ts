import { useEffect, useEffectEvent } from 'react'
import { registerDraft } from '#lib/saved-drafts.ts'

interface KeptDraft {
  /** What is to be kept when the page must be loaded anew; undefined where nothing was typed. */
  read: () => unknown
  /** Puts it back. It may come from another build: fields that do not fit are left out. */
  restore: (kept: unknown) => void
}

/** Keeps what was typed where the page is loaded anew because the library was updated. `key` names the form and what it edits. */
export function useSavedDraft(key: string, { read, restore }: KeptDraft): void {
  const onRead = useEffectEvent(read)
  const onRestore = useEffectEvent(restore)
  useEffect(() => registerDraft(key, { read: () => onRead(), restore: (kept) => onRestore(kept) }), [key])
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Of kept values those that fit the fields of `blank`; the others stay as there. */
export function fitDraft<Draft extends object>(blank: Draft, kept: unknown): Draft {
  if (!isRecord(kept)) return blank
  const fits = Object.entries(blank).filter(([field, value]) => {
    const own = kept[field]
    return typeof own === typeof value || (value === null && typeof own !== 'object')
  })
  return { ...blank, ...Object.fromEntries(fits.map(([field]) => [field, kept[field]])) }
}
