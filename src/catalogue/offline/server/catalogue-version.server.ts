import { now } from '#base/lib/clock.ts'
import type { CatalogueState } from './catalogue-sql.server.ts'

// The version of an offline catalogue: an opaque text for the phone, and all that the server needs to tell what has changed
// since, so that no server keeps a list of versions.

/** Grows with the form of the answers: older versions are then answered with the whole. */
const FORM = '4'

const VERSION = new RegExp(
  `^${FORM}\\.(?<origin>[0-9a-f]{12})\\.(?<horizon>\\d{1,18}(?:-\\d{1,18})*)\\.(?<tables>\\d{1,18}:\\d{1,30})\\.(?<genres>[0-9a-f]{8})\\.(?<seconds>\\d{1,12})$`,
)

/** A version of the catalogue. */
export interface CatalogueVersion extends Omit<CatalogueState, 'next'> {
  /** Which changes were seen, by `horizonSql`. */
  horizon: string
  /** When the version was read. */
  at: Date
}

export const formatVersion = ({ origin, horizon, tables, genres }: Omit<CatalogueVersion, 'at'>): string =>
  [FORM, origin, horizon, tables, genres, Math.floor(now().getTime() / 1000)].join('.')

/** Reads a version; undefined for a text that is none, or of another form. */
export function readVersion(text: string | null): CatalogueVersion | undefined {
  const parts = VERSION.exec(text ?? '')?.groups
  if (!parts) return undefined
  const { origin = '', horizon = '', tables = '', genres = '', seconds = '' } = parts
  return { origin, horizon, tables, genres, at: new Date(Number(seconds) * 1000) }
}

const DAY = 86_400_000
/** After so long the whole is sent, whatever the database says: its records of older changes end some time. */
const OLDEST = 30 * DAY

/** Whether the database can tell what has changed since a version: not of another one, nor before it was restored. */
export const isComparable = (since: CatalogueVersion, state: CatalogueState): boolean =>
  since.origin === state.origin &&
  BigInt(since.horizon.split('-', 1).join()) <= BigInt(state.next) &&
  Math.abs(now().getTime() - since.at.getTime()) < OLDEST

/** Whether nothing has changed since a version, which is young enough not to be renewed. */
export const isCurrent = (since: CatalogueVersion, state: CatalogueState): boolean =>
  isComparable(since, state) && since.tables === state.tables && now().getTime() - since.at.getTime() < DAY
