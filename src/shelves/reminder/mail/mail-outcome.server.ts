/**
 * What became of a mail that was not taken: `refused` for good, to be tried `later`, not even begun since the `server` was not
 * ready, or `unsure`, as the connection broke while the server may have had it.
 */
export interface MailOutcome {
  kind: 'refused' | 'later' | 'server' | 'unsure'
  /** What the mail server has answered, or the code of the failure. */
  problem: string
}

/** Reasons of a recipient's server or of the own one that pass: too much mail in a time, a system that is down (RFC 3463). */
const PASSES = /\b5\.(3\.\d|4\.5)\b/
const BROKEN = new Set(['ETIMEDOUT', 'ECONNECTION', 'ESOCKET', 'ECONNRESET', 'EPIPE'])

const LONGEST = 200

/** Reads an error of nodemailer. */
export function mailOutcome(error: unknown): MailOutcome {
  const { code, command, response, responseCode, syscall }: Record<string, unknown> =
    error instanceof Error ? { ...error } : {}
  const problem = String(response ?? code ?? 'unknown')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
  if (typeof responseCode === 'number') {
    // Before the recipient is named, an answer is about the sender or the server.
    if (command !== 'RCPT TO' && command !== 'DATA') return { kind: 'server', problem }
    return { kind: responseCode >= 500 && !PASSES.test(problem) ? 'refused' : 'later', problem }
  }
  // An address that cannot be written into a mail.
  if (code === 'EENVELOPE') return { kind: 'refused', problem }
  if (typeof code === 'string' && BROKEN.has(code) && syscall !== 'connect') return { kind: 'unsure', problem }
  return { kind: 'server', problem }
}
