import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'

/** What a neighbour opens, and how. */
export interface Neighbour {
  url: string
  cookie: string
}

// Opens a page again and again until told to stop, in a thread of its own: the crowd occupies that of the script.
if (!isMainThread && parentPort) {
  const { url, cookie }: Neighbour = workerData
  const port = parentPort
  const stopping = new AbortController()
  port.on('message', () => stopping.abort())
  const times: number[] = []
  while (!stopping.signal.aborted) {
    const started = performance.now()
    const response = await fetch(url, { headers: { cookie } })
    await response.text()
    if (response.status !== 200) throw new Error(`The neighbour's page answered ${response.status}`)
    times.push(performance.now() - started)
    await sleep(20)
  }
  port.postMessage(times, [])
  port.close()
}
