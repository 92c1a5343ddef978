import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { passedSocket } from '#base/env/passed-socket.server.ts'
import type { Logger } from '#base/lib/log.server.ts'

/** What a worker says when it serves. */
const READY = 'maktaba: ready'
/** Milliseconds until a worker takes the place of one that ended, doubled while they end at once. */
const PAUSE = { first: 500, longest: 30_000 }
/** Milliseconds after which a worker counts as one that ran. */
const RAN = 30_000
/** Milliseconds that workers get to stop: more than each worker gives its requests in flight. */
const GRACE = 15_000

interface WorkersOptions {
  count: number
  log: Logger
  /** Called once, when all workers serve. */
  onReady: () => void
}

/**
 * How a server listens on a port that workers share. On Linux each listens by itself, so that connections that a dead worker
 * has not taken are reset and asked for again; where the first process hands them out, they would wait without end. A socket of
 * systemd is in the first process, and each worker takes connections from it.
 */
export const sharedPort = (): { exclusive: boolean; reusePort?: boolean; fd?: number } => {
  const fd = passedSocket()
  if (fd !== undefined) return { exclusive: false, fd }
  return cluster.isWorker && process.platform === 'linux' ? { exclusive: true, reusePort: true } : { exclusive: false }
}

/** Rejects with the error of the system where nobody may listen on this port now. */
export async function requireFreePort(place: { host: string; port: number }): Promise<void> {
  const server = createServer()
  server.listen({ ...place, exclusive: true })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Says that this process serves: to the process that runs the workers, or if there are none by `alone`. */
export function announceReady(alone: () => void): void {
  if (cluster.isWorker) process.send?.(READY)
  else alone()
}

/** Calls `stop` in a worker when the process that runs the workers is gone, in place of ending at once. */
export function stopWithPrimary(stop: () => void): void {
  if (!cluster.worker) return
  Object.assign(cluster.worker, { exitedAfterDisconnect: true })
  process.once('disconnect', stop)
}

/**
 * Runs servers that share one port, each of them a whole server as several machines have them: what only one may do they
 * settle in the database. The first migrates it, then the others start. One that ends is replaced. Returns the function that
 * stops all of them and then ends this process.
 */
export function runWorkers({ count, log, onReady }: WorkersOptions): (reason: string) => void {
  // Read once, by `setupPrimary`. By default this process takes all connections and hands them out: it would end with some.
  if (passedSocket() !== undefined) cluster.schedulingPolicy = cluster.SCHED_NONE
  // Workers do not get `--parent` of this process: their parent is this process.
  cluster.setupPrimary({ args: [] })
  const running = new Set<Worker>()
  let isStopping = false
  let isStarted = false
  let ready = 0
  let exitCode = 0
  let pause = PAUSE.first

  const stop = (reason: string) => {
    if (isStopping) return
    isStopping = true
    log.info(`${reason}: stopping ${running.size} workers`)
    for (const worker of running) worker.process.kill('SIGTERM')
    setTimeout(() => running.forEach((worker) => worker.process.kill('SIGKILL')), GRACE).unref()
    if (running.size === 0) process.exit(exitCode)
  }
  const begin = () => {
    if (isStopping) return
    const began = performance.now()
    const worker = cluster.fork()
    running.add(worker)
    worker.on('message', (message: unknown) => {
      if (message !== READY || isStarted) return
      ready += 1
      if (ready === 1) for (let other = 1; other < count; other++) begin()
      if (ready < count) return
      isStarted = true
      onReady()
    })
    worker.once('exit', (code, signal) => {
      running.delete(worker)
      if (isStopping) {
        if (running.size === 0) process.exit(exitCode)
        return
      }
      if (!isStarted) {
        // The worker has printed why.
        exitCode = code || 1
        return stop('A worker could not start')
      }
      if (running.size === 0 && passedSocket() !== undefined) {
        // The last worker has closed the socket of this process: systemd has it still, and starts all again.
        log.error({ worker: worker.process.pid, code, signal }, 'The last worker ended')
        process.exit(1)
      }
      pause = performance.now() - began > RAN ? PAUSE.first : Math.min(PAUSE.longest, pause * 2)
      log.error({ worker: worker.process.pid, code, signal }, `A worker ended; another one starts in ${pause} ms`)
      setTimeout(begin, pause)
    })
  }
  begin()
  return stop
}
