import type { Registry } from 'prom-client'
import { connectionTaken, queryEnded, requestBegun, requestEnded } from '#base/lib/telemetry.server.ts'
import { counter, gauge, histogram } from './instruments.server.ts'

/** Seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const QUERY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]

/** Any other method that a client may send counts as one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Requests, and the queries and waits for the database that they cause. */
export function measureRequests(registry: Registry): void {
  const requests = counter(
    registry,
    'maktaba_http_requests_total',
    'Answered requests, without static files, by the pattern of the route and the class of the status.',
    ['route', 'method', 'status'],
  )
  const durations = histogram(
    registry,
    'maktaba_http_request_duration_seconds',
    'Time until the head of an answer; a file that is sent as it is made takes longer.',
    REQUEST_BUCKETS,
    ['route', 'method'],
  )
  const inFlight = gauge(registry, 'maktaba_http_requests_in_flight', 'Requests that are being answered.')
  const queries = histogram(registry, 'maktaba_database_query_duration_seconds', 'Time of a query.', QUERY_BUCKETS)
  const failures = counter(registry, 'maktaba_database_query_failures_total', 'Queries that PostgreSQL refused.')
  const waits = histogram(
    registry,
    'maktaba_database_wait_seconds',
    'Time until a request got a connection of the pool.',
    QUERY_BUCKETS,
  )

  requestBegun.listen(() => inFlight.inc())
  // Finding the series by its labels at each request would cost more than counting.
  const known = new Map<string, { count: () => void; time: (seconds: number) => void }>()
  const seriesOf = (route: string, method: string, status: string) => {
    const key = `${method} ${status} ${route}`
    const found = known.get(key)
    if (found) return found
    const [count, time] = [requests.labels(route, method, status), durations.labels(route, method)]
    const made = { count: () => count.inc(), time: (seconds: number) => time.observe(seconds) }
    known.set(key, made)
    return made
  }
  requestEnded.listen(({ route, method, status, milliseconds }) => {
    inFlight.dec()
    const series = seriesOf(route, METHODS.has(method) ? method : 'other', `${Math.floor(status / 100)}xx`)
    series.count()
    series.time(milliseconds / 1000)
  })
  queryEnded.listen(({ milliseconds, isFailed }) => {
    queries.observe(milliseconds / 1000)
    if (isFailed) failures.inc()
  })
  connectionTaken.listen(({ milliseconds }) => waits.observe(milliseconds / 1000))
}
