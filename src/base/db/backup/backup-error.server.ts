/** What is wrong, for who says it in another language. */
export type BackupProblem =
  | 'missing'
  | 'unreadable'
  | 'foreign'
  | 'cut'
  | 'damaged'
  | 'newer'
  | 'other_tables'
  | 'no_room'
  | 'busy'
  | 'managed'
  | 'away'
  | 'failed'

/** A backup cannot be made, read or restored. `message` is one sentence for the operator: what, why, what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly problem: BackupProblem

  constructor(message: string, { problem = 'failed', ...options }: ErrorOptions & { problem?: BackupProblem } = {}) {
    super(message, options)
    this.problem = problem
  }
}
