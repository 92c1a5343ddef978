/** Many strings in one buffer: a fraction of the memory of as many objects, and nothing for the garbage collector. */
export class StringTable {
  #bytes: Buffer = Buffer.allocUnsafe(65_536)
  #ends = new Uint32Array(1024)
  #count = 0

  add(text: string): void {
    const start = this.#endOf(this.#count - 1)
    const end = start + Buffer.byteLength(text)
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.#bytes.length * 2))
      this.#bytes.copy(larger, 0, 0, start)
      this.#bytes = larger
    }
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#count * 2)
      larger.set(this.#ends)
      this.#ends = larger
    }
    this.#bytes.write(text, start)
    this.#ends[this.#count] = end
    this.#count += 1
  }

  /** Empty if there is no such string. */
  get(index: number): string {
    return index >= 0 && index < this.#count
      ? this.#bytes.toString('utf8', this.#endOf(index - 1), this.#endOf(index))
      : ''
  }

  #endOf(index: number): number {
    return this.#ends[index] ?? 0
  }
}
