/** A backup cannot be made, read or restored. `message` is one sentence for the operator: what, why, what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}
