import * as z from 'zod/mini'

/** A ban as the banned user sees it: its reason and its end, each null if not given. */
export const banNoticeSchema = z.object({ reason: z.nullable(z.string()), until: z.nullable(z.date()) })
export type BanNotice = z.infer<typeof banNoticeSchema>
