import { createStartHandler } from '@tanstack/react-start/server'
import { join } from 'node:path'
import { format, parseArgs } from 'node:util'
import { serve as listen } from 'srvx'
import { rest } from '#api.server.ts'
import { handleAuth } from '#base/auth/better-auth/handler.server.ts'
import { boot, failureText, log, sayReady } from '#boot.server.ts'
import cluster from 'node:cluster'
import { markStopping } from '#base/db/connection/readiness.server.ts'
import { env } from '#base/env/env.server.ts'
import { passedSocket } from '#base/env/passed-socket.server.ts'
import { createRequestHandler } from '#base/http/answer.server.ts'
import { afterBody, lastOn } from '#base/http/connection-end.server.ts'
import { PROXY_SOCKET } from '#base/http/client-address.server.ts'
import { withDirectPaths } from '#base/http/direct.server.ts'
import { renderPage } from '#base/http/render.server.ts'
import { RESTORE_LIMIT } from '#base/lib/restore-file.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { errorResponse } from '#base/errors/error-response.server.ts'
import { watchBody } from '#base/http/slow-bodies.server.ts'
import { answerRestoring, answerStarting, isHeldBack } from '#base/http/starting.server.ts'
import { loadStaticFiles, serveStatic } from '#base/http/static-files.server.ts'
import { carryNetwork, stopNetwork } from '#base/lib/http/house-network.server.ts'
import { WholeResponse } from '#base/http/whole-response.server.ts'
import { lazy } from '#base/lib/lazy.ts'
import { logUnhandledRejections, printedForLog } from '#base/lib/log.server.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { developmentServer } from './development.server.ts'
import { watchNpm } from './npm-parent.server.ts'
import { exitWithoutPort, listenOrExit, type Listener } from './listen.server.ts'
import { getRouter } from './router.tsx'
import { announceReady, requireFreePort, runWorkers, sharedPort, stopWithPrimary } from './workers.server.ts'

/** Seconds that requests in flight get after the server was told to stop. */
const GRACE_SECONDS = 10

/**
 * Seconds that a connection stays open without a request. Longer than proxies keep theirs (nginx: 60), which would otherwise
 * send a request on a connection that is just being closed, and answer 502; and a reader on a poor connection saves a handshake.
 */
const KEEP_ALIVE_SECONDS = 75

/** Seconds for a request with its body: a file of 64 MB at 20 kB/s. `watchBody` ends those that trickle. */
const LONGEST_UPLOAD_SECONDS = 3600

/** Milliseconds for which requests wait at a socket of systemd for a start, before they are answered by what it is doing. */
const QUEUE_TIME = 15_000

/** Milliseconds between checks that the parent process still runs. */
const PARENT_INTERVAL = 1000

const start = createStartHandler(renderPage)
const handle = withDirectPaths({ '/api/v1': rest, '/api/auth': handleAuth }, async (request) => start(request))
const router = lazy(getRouter)
/** The pattern of the route that a path leads to, as in `routes/`: `/manager/books/$id`. */
const routeOf = (pathname: string): string =>
  router()
    .getMatchedRoutes(pathname)[2]
    ?.fullPath.replace(/(?<=.)\/$/, '') ?? 'unknown'
const answer = lazy(() => createRequestHandler(handle, log(), { routeOf }))
/** Aborted when the server stops: a start no longer waits for its database then. */
const patience = new AbortController()
const opened = lazy(() => boot(patience.signal))

export default developmentServer(opened, (request) => answer()(request, '127.0.0.1'), log)

/** Starts the built server: listens, opens the database, prints that it is ready. Exits when it fails. */
export async function serve(): Promise<void> {
  // Set before the first response: sending a text as a stream costs a third more.
  globalThis.Response = WholeResponse
  try {
    env()
  } catch (error) {
    process.stderr.write(`${failureText(error)}\n`)
    process.exit(1)
  }
  if (env().workers > 1 && cluster.isPrimary) return serveByWorkers()
  const files = loadStaticFiles(join(projectRoot, 'dist', 'client'))
  // Sends console output of libraries to the log: TanStack Start prints every invalid call.
  Object.assign(console, { error: report, warn: report })
  logUnhandledRejections(log())
  let isOpen = false
  const isBySocket = passedSocket() !== undefined
  const server = listen({
    hostname: env().host,
    port: env().port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    node: {
      keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
      requestTimeout: LONGEST_UPLOAD_SECONDS * 1000,
      ...sharedPort(),
    },
    // A file ends at its limit by an error of ours, before srvx would cancel it; other bodies far earlier.
    maxRequestBodySize: 2 * RESTORE_LIMIT,
    fetch: (request) => {
      watchBody(request)
      const url = URL.parse(request.url)
      // HTTP allows `Host` headers that are not valid in a URL.
      if (!url) return errorResponse(createError('MISDIRECTED_REQUEST'))
      const { pathname } = url
      const file = serveStatic(files, request, url)
      if (file) return file
      if (!isOpen && pathname !== '/api/health/live') return answerStarting(request)
      if (isHeldBack(pathname)) return answerRestoring(request)
      const response = answer()(request, request.ip ?? (isBySocket ? PROXY_SOCKET : ''))
      return trackPending(afterBody(request, isStopping ? lastOn(response) : response))
    },
  })
  if (!isBySocket)
    carryNetwork({ server: server.node?.server, listen: { port: env().port, ...sharedPort() }, log: log() })
  if (isFirst() && !isBySocket) await listenOrExit(server)
  stopOnSignal(server, parentOf(process.argv))
  if (isFirst() && isBySocket) setTimeout(() => !isStopping && void listenOrExit(server), QUEUE_TIME).unref()
  try {
    await opened()
  } catch (error) {
    if (isStopping) return
    log().fatal(failureText(error))
    process.exit(1)
  }
  isOpen = true
  if (isStopping) return
  if (!isFirst() || isBySocket) await listenOrExit(server)
  announceReady(sayReady)
  await warmUp().catch((error: unknown) => log().warn({ err: error }, 'No page could be rendered ahead'))
  // The start leaves garbage of a quarter of the heap, which an idle server would not collect.
  globalThis.gc?.()
}

/**
 * The first server listens while it opens the database, unless a socket of systemd keeps requests meanwhile; a later
 * worker gets no request before it can answer.
 */
const isFirst = (): boolean => (cluster.worker?.id ?? 1) === 1

/** Runs as many servers as WORKERS says, and stops them with this process. */
async function serveByWorkers(): Promise<void> {
  const { host, port } = env()
  // Workers would share the port with the workers of another Maktaba.
  if (passedSocket() === undefined) await requireFreePort({ host, port }).catch(exitWithoutPort)
  if (env().metricsToken !== undefined) (await import('#base/metrics/worker-metrics.server.ts')).answerWorkers()
  stopWhenTold(runWorkers({ count: env().workers, log: log(), onReady: sayReady }), parentOf(process.argv))
}

/** Characters of what a library says. Each bad call of a server function would otherwise write its whole stack. */
const LONGEST_REPORT = 500

const report = (...values: unknown[]): void =>
  log().warn({ said: format(...values.map(printedForLog)).slice(0, LONGEST_REPORT) }, 'A library reports')

/** Renders a page at startup, since the first one takes twenty times as long as the next ones. */
async function warmUp(): Promise<void> {
  const { baseUrl } = env()
  const request = new Request(`${baseUrl}/login`, { headers: { host: new URL(baseUrl).host } })
  const render = createRequestHandler(async (page) => start(page), log().child({}, { level: 'silent' }), { routeOf })
  await (await render(request, '127.0.0.1')).text()
}

let isStopping = false

const pendingResponses = new Set<Promise<Response>>()

function trackPending(response: Promise<Response>): Promise<Response> {
  pendingResponses.add(response)
  void response.finally(() => pendingResponses.delete(response)).catch(() => undefined)
  return response
}

/** The id of the parent process to stop with, from `--parent=<pid>`; undefined without it. */
function parentOf(argv: readonly string[]): number | undefined {
  const { parent } = parseArgs({ args: argv.slice(2), options: { parent: { type: 'string' } }, strict: false }).values
  return typeof parent === 'string' ? Number(parent) : undefined
}

/**
 * Stops the server at SIGTERM, SIGINT or the end of the parent process: accepts no new requests, waits for those in
 * flight, then closes the database.
 */
function stopOnSignal(server: Listener, parent: number | undefined): void {
  const stop = async (reason: string) => {
    if (isStopping) return
    isStopping = true
    patience.abort()
    markStopping()
    log().info(`${reason}: finishing what is in flight`)
    const { promise: aborted, resolve: abort } = Promise.withResolvers<void>()
    const forced = setTimeout(() => {
      abort()
      void server.close(true)
    }, GRACE_SECONDS * 1000)
    await Promise.all([server.node?.server?.listening && server.close(), stopNetwork()])
    // Requests whose client has disconnected still run and need the database.
    await Promise.race([Promise.allSettled(pendingResponses), aborted])
    clearTimeout(forced)
    // Waits for a startup that is still running, so that its database is closed too.
    const database = await opened().catch(() => undefined)
    await database?.close()
    log().info('Stopped')
    process.exit(0)
  }
  stopWithPrimary(() => void stop('The process of the workers has ended'))
  stopWhenTold((reason) => void stop(reason), parent)
}

/** Calls `stop` at SIGTERM, SIGINT or the end of the parent process. */
function stopWhenTold(stop: (reason: string) => void, parent: number | undefined): void {
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (parent === undefined) return
  const hasEnded = watchNpm(parent)
  const checkParent = () => {
    if (hasEnded()) stop('npm, which started this server, has ended')
  }
  setInterval(checkParent, PARENT_INTERVAL).unref()
}

if (import.meta.main) await serve()
