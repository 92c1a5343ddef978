import { once } from 'node:events'
import { createServer, request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'

/** Milliseconds in which a server must answer. */
const PATIENCE = 20_000
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Where a server listens. */
interface Place {
  host: string
  port: number
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * A proxy in front of servers, on loopback if only their ports are given, each in turn. A request that may be sent twice, by its method or its
 * `Idempotency-Key`, goes to the next server when the first gives no whole answer, or 503.
 */
export class RoundRobin {
  /** The only server that is asked, by its place; all without it. */
  only: number | undefined
  /** Requests that were repeated at the next server. */
  repeated = 0
  #turn = 0
  readonly #places: readonly Place[]
  readonly #server = createServer((request, response) => {
    this.#answer(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => response.writeHead(502).end(`No server answers: ${String(error)}`),
    )
  })

  constructor(servers: readonly (number | Place)[]) {
    this.#places = servers.map((one) => (typeof one === 'number' ? { host: '127.0.0.1', port: one } : one))
  }

  /** Returns its address. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const body = await bytesOf(request)
    const places = this.#placesInTurn()
    const isRepeatable = REPEATABLE.has(request.method ?? '') || request.headers['idempotency-key'] !== undefined
    for (const [at, place] of places.entries()) {
      const isLast = at === places.length - 1
      try {
        const answer = await forward(request, body, place)
        if (answer.status !== 503 || !isRepeatable || isLast) return answer
      } catch (error) {
        // A refused connection has brought nothing to the server.
        const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
        if (isLast || !(isRepeatable || isRefused)) throw error
      }
      this.repeated += 1
    }
    throw new Error('there is no server')
  }

  /** The servers to try, in this order. */
  #placesInTurn(): readonly Place[] {
    this.#turn += 1
    const first = this.only ?? this.#turn % this.#places.length
    const inTurn = [...this.#places.slice(first), ...this.#places.slice(0, first)]
    return this.only === undefined ? inTurn : inTurn.slice(0, 1)
  }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** Without a connection that is kept, which a killed server would break unnoticed. */
async function forward({ method, url, headers, socket }: IncomingMessage, body: Buffer, place: Place): Promise<Answer> {
  const { connection: _, 'transfer-encoding': _length, ...kept } = headers
  const own = { ...kept, 'content-length': String(body.length), 'x-forwarded-for': socket.remoteAddress ?? '' }
  const request = send({ ...place, method, path: url, headers: own, agent: false, timeout: PATIENCE })
  // Also after an answer: a server that answers 503 may close while the body of a large request is still on its way.
  request.on('error', () => undefined)
  request.on('timeout', () => request.destroy(new Error(`no answer in ${PATIENCE} ms`)))
  request.end(body)
  const [answer]: IncomingMessage[] = await once(request, 'response')
  if (!answer) throw new Error('no answer')
  // Throws when the answer is cut off.
  const answerBody = await bytesOf(answer)
  const { 'transfer-encoding': _chunked, connection: _closed, ...answerHeaders } = answer.headers
  return { status: answer.statusCode ?? 502, headers: answerHeaders, body: answerBody }
}
