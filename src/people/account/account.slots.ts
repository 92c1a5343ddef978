import type { QueryClient } from '@tanstack/react-query'
import type { Installation } from '#kit/installation/installation.schema.ts'
import type { Me } from '#kit/me/me.schema.ts'
import { createSlot } from '#kit/slot.tsx'

/** On the account page, below who one is. */
export const accountPanels = createSlot<object, { queryClient: QueryClient }>()

/** On the account page, below how the product looks: what this device keeps. */
export const devicePanels = createSlot<{ me: Me; build: Installation }>()
