import { deviceId, isPhone } from '../count/this-device.ts'
import { browserScans } from '../count/scan-store.ts'
import { ScanQueue } from '../count/scan-queue.ts'
import { sendScans } from '../stocktake.data.ts'
import type { Scanned } from '../stocktake.schema.ts'

const queues = new Map<string, ScanQueue>()
let ears: ((answers: readonly Scanned[]) => void) | undefined

const newQueue = (id: string): ScanQueue =>
  new ScanQueue({
    stocktakeId: id,
    store: browserScans(),
    send: (scans) => sendScans({ data: { id, device: { id: deviceId(), isPhone: isPhone() }, scans } }),
    onAnswers: (answers) => ears?.(answers),
  })

/** The scans of this browser page in a stock-taking: they are sent while another page of Maktaba is shown, too. */
export function queueOf(id: string): ScanQueue {
  if (typeof window === 'undefined') return newQueue(id)
  const queue = queues.get(id) ?? newQueue(id)
  queues.set(id, queue)
  return queue
}

/** Begins to send, and tells the page that is open. Returns what ends that. */
export function openQueue(queue: ScanQueue, heard: (answers: readonly Scanned[]) => void): () => void {
  ears = heard
  queue.start()
  return () => {
    if (ears === heard) ears = undefined
  }
}
