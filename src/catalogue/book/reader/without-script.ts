import type { ComponentType } from 'react'
import type { ReaderSearch } from './reader-search.schema.ts'

type Part = ComponentType<{ params: ReaderSearch }>
const nothing = () => null

/** What stands within `noscript`, which React renders on the server alone: a browser loads nothing for it. */
export const { PlainControls, PlainNextPage }: { PlainControls: Part; PlainNextPage: Part } = import.meta.env.SSR
  ? await import('./plain-controls.tsx')
  : { PlainControls: nothing, PlainNextPage: nothing }
