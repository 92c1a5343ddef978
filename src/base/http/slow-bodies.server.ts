import type { ServerRequest } from 'srvx'

type Exchange = NonNullable<NonNullable<ServerRequest['runtime']>['node']>

/** Milliseconds before the speed of a body counts. */
const GRACE = 20_000
/** Bytes a second that a body needs: a tenth of what the slowest mobile networks carry. */
const SLOWEST = 500
/** Milliseconds that bytes which came quickly buy at most: a body may pause so long. */
const MOST_CREDIT = 120_000
/** Milliseconds between checks. */
const INTERVAL = 5000

interface Arriving {
  /** When the body was looked at last, and the bytes that had come by then. */
  at: number
  bytes: number
  /** Milliseconds that the body may still pause. */
  credit: number
  respond: Exchange['res']
}

const arriving = new Map<Exchange['req'], Arriving>()
let timer: NodeJS.Timeout | undefined

/** Ends the connections of requests whose body arrives more slowly than `SLOWEST`: a trickle would hold them for hours. */
export function watchBody({ runtime }: ServerRequest): void {
  if (!runtime?.node) return
  const { req: request, res: respond } = runtime.node
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return
  arriving.set(request, { at: performance.now(), bytes: socket.bytesRead, credit: GRACE, respond })
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
  for (const [{ socket, complete, readableLength }, body] of arriving) {
    const { at, bytes, respond } = body
    body.at = performance.now()
    body.bytes = socket.bytesRead
    // Bytes that have come and are not read yet are not the client's fault.
    if (complete || readableLength > 0) continue
    const earned = ((body.bytes - bytes) / SLOWEST) * 1000
    body.credit = Math.min(body.credit + earned, MOST_CREDIT) - (body.at - at)
    if (body.credit > 0) continue
    if (!respond?.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    socket.destroySoon()
  }
}
