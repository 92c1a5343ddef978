import type { ReactNode } from 'react'
import { createSlot } from '#kit/slot.tsx'

/** On the dashboard, while the library lends: how many loans are open, were made today and are late, and how many borrowers there are. */
export const lendingFigures = createSlot<{ onLoan: number; lentToday: number; overdue: number; borrowers: number }>()

/** Where the people of a file of books are added, where the library lends: in place of the sentence that names `users` alone. */
export const peopleOfFiles = createSlot<{ users: ReactNode }>()
