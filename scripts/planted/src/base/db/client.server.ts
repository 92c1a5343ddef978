import type { Planted } from './types.server.ts'

export const db: Planted = {}
