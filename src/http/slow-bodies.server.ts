import type { ServerRequest } from 'srvx'

type Exchange = NonNullable<NonNullable<ServerRequest['runtime']>['node']>

/** Milliseconds before the speed of a body counts. */
const GRACE = 20_000
/** Bytes a second that a body needs on average: a tenth of what the slowest mobile networks carry. */
const SLOWEST = 500
/** Milliseconds between checks. */
const INTERVAL = 5000

const arriving = new Map<Exchange['req'], { since: number; bytesBefore: number; respond: Exchange['res'] }>()
let timer: NodeJS.Timeout | undefined

/** Ends the connections of requests whose body arrives more slowly than `SLOWEST`: a trickle would hold them for hours. */
export function watchBody({ runtime }: ServerRequest): void {
  if (!runtime?.node) return
  const { req: request, res: respond } = runtime.node
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
  arriving.set(request, { since: performance.now(), bytesBefore: socket.bytesRead, respond })
  const forget = () => {
    arriving.delete(request)
    if (arriving.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  request.once('end', forget).once('close', forget)
  timer ??= setInterval(endSlow, INTERVAL).unref()
}

function endSlow(): void {
  for (const [{ socket, complete, readableLength }, { since, bytesBefore, respond }] of arriving) {
    // What is there and is not read yet is not the client's fault.
    if (complete || readableLength > 0) continue
    const allowed = GRACE + ((socket.bytesRead - bytesBefore) / SLOWEST) * 1000
    if (performance.now() - since < allowed) continue
    if (!respond?.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    socket.destroySoon()
  }
}
