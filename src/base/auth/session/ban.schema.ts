import * as z from 'zod/mini'
import { now } from '#base/lib/clock.ts'

/** A ban as the banned user sees it: its reason and its end, each null if not given. */
export const banNoticeSchema = z.object({ reason: z.nullable(z.string()), until: z.nullable(z.date()) })
export type BanNotice = z.infer<typeof banNoticeSchema>

/** Whether a user is banned at that time, by default now. */
export const isBanned = (row: { banned: boolean; banExpires: Date | null }, at = now()): boolean =>
  row.banned && (row.banExpires === null || row.banExpires > at)
