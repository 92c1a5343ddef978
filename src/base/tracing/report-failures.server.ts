import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from '#base/lib/log.server.ts'

/** Logs that traces cannot be sent, and that they can again: once each, not for every batch. */
export function reportFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let hasFailed = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isFailed = result.error !== undefined
        if (isFailed && !hasFailed)
          log.warn({ err: result.error }, 'Traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT')
        if (!isFailed && hasFailed) log.info('Traces can be sent again')
        hasFailed = isFailed
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
