import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../connection/client.server.ts'
import { ReplicaWatch, type Unused } from './replica-watch.server.ts'

/** Milliseconds in which a replica in order gets what the primary has. */
const PATIENCE = 5000

/** Looks for some seconds whether a replica can be read from, without reading from it. */
export async function observeReplica(
  primary: Connection,
  replica: Connection,
): Promise<{ unused: Unused | undefined; behind: number }> {
  const generation = {}
  const watch = new ReplicaWatch({ primary, replica, generation: () => generation, onChange: () => undefined })
  const started = performance.now()
  try {
    do {
      await watch.ask()
      if (watch.unused !== 'unknown') break
      await sleep(100)
    } while (performance.now() - started < PATIENCE)
    return { unused: watch.unused, behind: Math.round(watch.behind ?? 0) }
  } finally {
    await watch.stop()
  }
}
