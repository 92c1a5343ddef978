/** Many strings in one buffer: a fraction of the memory of as many objects, and nothing for the garbage collector. */
export class StringTable {
  #bytes: Buffer = Buffer.allocUnsafe(65_536)
  readonly #ends: number[] = [0]

  add(text: string): void {
    const start = this.#ends.at(-1) ?? 0
    const end = start + Buffer.byteLength(text)
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.#bytes.length * 2))
      this.#bytes.copy(larger, 0, 0, start)
      this.#bytes = larger
    }
    this.#bytes.write(text, start)
    this.#ends.push(end)
  }

  /** Empty if there is no such string. */
  get(index: number): string {
    return this.#bytes.toString('utf8', this.#ends[index], this.#ends[index + 1] ?? this.#ends[index])
  }
}
