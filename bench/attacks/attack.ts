/** 'known': it succeeds, and docs/security.md says so under 'What remains'. */
type Verdict = 'succeeds' | 'refused' | 'known'

/** One thing that an attacker tried, and what came of it, in words with statuses and figures. */
export interface Attempt {
  tried: string
  result: string
  verdict: Verdict
}

/** The default export of each file in bench/attacks whose name begins with the number of its finding. */
export interface Attack {
  /** The number of the finding: M1 to M6. */
  finding: string
  about: string
  run: () => Promise<Attempt[]>
}

/** What came of an attempt that must be refused. */
export const attempt = (tried: string, result: string, isRefused: boolean): Attempt => ({
  tried,
  result,
  verdict: isRefused ? 'refused' : 'succeeds',
})
