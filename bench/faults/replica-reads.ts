import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'

/** What a person saw who adds books and opens the list after each. */
export interface OwnReads {
  /** Lists that were opened right after a change. */
  opened: number
  /** Lists without the change of the person who opened them: there must be none. */
  stale: number
  /** Milliseconds until another person's list had the change, the median. */
  others: number
}

/** Adds books and opens the list of the newest after each, as one browser with its cookies, at whichever server. */
export async function addAndLook(
  url: string,
  { cookie, other, rounds }: { cookie: string; other: string; rounds: number },
  ledger: Ledger,
): Promise<OwnReads> {
  const jar = new Map<string, string>()
  const headers = () => ({
    cookie: [cookie, ...[...jar].map(([name, value]) => `${name}=${value}`)].join('; '),
    origin: url,
    'content-type': 'application/json',
  })
  const waits: number[] = []
  let stale = 0
  for (let round = 0; round < rounds; round++) {
    const title = `Looked for ${round} ${Date.now()}`
    const body = JSON.stringify({ title })
    const added = await fetch(`${url}/api/v1/books`, { method: 'POST', headers: headers(), body })
    await ledger.answer('an addition', added)
    for (const line of added.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    const at = performance.now()
    // At both servers, and several times, while the replica is catching up.
    for (let look = 0; look < 4; look++) if (!(await hasNewest(url, headers().cookie, title, ledger))) stale += 1
    while (!(await hasNewest(url, other, title, ledger)) && performance.now() - at < 20_000) await sleep(10)
    waits.push(performance.now() - at)
  }
  const others = waits.toSorted((a, b) => a - b)[waits.length >> 1] ?? 0
  if (stale > 0) ledger.problem(`${stale} lists were without the change of who opened them`)
  return { opened: rounds * 4, stale, others: Math.round(others) }
}

async function hasNewest(url: string, cookie: string, title: string, ledger: Ledger): Promise<boolean> {
  const response = await fetch(`${url}/api/v1/books?sort=added&limit=5`, { headers: { cookie } })
  return (await ledger.answer('a list', response)).includes(title)
}

/** Reads of lists at the replica and at the primary, by the metrics of all servers. */
export async function readsByPlace(ports: readonly number[], token: string): Promise<Record<string, number>> {
  const reads: Record<string, number> = {}
  for (const port of ports) {
    const response = await fetch(`http://127.0.0.1:${port}/api/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    for (const [, place = '', reason = '', count] of (await response.text()).matchAll(
      /^maktaba_list_reads_total\{place="(\w*)",reason="(\w*)"\} (\d+)/gm,
    )) {
      const name = reason === '' ? place : `${place} (${reason})`
      reads[name] = (reads[name] ?? 0) + Number(count)
    }
  }
  return reads
}
