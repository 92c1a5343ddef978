import { isIPv6 } from 'node:net'
import { askLocally, type LocalPlace } from '#base/lib/http/local-request.server.ts'

/** Milliseconds in which a server must answer whether it is ready. */
const PATIENCE = 5000
const LOCALHOST = ['127.0.0.1', '::1']

/** Where a server listens by its HOST and PORT, as who is on this machine asks it; nowhere where PORT is none. The first that answers is it. */
export function placesOf({ HOST = '', PORT = '' }: Record<string, string | undefined>): LocalPlace[] {
  const port = Number(PORT || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return []
  const host = HOST.trim().replace(/^\[(.*)\]$/, '$1')
  return hostsFor(host).map((one) => ({ host: one, port }))
}

function hostsFor(host: string): string[] {
  if (host === '' || host === '0.0.0.0') return ['127.0.0.1']
  if (host === 'localhost') return LOCALHOST
  // `::` in any notation is every address of the machine; one with a zone, such as `fe80::1%eth0`, is not.
  const url = isIPv6(host) ? URL.parse(`http://[${host}]`) : null
  return url?.hostname === '[::]' ? LOCALHOST.toReversed() : [host]
}

/** What the server at one of the places says of itself: `ready`, the phase of its start, or nothing. */
interface Said {
  phase: string
  /** Whether there is a place that could be asked: a wrong HOST or PORT, or a name that is not known, says nothing of the server. */
  isAskable: boolean
}

/** Errors of a place that can be asked, where no server answers. */
const SILENT = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'ABORT_ERR'])

/** Asks the places one after the other how a server is, until one answers. */
export async function askPhase(places: readonly LocalPlace[]): Promise<Said> {
  let isAskable = false
  for (const place of places) {
    try {
      const { status, body } = await askLocally(place, '/api/health/ready', PATIENCE)
      return { phase: status === 200 ? 'ready' : phaseIn(body), isAskable: true }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      isAskable ||= SILENT.has(code) || code.startsWith('HPE_')
    }
  }
  return { phase: '', isAskable }
}

function phaseIn(body: string): string {
  try {
    return String(JSON.parse(body).status)
  } catch {
    return ''
  }
}
