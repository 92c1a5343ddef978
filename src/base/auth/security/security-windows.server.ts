import { networkOf } from '#base/lib/http/network.server.ts'
import type { SecurityEntry } from './security-entry.server.ts'

/** Milliseconds in which equal events are one entry, and one more with their number. */
const WINDOW = 10 * 60_000
/** Open windows of one client, and of all clients: beyond, events of several users are counted together. */
const PER_CLIENT = 20
const MOST = 500

type Write = (entry: SecurityEntry) => void

interface Window {
  client: string
  last: SecurityEntry
  /** How many events followed the first one. */
  more: number
  write: Write
  timer: NodeJS.Timeout
}

// In memory, for each process: counting must cost less than the attack that it is for.
const windows = new Map<string, Window>()

/**
 * Writes the first of equal events at once, and their number when ten minutes are over. Equal are those of a client
 * about the same address; of a client with many addresses, all; and while there are very many clients, all of theirs.
 */
export function inWindows(entry: SecurityEntry, write: Write): void {
  const client = networkOf(entry.ip)
  const about = `${entry.kind} ${String(entry.details?.reason)}`
  // Without the user: events that are counted together are about several.
  const { userId: _, email: __, ...ofMany } = entry
  const own = `${about} ${client} ${entry.userId ?? entry.email ?? ''}`
  if (count(own, entry)) return
  if (windows.size < MOST && clientWindows(client) < PER_CLIENT) return open(own, client, entry, write)
  const byClient = `${about} ${client}`
  if (count(byClient, ofMany)) return
  if (windows.size < MOST) return open(byClient, client, ofMany, write)
  if (!count(about, ofMany)) open(about, '', ofMany, write)
}

const clientWindows = (client: string): number =>
  windows.values().reduce((sum, one) => (one.client === client ? sum + 1 : sum), 0)

function count(key: string, entry: SecurityEntry): boolean {
  const window = windows.get(key)
  if (!window) return false
  window.more += 1
  window.last = entry
  return true
}

function open(key: string, client: string, entry: SecurityEntry, write: Write): void {
  const timer = setTimeout(() => close(key), WINDOW).unref()
  windows.set(key, { client, last: entry, more: 0, write, timer })
  write(entry)
}

function close(key: string): void {
  const window = windows.get(key)
  if (!window) return
  windows.delete(key)
  clearTimeout(window.timer)
  const { last, more, write } = window
  if (more > 0) write({ ...last, details: { ...last.details, more } })
}

/** Ends all windows and writes their numbers. */
export function closeWindows(): void {
  for (const key of windows.keys()) close(key)
}
