import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { fieldsOf, partOf } from '#base/lib/fields-of.ts'
import { useForm } from '#base/ui/form/use-form.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { changeLibrarySettings, undoLibraryChange } from '../library-settings.data.ts'
import type { LibrarySettingsChange } from '../library-settings.schema.ts'

/** Waits until settings of the library are saved, says so, and offers to take the change back. */
export function useSavedToast() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const refresh = async () => {
    // Also what every page knows of the settings.
    await queryClient.invalidateQueries({ queryKey: ['settings'] })
    await router.invalidate()
  }
  const undo = useAction((id: string) => undoLibraryChange({ data: { id } }), {
    failure: m.undo_failed(),
    success: m.undo_done(),
    refresh,
  })
  return async (saved: Promise<{ undo: string | null }>, title: string = m.lending_saved()) => {
    const { undo: id } = await saved
    await refresh()
    const action = id !== null && { label: m.books_undo(), onClick: () => void undo.run(id) }
    void toast({ type: 'success', title, ...(action && { duration: UNDO_TIME, action }) })
  }
}

/**
 * The form of a section of the settings. It saves what was edited alone, so that what somebody else has changed meanwhile
 * stays.
 */
export function useLibraryForm<Section extends LibrarySettingsChange>(schema: z.ZodMiniType<Section>, shown: Section) {
  const [edits, setEdits] = useState<Partial<Section>>({})
  const toastSaved = useSavedToast()
  const draft: Section = { ...shown, ...edits }
  const form = useForm({
    schema,
    values: () => draft,
    isChanged: () => fieldsOf(draft).some((field) => draft[field] !== shown[field]),
    save: async (input: Section) => {
      const changed = fieldsOf(input).filter((field) => input[field] !== shown[field])
      await toastSaved(changeLibrarySettings({ data: partOf(input, changed) }))
      setEdits({})
    },
    failure: m.lending_not_saved(),
  })
  return {
    form,
    draft,
    change: (part: Partial<Section>) => {
      setEdits((before) => ({ ...before, ...part }))
      form.clear(...fieldsOf(draft).filter((field) => field in part))
    },
  }
}
