import { createSlot } from '#kit/slot.tsx'
import type { Activity } from './activity.schema.ts'

/** Below an entry that is about many rows at once: what can be done to them (`bulk`). */
export const activityBulkActions = createSlot<{ activity: Activity }>()

/** The name of an import in a sentence, with the way to its page. */
export const importNames = createSlot<{ id: string; name: string }>()
