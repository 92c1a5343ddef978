import { collectDefaultMetrics, Registry } from 'prom-client'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { gauge } from './instruments.server.ts'
import { measureEvents } from './event-metrics.server.ts'
import { measureLibrary } from './library-metrics.server.ts'
import { measureReplica } from './replica-metrics.server.ts'
import { measureRequests } from './request-metrics.server.ts'
import { offerMetrics, readWorkerMetrics } from './worker-metrics.server.ts'

const registry = new Registry()
let isStarted = false

/** Begins to measure this process; a second call does nothing. Loaded only when METRICS_TOKEN is set. */
export function startMetrics(): void {
  if (isStarted) return
  isStarted = true
  // Memory, garbage collection, delay of the event loop, processor time: `nodejs_…` and `process_…`.
  collectDefaultMetrics({ register: registry })
  const { version, commit } = buildInfo()
  gauge(registry, 'maktaba_build_info', 'The running version; the value is always 1.', ['version', 'commit']).set(
    { version, commit },
    1,
  )
  measureRequests(registry)
  measureEvents(registry)
  measureLibrary(registry)
  measureReplica(registry)
  offerMetrics(registry)
}

/** All metrics in the text format of Prometheus, of all workers together. */
export const readMetrics = (): Promise<string> => readWorkerMetrics() ?? registry.metrics()

export const METRICS_TYPE = registry.contentType

/** The names of all metrics. */
export const metricNames = (): string[] => registry.getMetricsAsArray().map(({ name }) => name)
