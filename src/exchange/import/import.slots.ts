import type { QueryClient } from '@tanstack/react-query'
import { createSlot } from '#kit/slot.tsx'
import type { Import } from './import.schema.ts'

/** The page of an import of another noun than books. */
export const otherImports = createSlot<{ item: Import; timeZone: string }, { queryClient: QueryClient; item: Import }>()
