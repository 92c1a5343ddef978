import { isDeepStrictEqual } from 'node:util'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The newest snapshot of Maktaba's tables with what a product has changed since `base`, the one on which the product's snapshot
 * `own` was built. Where both have changed the same value, the product's counts.
 */
export function mergeSnapshots(base: unknown, own: unknown, newest: unknown): unknown {
  if (isDeepStrictEqual(own, base)) return newest
  if (!isRecord(own) || !isRecord(newest)) return own
  const before = isRecord(base) ? base : {}
  const keys = new Set([...Object.keys(newest), ...Object.keys(own)])
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const merged = mergeSnapshots(before[key], own[key], newest[key])
      return merged === undefined ? [] : [[key, merged]]
    }),
  )
}
