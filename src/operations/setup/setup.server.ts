import { activeAdmins } from '#base/auth/admin-notice.server.ts'
import { phraseHash } from '#base/auth/better-auth/restore-claim.server.ts'
import { isSetupOpen, setupProof } from '#base/auth/better-auth/setup.server.ts'
import { asksForCode } from '#base/auth/setup/setup-code.server.ts'
import { ownRestore, ticketOf } from '#base/auth/setup/restore-ticket.server.ts'
import type { RestoreState } from '#base/db/backup/restore-state.server.ts'
import { canLend } from '#base/db/library-settings.server.ts'
import { countSamples } from '#base/db/seed/samples.server.ts'
import { maskedEmail } from '#base/lib/masked-email.ts'
import { problemSentence } from './restore/restore-words.server.ts'
import type { RestoredAdmin, RestoredLibrary } from './restore/restore.schema.ts'

/** What the page of the set-up shows while it is open. */
interface OpenSetup {
  /** What the form of the set-up sends back. */
  proof: string
  /** Number of sample books. */
  samples: number
  /** Whether the library can lend, which it then decides. */
  canLend: boolean
  /** Whether the form asks for the code that the terminal shows. */
  hasCode: boolean
  /** Whether this browser has proven already that it may restore a backup. */
  hasTicket: boolean
  /** Why the restore of this browser failed, in words. */
  failure: string | null
  /** What this browser has restored: a library without an admin. */
  restored: RestoredLibrary | null
}

/** What the browser that has restored a library chooses from. */
interface Claim {
  admins: RestoredAdmin[]
  hasPhrase: boolean
  restored: RestoredLibrary
}

/** The page of the set-up while it is open, or while the browser that has restored a library says who it is. */
export async function readSetup(cookies: string | null): Promise<{ open: OpenSetup } | { claim: Claim } | null> {
  const own = ownRestore(cookies)
  const restored = own?.phase === 'restored' ? restoredOf(own) : null
  if (!(await isSetupOpen())) return restored && { claim: await readClaim(restored) }
  const { untouched } = await countSamples()
  return {
    open: {
      proof: setupProof(),
      samples: untouched,
      canLend: canLend(),
      hasCode: asksForCode(),
      hasTicket: ticketOf(cookies) !== undefined,
      failure: own?.phase === 'failed' ? problemSentence(own.problem ?? 'failed', own.name) : null,
      restored,
    },
  }
}

const restoredOf = ({ books, madeAt, mail }: RestoreState): RestoredLibrary => ({ books, madeAt, mail })

async function readClaim(restored: RestoredLibrary): Promise<Claim> {
  const admins = (await activeAdmins()).map(({ id, name, email }) => ({
    id,
    name,
    email: email === null ? null : maskedEmail(email),
  }))
  return { admins, hasPhrase: (await phraseHash()) !== null, restored }
}
