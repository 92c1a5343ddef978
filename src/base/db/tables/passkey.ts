import { bigint, boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { instant } from './columns.ts'
import { user } from './user.ts'

/** A passkey of a user. It holds nothing secret: the private key never leaves the user's device. */
export const passkey = pgTable(
  'passkey',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Given by the user; empty until then. */
    name: text().notNull().default(''),
    /** In base64. */
    publicKey: text().notNull(),
    credentialID: text('credential_id').notNull(),
    /** How often it was used, by authenticators that count; a lower number than before is a copied one. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** `singleDevice` or `multiDevice`, which a password manager keeps on several. */
    deviceType: text().notNull(),
    backedUp: boolean().notNull(),
    /** How the browser reaches it, such as `internal,hybrid`. */
    transports: text(),
    /** The model of the authenticator; all zero where it does not say. */
    aaguid: text(),
    /** The browser whose session made it, as in `session`; it goes when the owner refuses a sign-in from there. */
    browserId: text(),
    /** When the sign-in card was used from whose session it was added; null where that was opened otherwise. */
    cardAt: instant(),
    lastUsedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('passkey_credential_id_unique').on(table.credentialID),
    index('passkey_user_id_index').on(table.userId),
  ],
)

/** A user who has dismissed the offer to add a passkey, which is made once. */
export const passkeyOffer = pgTable('passkey_offer', {
  userId: uuid()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  dismissedAt: instant().notNull(),
})
