import { meantCode, type FoundCode } from './found-code.ts'

/** Milliseconds for which a code must have been out of the picture before it counts once more: two scans of one copy lend and return it. */
const AGAIN = 3000
/** Milliseconds after which another code of the same kind counts. */
const NEXT = 700
/** Milliseconds after which a code of the other kind counts: the back of one book has its label and its ISBN. */
const OTHER_KIND = 1500

/** Tells which codes of a film were held in front of the camera: each once, though it is in a dozen pictures a second. */
export class CodeFilter {
  #last: FoundCode | undefined
  #lastTaken = 0
  #lastSeen = 0
  /** Codes of the other kind that were in one picture with the last one, by when they were seen. */
  readonly #beside = new Map<string, number>()
  #unsure: string | undefined

  /** The code that these usable codes of a picture bring; `now` in milliseconds. */
  take(codes: readonly FoundCode[], now: number): FoundCode | undefined {
    const meant = meantCode(codes)
    if (meant === undefined) return undefined
    const isConfirmed = meant.isSure || this.#unsure === meant.text
    this.#unsure = meant.text
    const last = this.#last
    if (last !== undefined && !this.#isNext(meant, last, codes, now)) return undefined
    if (!isConfirmed) return undefined
    this.#last = meant
    this.#lastTaken = now
    this.#lastSeen = now
    this.#beside.clear()
    this.#noteBeside(meant, codes, now)
    return meant
  }

  #isNext(meant: FoundCode, last: FoundCode, codes: readonly FoundCode[], now: number): boolean {
    const unseen = now - this.#lastSeen
    const here = codes.find(({ text }) => text === last.text)
    if (here !== undefined) {
      this.#lastSeen = now
      this.#noteBeside(last, codes, now)
    }
    if (meant.text === last.text) return unseen >= AGAIN
    // The next one of a sheet: nearer to the middle than the one before.
    if (meant.kind === last.kind) return now - this.#lastTaken >= NEXT
    if (here !== undefined) return false
    const beside = this.#beside.get(meant.text)
    if (beside === undefined) return unseen >= OTHER_KIND
    // The other code of a book that is still in front of the camera.
    this.#beside.set(meant.text, now)
    this.#lastSeen = now
    return now - beside >= AGAIN
  }

  #noteBeside({ kind }: FoundCode, codes: readonly FoundCode[], now: number): void {
    for (const code of codes) if (code.kind !== kind) this.#beside.set(code.text, now)
  }
}
