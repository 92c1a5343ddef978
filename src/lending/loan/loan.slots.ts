import type { ReactNode } from 'react'
import { createSlot } from '#kit/slot.tsx'

/** Around what names a class set: the way to its page. */
export const classSetLinks = createSlot<{ id: string; className: string; children: ReactNode }>()
