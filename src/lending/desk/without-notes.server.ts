import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import type { DeskBorrower, DeskNotice } from './desk-parts.schema.ts'

/** What an answer of the desk may hold that librarians have written about borrowers. */
interface Noted {
  borrower?: DeskBorrower | undefined
  notices?: DeskNotice[] | undefined
}

const plain = (notices: readonly DeskNotice[]): DeskNotice[] => notices.map((one) => ({ ...one, note: null }))

/**
 * An answer of the desk as the caller may see it: without what librarians have written about borrowers for who may not read
 * them, such as a helper. That nothing is lent to a borrower is told without the reason.
 */
export function withoutNotes<Answer extends Noted>(session: CurrentSession, answer: Answer): Answer {
  if (hasAccess(session, 'borrower:read')) return answer
  const { borrower, notices } = answer
  return {
    ...answer,
    ...(borrower && {
      borrower: { ...borrower, note: '', blockedNote: borrower.blockedNote === null ? null : '' },
    }),
    ...(notices && { notices: plain(notices) }),
  }
}
