/** A field: its tag, and a control field's text or indicators and subfields such as `10$aTitle`. */
export type MarcFieldText = readonly [tag: string, text: string | Buffer]

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
    directory += tag + String(length).padStart(4, '0') + String(start).padStart(5, '0')
    start += length
    data.push(bytes)
  }
  const base = 24 + directory.length + 1
  const size = base + Buffer.concat(data).length + 1
  const [one, two] = [size, base].map((number) => String(number).padStart(5, '0'))
  const head = leader(`${one}nam a22${two} a 4500`) + directory
  return Buffer.concat([Buffer.from(`${head}\x1e`), ...data, Buffer.from('\x1d')])
}
