import type { QueryClient } from '@tanstack/react-query'
import { createSlot } from '#kit/slot.tsx'
import type { LibraryDecisions } from './library-settings.schema.ts'

/** On the page of settings: a section for what a floor lets the library decide. */
export const settingPanels = createSlot<{ library: LibraryDecisions }, { queryClient: QueryClient }>()
