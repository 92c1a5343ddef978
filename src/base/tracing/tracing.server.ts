import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { buildInfo } from '#base/lib/build-info.server.ts'
import type { Logger } from '#base/lib/log.server.ts'
import type { RequestContext } from '#base/lib/http/request-context.server.ts'
import { queryEnded, requestBegun, requestEnded, type QueryEnd } from '#base/lib/telemetry.server.ts'
import { describeStatement } from './describe-statement.ts'
import { reportFailures } from './report-failures.server.ts'

/** Milliseconds for a batch of spans, and for the last one when the server stops. */
const EXPORT_TIMEOUT = 5000
const STOP_TIMEOUT = 2000

/**
 * Sends a trace of each request, with a span for each of its queries, to an OTLP receiver (`<endpoint>/v1/traces`). No span
 * has a path, a query string, a header, a parameter of a query or who asked: only the pattern of the route. Loaded only
 * when OTEL_EXPORTER_OTLP_ENDPOINT is set. Returns the function that sends what waits and stops.
 */
export function startTracing(endpoint: string, log: Logger): () => Promise<void> {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = reportFailures(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT }), log)
  const { version } = buildInfo()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'maktaba', 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT })],
  })
  const tracer = provider.getTracer('maktaba', version)
  const spans = new WeakMap<RequestContext, Span>()

  const ends = [
    requestBegun.listen((context) => {
      spans.set(context, tracer.startSpan('request', { kind: SpanKind.SERVER }, parentOf(context)))
    }),
    requestEnded.listen(({ context, method, route, status }) => {
      const span = spans.get(context)
      if (!span) return
      span.updateName(`${method} ${route}`)
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'maktaba.request_id': context.id,
      })
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    }),
    queryEnded.listen((query) => {
      const parent = query.context && spans.get(query.context)
      if (!parent) return
      const { name, attributes } = describeStatement(query.statement)
      const startTime = performance.timeOrigin + query.startedAt
      const options = { kind: SpanKind.CLIENT, startTime, attributes }
      endQuery(tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent)), startTime, query)
    }),
  ]
  return async () => {
    for (const end of ends) end()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, STOP_TIMEOUT)
    // A receiver that is down must not keep the server from stopping; its failure has been logged.
    await Promise.race([provider.shutdown().catch(() => undefined), promise])
    clearTimeout(timer)
  }
}

function endQuery(span: Span, startTime: number, { milliseconds, isFailed }: QueryEnd): void {
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(startTime + milliseconds)
}

/** The span of a trusted proxy, whose `traceparent` names it (W3C Trace Context). */
function parentOf({ traceParent = '' }: RequestContext): Context {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceParent) ?? []
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number(`0x${flags}`), isRemote: true })
}
