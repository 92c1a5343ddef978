import { createStartHandler } from '@tanstack/react-start/server'
import { join } from 'node:path'
import { format, parseArgs } from 'node:util'
import { serve as listen } from 'srvx'
import { rest } from '#api.server.ts'
import { handleAuth } from '#auth/better-auth/handler.server.ts'
import { boot, failureText, log, sayReady } from '#boot.server.ts'
import cluster from 'node:cluster'
import { markStopping } from '#db/connection/readiness.server.ts'
import { env } from '#env/env.server.ts'
import { createRequestHandler } from '#http/answer.server.ts'
import { afterBody, lastOn } from '#http/connection-end.server.ts'
import { withDirectPaths } from '#http/direct.server.ts'
import { renderPage } from '#http/render.server.ts'
import { UPLOAD_LIMIT } from '#lib/stored-upload.ts'
import { createError } from '#errors/create-error.server.ts'
import { errorResponse } from '#errors/error-response.server.ts'
import { watchBody } from '#http/slow-bodies.server.ts'
import { answerStarting } from '#http/starting.server.ts'
import { loadStaticFiles, serveStatic } from '#http/static-files.server.ts'
import { carryNetwork, stopNetwork } from '#lib/http/house-network.server.ts'
import { WholeResponse } from '#http/whole-response.server.ts'
import { lazy } from '#lib/lazy.ts'
import { logUnhandledRejections, printedForLog } from '#lib/log.server.ts'
import { projectRoot } from '#lib/project-root.server.ts'
import { developmentServer } from './development.server.ts'
import { watchNpm } from './npm-parent.server.ts'
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
const opened = lazy(boot)

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
    // A file ends at UPLOAD_LIMIT by an error of ours, before srvx would cancel it; other bodies far earlier.
    maxRequestBodySize: 2 * UPLOAD_LIMIT,
    fetch: (request) => {
      watchBody(request)
      const url = URL.parse(request.url)
      // HTTP allows `Host` headers that are not valid in a URL.
      if (!url) return errorResponse(createError('MISDIRECTED_REQUEST'))
      const { pathname } = url
      const file = serveStatic(files, request, url)
      if (file) return file
      if (!isOpen && pathname !== '/api/health/live') return answerStarting(request)
      const response = answer()(request, request.ip ?? '')
      return trackPending(afterBody(request, isStopping ? lastOn(response) : response))
    },
  })
  carryNetwork({ server: server.node?.server, listen: { port: env().port, ...sharedPort() }, log: log() })
  if (isFirst()) await listenOrExit(server)
  stopOnSignal(server, parentOf(process.argv))
  try {
    await opened()
  } catch (error) {
    log().fatal(failureText(error))
    process.exit(1)
  }
  isOpen = true
  if (isStopping) return
  if (!isFirst()) await listenOrExit(server)
  announceReady(sayReady)
  await warmUp().catch((error: unknown) => log().warn({ err: error }, 'No page could be rendered ahead'))
  // The start leaves garbage of a quarter of the heap, which an idle server would not collect.
  globalThis.gc?.()
}

/** The first listens while it opens the database; a worker that joins others is given no request before it can answer. */
const isFirst = (): boolean => (cluster.worker?.id ?? 1) === 1

/** Runs as many servers as WORKERS says, and stops them with this process. */
async function serveByWorkers(): Promise<void> {
  const { host, port } = env()
  // Workers would share it with those of another Maktaba.
  await requireFreePort({ host, port }).catch(exitWithoutPort)
  if (env().metricsToken !== undefined) (await import('#metrics/worker-metrics.server.ts')).answerWorkers()
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

type Listener = ReturnType<typeof listen>

async function listenOrExit(server: Listener): Promise<void> {
  try {
    await server.serve()
    // srvx reports a taken port on the Node server only.
    await new Promise<void>((resolve, reject) => {
      const node = server.node?.server
      if (!node || node.listening) return resolve()
      node.once('listening', resolve)
      node.once('error', reject)
    })
  } catch (error) {
    exitWithoutPort(error)
  }
}

/** Says why the port cannot be listened on, and ends. */
function exitWithoutPort(error: unknown): never {
  const { host, port } = env()
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  log().fatal(
    code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is taken, perhaps by another Maktaba. Stop that one, or set PORT to another port.`
      : code === 'EACCES'
        ? `Port ${port} on ${host} may not be used by this user. Set PORT to 1024 or more.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
          ? `HOST ${host} is no address of this machine.`
          : failureText(error),
  )
  process.exit(1)
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
