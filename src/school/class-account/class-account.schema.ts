import * as z from 'zod/mini'
import { CARD_DAYS } from '#base/auth/sign-in-card/card-code.schema.ts'
import { borrowersChosenSchema } from '#lending/borrower/borrower.schema.ts'
import { givenCardSchema } from '#people/user/card/sign-in-card.schema.ts'

/** Borrowers in one act, at most: the pupils of a school. */
export const ACCOUNTS_MAX = 1500

/**
 * What becomes of a borrower. `has`: is linked already; `link`: is linked to the account with their address; `invite`: gets an account, and
 * an invitation by mail; `make`: gets an account without an address. With the other outcomes nothing happens to the borrower: `unproven`:
 * the account with the address has not proven it; `taken`: that account is another borrower's; `banned`: that account is banned; `shared`:
 * several borrowers have the address; `invalid`: the text is no address; `none`: there is no address, and sign-in cards are off.
 */
export const ACCOUNT_OUTCOMES = [
  'link',
  'invite',
  'make',
  'has',
  'unproven',
  'taken',
  'banned',
  'shared',
  'invalid',
  'none',
] as const
export type AccountOutcome = (typeof ACCOUNT_OUTCOMES)[number]

/** Whose accounts it is about. */
export const accountsInputSchema = z.strictObject({ borrowers: borrowersChosenSchema })
export type AccountsInput = z.input<typeof accountsInputSchema>

/** A borrower, with what would be done. */
const plannedAccountSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  className: z.nullable(z.string()),
  /** The library card, by which two of one name are told apart. */
  card: z.string(),
  /** The address of the borrower; '' for none. */
  email: z.string(),
  outcome: z.enum(ACCOUNT_OUTCOMES),
  /** Of who has an account. */
  account: z.nullable(
    z.object({
      userId: z.uuid(),
      hasSignedIn: z.boolean(),
      /** A reader who is not banned may get a sign-in card. */
      mayGetCard: z.boolean(),
      /** A sign-in card that was not used yet. */
      hasOpenCard: z.boolean(),
      /** Has an address to which no invitation was mailed. */
      isUninvited: z.boolean(),
    }),
  ),
})
export type PlannedAccount = z.infer<typeof plannedAccountSchema>

export const accountsPlanSchema = z.object({
  people: z.array(plannedAccountSchema),
  /** How many were found; more than `ACCOUNTS_MAX` cannot be done at once, and `people` is empty then. */
  total: z.number(),
  /** Whether the library gives sign-in cards. */
  hasCards: z.boolean(),
  /** Names this plan: nothing is done by another one. */
  mark: z.string(),
})
export type AccountsPlan = z.infer<typeof accountsPlanSchema>

export const accountsStartSchema = z.extend(accountsInputSchema, { mark: z.string() })
export const madeAccountsSchema = z.object({ id: z.uuid(), linked: z.number(), made: z.number() })

export const accountBulkIdSchema = z.strictObject({ id: z.uuid() })
/** What an undo has taken back, and who is left alone since they have signed in or were changed. */
export const undoneAccountsSchema = z.object({ restored: z.number(), kept: z.array(z.string()) })

/** The last such act that was not taken back. */
export const lastAccountsSchema = z.nullable(
  z.object({ id: z.uuid(), createdAt: z.date(), linked: z.number(), made: z.number() }),
)

export const classCardsInputSchema = z.strictObject({
  ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(ACCOUNTS_MAX)),
  days: z.literal([...CARD_DAYS]),
})
const classCardSchema = z.extend(givenCardSchema, {
  borrowerId: z.uuid(),
  name: z.string(),
  className: z.nullable(z.string()),
  card: z.string(),
})
export type ClassCard = z.infer<typeof classCardSchema>
/** The cards in the order of classes and names; shown once. */
export const classCardsSchema = z.array(classCardSchema)

export const inviteInputSchema = z.strictObject({ ids: classCardsInputSchema.shape.ids })
