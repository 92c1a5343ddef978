import type { Registry } from 'prom-client'
import { replicaState } from '#base/db/replica/replica.server.ts'
import { listRead } from '#base/lib/telemetry.server.ts'
import { counter, gauge } from './instruments.server.ts'

/** Where lists are read from, and how far behind the replica is. Without one there are no samples. */
export function measureReplica(registry: Registry): void {
  const reads = counter(
    registry,
    'maktaba_list_reads_total',
    'Reads of lists and searches, by where (replica, primary) and, at the primary, why not at the replica.',
    ['place', 'reason'],
  )
  listRead.listen((read) => reads.inc(read))
  const isUsed = gauge(
    registry,
    'maktaba_replica_used',
    '1 if lists are read from the replica, 0 if it cannot be used.',
    [],
    () => {
      const state = replicaState()
      if (state) isUsed.set(state.unused === undefined ? 1 : 0)
      else isUsed.remove()
    },
  )
  const lag = gauge(registry, 'maktaba_replica_lag_seconds', 'How far the replica is behind.', [], () => {
    const behind = replicaState()?.behind
    if (behind === undefined) lag.remove()
    else lag.set(behind / 1000)
  })
}
