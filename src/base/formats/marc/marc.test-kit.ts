/** A field: its tag, and a control field's text or indicators and subfields such as `10$aTitle`. */
export type MarcFieldText = readonly [tag: string, text: string | Buffer]

/** What is too large begins again at 0. */
const fiveDigits = (number: number): string => String(number).padStart(5, '0').slice(-5)

interface Lies {
  leader?: (leader: string) => string
  /** The length that the directory gives to a field of `bytes`. */
  lengthOf?: (bytes: number) => number
}

/** A record in ISO 2709, in UTF-8 where texts are strings; `$` is the subfield delimiter. */
export function marcOf(fields: readonly MarcFieldText[], { leader = (it) => it, lengthOf = (it) => it }: Lies = {}) {
  let start = 0
  let directory = ''
  const data: Buffer[] = []
  for (const [tag, text] of fields) {
    const bytes = Buffer.concat([
      Buffer.isBuffer(text) ? text : Buffer.from(text.replaceAll('$', '\x1f')),
      Buffer.from('\x1e'),
    ])
    const length = lengthOf(bytes.length)
    directory += tag + String(length).padStart(4, '0') + fiveDigits(start)
    start += length
    data.push(bytes)
  }
  const base = 24 + directory.length + 1
  const size = base + Buffer.concat(data).length + 1
  const [one, two] = [size, base].map(fiveDigits)
  const head = leader(`${one}nam a22${two} a 4500`) + directory
  return Buffer.concat([Buffer.from(`${head}\x1e`), ...data, Buffer.from('\x1d')])
}
