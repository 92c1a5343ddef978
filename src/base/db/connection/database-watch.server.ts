import { Client, type ClientConfig } from 'pg'
import { isConnectionError } from '../database-error.server.ts'

/** Times of the watch, in milliseconds. */
const TIMES = {
  /** Between two looks at the pool. */
  interval: 1000,
  /** For which a connection may be in use before the database is asked whether it still answers. */
  long: 3000,
  /** In which the database must answer. */
  patience: 2000,
}

/** The pool that is watched. */
export interface WatchedPool {
  /** Milliseconds for which the connection that is longest in use has been so; 0 without one. */
  longestUse: () => number
  /** Whether a connection broke, or could not be opened, since the last call. */
  hasFailed: () => boolean
  /** Refuses to give out connections, and breaks those in use, so that no request waits; or gives them out again. */
  refuse: (isRefusing: boolean) => void
}

export interface WatchOptions {
  connection: ClientConfig
  warn: (message: string) => void
  /** Starts the database again if its process is gone. Rejects when that fails. */
  restart?: (() => Promise<void>) | undefined
  times?: typeof TIMES
}

/**
 * Asks the database whether it answers when something has taken long or failed, through a connection of its own. While it
 * does not, requests are refused at once instead of waiting; it is asked every second, so that all goes on within seconds.
 * Returns the function that stops it.
 */
export function watchDatabase(
  pool: WatchedPool,
  { connection, warn, restart, times = TIMES }: WatchOptions,
): () => void {
  let goneSince: number | undefined
  let lastAnswer = performance.now()
  let isAsking = false
  let isStopped = false
  let lastFailure = ''
  const tryRestart = async () => {
    try {
      await restart?.()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (message !== lastFailure) warn(`The database could not be started again: ${message}`)
      lastFailure = message
    }
  }
  const ask = async () => {
    // Twice, since what was late may have been this process and not the database.
    const isThere = (await answers(connection, times.patience)) || (await answers(connection, times.patience))
    // The caller that stops the watch closes the database, which must not be started again.
    if (isStopped) return
    if (isThere) {
      lastAnswer = performance.now()
      if (goneSince === undefined) return
      warn(`The database answers again, after ${Math.round((lastAnswer - goneSince) / 1000)} s`)
      goneSince = undefined
      lastFailure = ''
      pool.refuse(false)
      return
    }
    if (goneSince === undefined) {
      goneSince = performance.now()
      warn('The database does not answer: requests get 503 until it does')
    }
    pool.refuse(true)
    await tryRestart()
  }
  const look = async () => {
    if (isAsking) return
    const hasFailed = pool.hasFailed()
    const isLong = pool.longestUse() > times.long && performance.now() - lastAnswer > times.long
    if (goneSince === undefined && !hasFailed && !isLong) return
    isAsking = true
    await ask().finally(() => (isAsking = false))
  }
  const timer = setInterval(() => void look(), times.interval).unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

/** Whether the database answers in time; an answer that refuses, such as one without a free connection, is one too. */
async function answers(connection: ClientConfig, patience: number): Promise<boolean> {
  const client = new Client({ ...connection, connectionTimeoutMillis: patience, query_timeout: patience })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    return !isConnectionError(error)
  } finally {
    // Not awaited: a database that does not answer does not close either.
    void client.end().catch(() => undefined)
  }
}
