const LINE_END = 0x0a
/** The end of the rows, from the newline before it: COPY never writes a lone backslash before a dot. */
const ROWS_END = Buffer.from('\n\\.\n')

/** Reads the body of a backup: lines of JSON, and rows up to their end mark. */
export class SectionReader {
  readonly #source: AsyncIterator<Buffer>
  #buffer: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next line without its end; undefined at the end of the body. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#buffer.indexOf(LINE_END)
      if (end >= 0) {
        const line = this.#buffer.toString('utf8', 0, end)
        // The line's end stays: it may be the start of the rows' end.
        this.#buffer = this.#buffer.subarray(end)
        return line
      }
      if (!(await this.#more())) return undefined
    }
  }

  /** The rows after a line, in pieces. Throws if they have no end. */
  async *rows(): AsyncGenerator<Buffer> {
    let isFirst = true
    for (;;) {
      const end = this.#buffer.indexOf(ROWS_END)
      // Without the end of the line before; with the end of the last row.
      const from = isFirst ? 1 : 0
      if (end >= 0) {
        if (end + 1 > from) yield this.#buffer.subarray(from, end + 1)
        this.#buffer = this.#buffer.subarray(end + ROWS_END.length)
        return
      }
      const keep = ROWS_END.length - 1
      if (this.#buffer.length > keep + from) {
        const to = this.#buffer.length - keep
        yield this.#buffer.subarray(from, to)
        this.#buffer = this.#buffer.subarray(to)
        isFirst = false
      }
      if (!(await this.#more())) throw new Error('The rows of a table have no end')
    }
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done) return false
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value])
    return true
  }
}
