import autocannon, { type Request } from 'autocannon'
import { figuresOf, type Figures } from './statistics.ts'

export interface LoadOptions {
  /** 'http://127.0.0.1:3000' */
  url: string
  requests: Request[]
  headers: Record<string, string>
  connections: number
  seconds: number
  /** Waits until the server has finished work whose clients have disconnected. */
  settle: () => Promise<void>
}

/** Warms up for a quarter of the time, then measures; each connection has one request at a time. */
export async function load(options: LoadOptions): Promise<Figures> {
  await shoot({ ...options, seconds: Math.max(1, Math.round(options.seconds / 4)) })
  await options.settle()
  const figures = await shoot(options)
  await options.settle()
  return figures
}

async function shoot({ url, requests, headers, connections, seconds }: LoadOptions): Promise<Figures> {
  const times: number[] = []
  let failures = 0
  const started = performance.now()
  let last = started
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon({ url, requests, headers, connections, duration: seconds, timeout: 30 }, (error) =>
      error ? reject(error instanceof Error ? error : new Error(String(error))) : resolve(),
    )
    // Autocannon's percentiles are whole milliseconds and lack the 95th.
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      last = performance.now()
      times.push(milliseconds)
      if (status < 200 || status > 299) failures += 1
    })
    instance.on('reqError', () => (failures += 1))
  })
  return figuresOf(times, Math.max(last - started, seconds * 1000) / 1000, failures)
}
