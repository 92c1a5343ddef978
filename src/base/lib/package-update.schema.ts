import * as z from 'zod/mini'

/** What a manager asks for: to install the package that was sent, or to go back to the version before. */
export const updateRequestSchema = z.strictObject({ action: z.enum(['update', 'back']) })
export type UpdateRequest = z.output<typeof updateRequestSchema>

const UNDER_WAY = ['checking', 'keeping', 'queued', 'installing', 'starting', 'returning'] as const
const ENDED = ['updated', 'returned', 'went_back', 'failed'] as const

/** How the last update went. Versions are those of Debian, such as `1.4.0-1`. */
export const lastUpdateSchema = z.object({
  /** How far the update has come, or how it ended. */
  phase: z.enum([...UNDER_WAY, ...ENDED]),
  from: z.string(),
  to: z.string(),
  /** ISO 8601. Not `z.iso`, which no other page needs and which would be in the first page of everybody. */
  at: z.string(),
  /** What a program has said when it failed, in its words. */
  reason: z.string(),
  /** The version that can be gone back to. */
  before: z.nullable(z.string()),
})
export type LastUpdate = z.output<typeof lastUpdateSchema>

/** Whether an update is still on its way. */
export const isUpdateUnderWay = ({ phase }: Pick<LastUpdate, 'phase'>): boolean =>
  UNDER_WAY.some((one) => one === phase)
