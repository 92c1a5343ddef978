import type { QueryClient } from '@tanstack/react-query'
import { createSlot } from '#kit/slot.tsx'

/**
 * Behind the name of a page in the navigation of managers: how many rows of its noun there are, or the figure of what is urgent
 * on it.
 */
export const managerPageCounts = createSlot<{ noun?: string; figure?: string }, { queryClient: QueryClient }>()

/** On the dashboard: the sentence about the figure of what needs attention on a page (`attention` of its navigation item). */
export const attentionTexts = createSlot<AttentionText>()

export interface AttentionText {
  figure: string
  count: number
}

/** On the icon of a tab of readers, told by where the tab leads. */
export const readerTabMarks = createSlot<{ to: string }, { queryClient: QueryClient }>()
