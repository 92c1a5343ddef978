import type { ServerSlice } from '#kit/slice.server.ts'
import { classListKind } from './class-list-kind.server.ts'

/** What class lists contribute on the server. */
export const classListSlice: ServerSlice = { imports: [classListKind] }
