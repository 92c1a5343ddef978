/** A field: `text` of a control field (001 to 009), else indicators and subfields. */
export interface MarcField {
  tag: string
  indicators: string
  text: string
  subfields: readonly (readonly [code: string, text: string])[]
}

/** Characters of a leader. */
export const LEADER = 24

/** A record of MARC 21, from ISO 2709 or XML. */
export interface MarcRecord {
  /** 24 characters: position 5 is the status, 18 says whether ISBD punctuation is left out. */
  leader: string
  fields: readonly MarcField[]
}

const SUBFIELD = '\x1f'

/** A field of its text, in which every subfield begins with U+001F. */
export function marcFieldOf(tag: string, text: string): MarcField {
  if (tag.startsWith('00')) return { tag, indicators: '', text, subfields: [] }
  const [indicators = '', ...parts] = text.split(SUBFIELD)
  return { tag, indicators, text: '', subfields: parts.map((part) => [part.slice(0, 1), part.slice(1)] as const) }
}

/** The text of a field. */
export const marcTextOf = ({ indicators, text, subfields }: MarcField): string =>
  text + indicators + subfields.map(([code, part]) => SUBFIELD + code + part).join('')

/** The texts of the subfields with these codes, in the order of the field. */
export const subfieldsOf = (field: MarcField | undefined, codes: string): string[] =>
  field?.subfields.filter(([code]) => codes.includes(code)).map(([, text]) => text.trim()) ?? []

export const fieldsWith = (record: MarcRecord, ...tags: string[]): MarcField[] =>
  record.fields.filter(({ tag }) => tags.includes(tag))

/** The text of a control field. */
export const controlOf = (record: MarcRecord, tag: string): string => fieldsWith(record, tag)[0]?.text.trim() ?? ''
