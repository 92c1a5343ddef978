import type { Lsn } from './lsn.ts'

/** Positions of the primary that are kept: at four a second, of a minute. */
const MOST = 240

/**
 * How far a replica is behind: since when the primary has had something that the replica lacks. By one clock and by
 * positions alone: `pg_last_xact_replay_timestamp()` grows while nothing is written, and compares two clocks.
 */
export class ReplicaLag {
  readonly #seen: { at: number; lsn: Lsn }[] = []
  #isKnown = false

  /** Whether the replica has had any of the noted positions: before, it may be further behind than is known. */
  get isKnown(): boolean {
    return this.#isKnown
  }

  /** Notes where the primary is at a moment, in milliseconds. */
  note(at: number, lsn: Lsn): void {
    const last = this.#seen.at(-1)
    // A position that is still the same has been there since it was first seen.
    if (last?.lsn === lsn) return
    // Another primary, whose positions go another way.
    if (last && lsn < last.lsn) {
      this.#seen.length = 0
      this.#isKnown = false
    }
    this.#seen.push({ at, lsn })
    // Keeps the first two: the position that the replica has, and the next one, by whose time the lag is measured.
    if (this.#seen.length > MOST) this.#seen.splice(2, 1)
  }

  /** Milliseconds that a replica at this position is behind, at least. */
  behind(at: number, replayed: Lsn): number {
    const caughtUp = this.#seen.findLastIndex(({ lsn }) => lsn <= replayed)
    if (caughtUp >= 0) this.#isKnown = true
    this.#seen.splice(0, caughtUp)
    const missing = this.#seen.find(({ lsn }) => lsn > replayed)
    return missing ? at - missing.at : 0
  }
}
