import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** Milliseconds in which all workers must have answered. */
const PATIENCE = 8000

interface Question {
  metricsOf: number
}
interface Answer extends Question {
  text: string
}

const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'metricsOf' in message
const isAnswer = (message: unknown): message is Answer => isQuestion(message) && 'text' in message

/** In the process that runs the workers: answers a worker that is asked for the metrics with those of all together. */
export function answerWorkers(): void {
  const all = new AggregatorRegistry()
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isQuestion(message)) return
    const answer = (text: string) => {
      if (worker.isConnected()) worker.send({ ...message, text })
    }
    all.clusterMetrics().then(answer, () => answer(''))
  })
}

/** In a worker: lets the metrics of this process be collected. */
export function offerMetrics(registry: Registry): void {
  if (!cluster.isWorker) return
  AggregatorRegistry.setRegistries(registry)
  // Its constructor listens for questions.
  void new AggregatorRegistry()
}

let asked = 0

/** The metrics of all workers together; undefined where there are none. Rejects when they do not answer. */
export function readWorkerMetrics(): Promise<string> | undefined {
  if (!cluster.isWorker) return undefined
  asked += 1
  const question: Question = { metricsOf: asked }
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      process.off('message', listen)
    }
    const listen = (message: unknown) => {
      if (!isAnswer(message) || message.metricsOf !== question.metricsOf) return
      end()
      resolve(message.text)
    }
    const timer = setTimeout(() => {
      end()
      reject(new Error('The workers did not answer with their metrics'))
    }, PATIENCE)
    process.on('message', listen)
    process.send?.(question)
  })
}
