/**
 * How what a procedure changes can be taken back:
 * - `nothing`: there is nothing to take back; it reads, tries or prepares something, or says something to somebody.
 * - `undo`: by the undo of the activity, of the page or of the desk, or from the trash.
 * - `again`: by the opposite change, which anybody who made it can make: a former value is entered, what ended is made anew.
 * - `never`: by nothing. It asks for a recent authentication, and tells all admins and the security log of it.
 * - `by-input`: as `undo` or `again` for most inputs, as `never` for some, for which the procedure itself asks. Each has a
 *   row in the table of `taken-back.long.test.ts`.
 */
export type TakenBack = 'nothing' | 'undo' | 'again' | 'never' | 'by-input'

/** Actions of permissions that change nothing. */
type ReadingAction = 'read' | 'get' | 'list' | 'export'

/** The accesses by which nothing is changed, unless a procedure says otherwise. */
export type ReadingOf<Access extends string> = Extract<Access, 'self' | `${string}:${ReadingAction}`>

/** What a procedure says of how it is taken back. A procedure that may lag reads, too. */
export interface TakenBackAnswer {
  takenBack: TakenBack
}
export interface LaggingAnswer {
  mayLag: true
  takenBack?: 'nothing'
}
