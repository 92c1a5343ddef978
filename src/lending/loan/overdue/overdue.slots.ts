import { createSlot } from '#kit/slot.tsx'
import type { OverdueFilter } from './overdue.schema.ts'

/** On the list of late loans: what else can be done about them. */
export const overdueActions = createSlot<{ filter: OverdueFilter }>()
