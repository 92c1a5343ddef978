import * as z from 'zod/mini'

/** A ban as the person hears of it: why, where that was given, and until when; null for one that has no end. */
export const banNoticeSchema = z.object({ reason: z.nullable(z.string()), until: z.nullable(z.date()) })
export type BanNotice = z.infer<typeof banNoticeSchema>
