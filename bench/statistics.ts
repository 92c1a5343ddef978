/** Figures of a run of requests. Times in milliseconds. */
export interface Figures {
  perSecond: number
  p50: number
  p95: number
  p99: number
  requests: number
  /** Responses other than 2xx, broken connections and timeouts. */
  failures: number
}

/** The value below which `share` of the values lie, by the nearest rank. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return 0
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0
}

/** Figures of requests that took `times` (ms) within `seconds`. */
export function figuresOf(times: readonly number[], seconds: number, failures = 0): Figures {
  const sorted = Float64Array.from(times).toSorted()
  return {
    perSecond: round(times.length / seconds),
    p50: round(percentile(sorted, 0.5)),
    p95: round(percentile(sorted, 0.95)),
    p99: round(percentile(sorted, 0.99)),
    requests: times.length,
    failures,
  }
}

/** Rounds to three significant digits, from 1,000 to four. */
export const round = (value: number): number => Number(value.toPrecision(value >= 1000 ? 4 : 3))
