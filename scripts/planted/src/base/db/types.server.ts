import type { db } from './client.server.ts'

export interface Planted {
  client?: typeof db
}
