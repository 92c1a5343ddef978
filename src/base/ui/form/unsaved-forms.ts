import { createContext, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isNavigatingAway } from '#base/lib/form/leave.ts'
import { areDraftsSaved } from '#base/lib/form/saved-drafts.ts'

/** Input that leaving the page would lose. */
export interface Unsaved {
  /** Whether there is something to lose now. */
  isChanged: () => boolean
  /** Discards the input, where it outlives its form. */
  onDiscard?: (() => void) | undefined
  /** Whether the input is kept over a reload after an update (`useSavedDraft`), which then needs no question. */
  isDraftSaved?: boolean | undefined
}

/** The forms of a page or of a dialog. */
export interface UnsavedForms {
  /** Adds a form; returns the function that removes it. */
  add: (form: Unsaved) => () => void
  isAny: () => boolean
  areChanged: () => boolean
  /** Whether a reload or closing the tab would lose something. */
  areLostByReload: () => boolean
  drop: () => void
  subscribe: (onChange: () => void) => () => void
}

/** An empty list of forms. */
export function openForms(): UnsavedForms {
  const forms = new Set<Unsaved>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const changed = () => [...forms].filter((form) => form.isChanged())
  return {
    add: (form) => {
      forms.add(form)
      tell()
      return () => {
        forms.delete(form)
        tell()
      }
    },
    isAny: () => forms.size > 0,
    areChanged: () => changed().length > 0,
    areLostByReload: () =>
      !isNavigatingAway() && changed().some(({ isDraftSaved }) => !(isDraftSaved && areDraftsSaved())),
    drop: () => {
      for (const form of changed()) form.onDiscard?.()
    },
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/** The forms of the page or the dialog around; undefined where leaving loses nothing, as before a sign-in. */
export const FormsContext = createContext<UnsavedForms | undefined>(undefined)

/** Whether any form is open. */
export const useIsAnyForm = ({ subscribe, isAny }: UnsavedForms): boolean =>
  useSyncExternalStore(subscribe, isAny, () => false)

interface MaybeUnsaved extends Omit<Unsaved, 'isChanged'> {
  /** `false` where there is never anything to lose. */
  isChanged: Unsaved['isChanged'] | false
}

/** Asks before the page or the dialog around is left while something would be lost. Forms do it by `Form`. */
export function useUnsaved({ isChanged, onDiscard, isDraftSaved }: MaybeUnsaved): void {
  const around = use(FormsContext)
  const forms = isChanged === false ? undefined : around
  const onAsk = useEffectEvent(() => isChanged !== false && isChanged())
  const discard = useEffectEvent(() => onDiscard?.())
  useEffect(
    () => forms?.add({ isChanged: () => onAsk(), onDiscard: () => discard(), isDraftSaved }),
    [forms, isDraftSaved],
  )
}
