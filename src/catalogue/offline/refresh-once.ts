import { endLease, takeLease } from './catalogue-database.ts'

const NAME = 'maktaba-offline'
/** Milliseconds after which a tab that refreshes is thought to be closed. */
const LEASE = 60_000
/** Milliseconds between two tries to take the lease. */
const LOOK = 500

/** Runs the work of one tab or worker at a time: by Web Locks, or by a lease where the page does not come over HTTPS. */
export async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Missing without TLS, whatever the types say.
  const locks: LockManager | undefined = navigator.locks
  if (locks) return locks.request(NAME, work)
  while (!(await takeLease(LEASE))) {
    // Awaited in the loop on purpose: waits before the next try.
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK)
    })
  }
  try {
    return await work()
  } finally {
    await endLease()
  }
}
