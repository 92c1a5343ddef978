import * as z from 'zod/mini'
import { CARD_DAYS } from '#base/auth/sign-in-card/card-code.schema.ts'
import { qrCodeSchema } from '#base/lib/qr-code.schema.ts'
import { userIdSchema } from '#base/auth/user-id.schema.ts'

/** A card to be given, with the days that it is valid. */
export const newCardSchema = z.extend(userIdSchema, { days: z.literal([...CARD_DAYS]) })

/** A card as it is shown once. */
export const givenCardSchema = z.object({
  /** In groups of four, as it stands on the card. */
  code: z.string(),
  link: z.string(),
  /** The link as a QR code. */
  qr: qrCodeSchema,
  createdAt: z.date(),
  expiresAt: z.date(),
  /** Whether the link works on the server's own machine only. */
  isLocal: z.boolean(),
})
export type GivenSignInCard = z.infer<typeof givenCardSchema>

/** What is known of the last card of a user, without its code. */
export const cardStateSchema = z.nullable(
  z.object({
    createdAt: z.date(),
    expiresAt: z.date(),
    usedAt: z.nullable(z.date()),
    revokedAt: z.nullable(z.date()),
    /** Name or address of the manager; null for the command line and a former user. */
    givenBy: z.nullable(z.string()),
  }),
)
export type SignInCardState = z.infer<typeof cardStateSchema>
