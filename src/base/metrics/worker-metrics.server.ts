import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'

type Metrics = MetricObjectWithValues<MetricValue<string>>[]

/** What workers and the process that runs them tell each other; `text` goes to the worker that was asked over HTTP. */
type Message =
  | { metrics: 'offered' }
  | { metrics: 'wanted'; id: number }
  | { metrics: 'collect'; id: number }
  | { metrics: 'collected'; id: number; values: Metrics }
  | { metrics: 'all'; id: number; text: string }

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

/** What workers have said, and who has not yet. */
interface Collection {
  values: Metrics[]
  missing: Set<Worker>
  end: () => void
}

/** Milliseconds that workers get to answer; what is said then is without the rest. */
const PATIENCE = 3000

/**
 * Sends a message to a worker that may just be ending. The callback receives a failure, which would otherwise be an
 * unhandled 'error' event and end the process that runs all workers.
 */
function tell(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

/** In the process that runs the workers: answers a worker that is asked for the metrics with those of all together. */
export function answerWorkers(): void {
  // Workers that offer metrics: one that is still starting has none.
  const offering = new Set<Worker>()
  const collecting = new Map<number, Collection>()
  let count = 0
  const collect = async (): Promise<string> => {
    count += 1
    const id = count
    const { promise, resolve } = Promise.withResolvers<void>()
    const state: Collection = { values: [], missing: new Set(offering), end: resolve }
    collecting.set(id, state)
    for (const worker of offering) tell(worker, { metrics: 'collect', id })
    const timer = setTimeout(resolve, PATIENCE)
    await promise
    clearTimeout(timer)
    collecting.delete(id)
    return AggregatorRegistry.aggregate(state.values).metrics()
  }
  const leave = (worker: Worker) => {
    offering.delete(worker)
    for (const { missing, end } of collecting.values()) if (missing.delete(worker) && missing.size === 0) end()
  }
  cluster.on('exit', leave)
  cluster.on('disconnect', leave)
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isMessage(message)) return
    if (message.metrics === 'offered') offering.add(worker)
    else if (message.metrics === 'collected') {
      const state = collecting.get(message.id)
      state?.values.push(message.values)
      if (state?.missing.delete(worker) && state.missing.size === 0) state.end()
    } else if (message.metrics === 'wanted') {
      const { id } = message
      void collect().then((text) => tell(worker, { metrics: 'all', id, text }))
    }
  })
}

/** The callback receives a failure, as in `tell`. */
const send = (message: Message): void => void process.send?.(message, () => undefined)

/** In a worker: lets the metrics of this process be collected. */
export function offerMetrics(registry: Registry): void {
  if (!cluster.isWorker) return
  process.on('message', (message: unknown) => {
    if (!isMessage(message) || message.metrics !== 'collect') return
    const { id } = message
    void registry.getMetricsAsJSON().then((values) => send({ metrics: 'collected', id, values }))
  })
  send({ metrics: 'offered' })
}

let asked = 0

/** The metrics of all workers together; undefined where there are none. Rejects when nobody answers. */
export function readWorkerMetrics(): Promise<string> | undefined {
  if (!cluster.isWorker) return undefined
  asked += 1
  const id = asked
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      process.off('message', listen)
    }
    const listen = (message: unknown) => {
      if (!isMessage(message) || message.metrics !== 'all' || message.id !== id) return
      end()
      resolve(message.text)
    }
    const timer = setTimeout(() => {
      end()
      reject(new Error('The workers did not answer with their metrics'))
    }, 2 * PATIENCE)
    process.on('message', listen)
    send({ metrics: 'wanted', id })
  })
}
