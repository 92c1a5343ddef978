/** A position in PostgreSQL's log of changes (`pg_lsn`), as a number that can be compared. */
export type Lsn = bigint

/** Reads `16/B374D848`; undefined for any other text. */
export function parseLsn(text: string | null | undefined): Lsn | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text ?? '') ?? []
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The text that PostgreSQL and `parseLsn` read. */
export const formatLsn = (lsn: Lsn): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffff_ffffn).toString(16).toUpperCase()}`
