/** What a run may be told on the command line. */
export interface FaultOptions {
  /** How often the fault is caused; each fault has a default. */
  times: number | undefined
  minutes: number
  seed: number
  requests: number
  /** Part of the words of the kinds to cause, where a fault has several; all without it. */
  only: string | undefined
  say: (line: string) => void
}

/** What was seen under a fault. */
export interface FaultResult {
  /** How often the fault was caused. */
  times: number
  /** Writes that were answered with success. */
  acknowledged: number
  /** Acknowledged writes that were not there afterwards, or there twice. */
  lost: number
  /** Number of answers by status; 'none' where the connection broke. */
  answers: ReadonlyMap<string, number>
  /** Milliseconds of the longest time in which no request of a client succeeded. */
  longestOutage: number
  /** What was promised and did not hold; empty when all is well. */
  problems: readonly string[]
  /** Why the fault could not be caused here. */
  skipped?: string
}

/** A fault that can be caused again: the default export of a file `bench/faults/<name>.fault.ts`. */
export interface Fault {
  /** One line for the list of faults. */
  about: string
  run: (options: FaultOptions) => Promise<FaultResult>
}

/** A result without writes, for faults that look at answers alone. */
const noWrites = { acknowledged: 0, lost: 0, answers: new Map<string, number>(), longestOutage: 0 }

/** The result of a fault that cannot be caused on this machine. */
export const skippedFault = (reason: string): FaultResult => ({ ...noWrites, times: 0, problems: [], skipped: reason })
