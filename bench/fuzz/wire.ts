import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { connect } from 'node:net'
import { request as send, Agent } from 'node:http'
import type { FuzzRequest } from '#test/fuzz/fuzz-requests.ts'
import { pick, type Random } from '../random.ts'

/** A request as it goes out, in a form that can be printed and sent again. */
export interface WireRequest {
  caller: string
  method: string
  path: string
  /** Pairs, since a header may stand twice. */
  headers: [string, string][]
  /** In base64 if it is no text. */
  body: { text: string } | { base64: string } | null
  /** Sent as bytes of our own making, with what is wrong with the framing. */
  framing?: 'cut off' | 'too long' | 'chunked' | 'bad chunks' | 'both lengths' | 'no version' | 'bare LF' | 'two hosts'
}

export interface Answer {
  /** 0 when the connection was closed without an answer. */
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  milliseconds: number
}

const FRAMINGS = [
  'cut off',
  'too long',
  'chunked',
  'bad chunks',
  'both lengths',
  'no version',
  'bare LF',
  'two hosts',
] as const
const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['cookie', 'language=xx; tz=%00; theme=\u00ff'],
  ['cookie', 'language=ar; language=en; tz=Africa%2FNairobi'],
  ['cookie', `better-auth.session_token=${'x'.repeat(4000)}`],
  ['cookie', 'better-auth.session_token=%E0%A4%A; =; ;;; __proto__=1'],
  ['cookie', '__Secure-better-auth.session_token=a.b; better-auth.session_data=e30='],
  ['range', 'bytes=0-10'],
  ['range', 'bytes=-1,5-2,99999999999999999999-'],
  ['if-match', '"1"'],
  ['if-match', 'W/"x", *'],
  ['if-none-match', '*, "a"'],
  ['if-modified-since', 'never'],
  ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['accept', 'text/html;q=x, */*;q=2'],
  ['accept', 'application/xml'],
  ['accept-encoding', 'zstd, br;q=0, gzip;q=9, identity;q=0'],
  ['content-encoding', 'gzip'],
  ['expect', '100-continue'],
  ['x-http-method-override', 'DELETE'],
  ['x-forwarded-for', '::1, unknown, 300.1.1.1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'gopher'],
  ['forwarded', 'for="_x";proto=\u00ff'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['x-tsr-serverfn', 'true'],
  ['x-filename', '../../%00\u00ff.csv'],
  ['idempotency-key', 'x'.repeat(300)],
  ['authorization', 'Bearer mkt_'],
  ['authorization', 'Basic %%%'],
  ['x-request-id', '\'"><script>'],
  ['upgrade', 'websocket'],
  ['te', 'trailers'],
]
const BROKEN_TEXT = [
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from('{"title":"\xc3("}', 'latin1'),
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
]
const TYPES = ['application/json', 'text/csv', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x/y']

/** Adds what a library for requests would not send: odd headers, broken UTF-8, broken framing. */
export function withWireErrors(drawn: FuzzRequest, own: Record<string, string>, random: Random): WireRequest {
  const headers: [string, string][] = Object.entries({ ...drawn.headers, ...own })
  let body: WireRequest['body'] = drawn.body === null ? null : { text: drawn.body }
  if (random() < 0.15) headers.push([...pick(random, ODD_HEADERS)])
  if (random() < 0.04) {
    body = { base64: pick(random, BROKEN_TEXT).toString('base64') }
    headers.push(['content-type', pick(random, TYPES)])
  }
  const { caller, method } = drawn
  // Node's client refuses to send anything else.
  const path = drawn.path.replaceAll(/[^!-~]+/g, (part) => encodeURIComponent(part.toWellFormed()))
  const request: WireRequest = { caller, method, path, headers, body }
  return random() < 0.05 ? { ...request, framing: pick(random, FRAMINGS) } : request
}

/** The request with a file as its body, some of them in chunks. */
export function withFile(request: WireRequest, file: Buffer, random: Random): WireRequest {
  const headers = request.headers.filter(([name]) => name !== 'content-type')
  const sent: WireRequest = { ...request, headers, body: { base64: file.toString('base64') } }
  return random() < 0.3 ? { ...sent, framing: 'chunked' } : sent
}

const shared = new Agent({ keepAlive: true, maxSockets: 64 })
const PATIENCE = 30_000

/** Sends a request and reads the whole answer. */
export async function sendOut(request: WireRequest, { port, host }: { port: number; host: string }): Promise<Answer> {
  const started = performance.now()
  const bytes = bytesOf(request)
  const answer =
    request.framing === undefined
      ? await sendWell(request, bytes, port, host)
      : await sendRaw(request, bytes, port, host)
  return { ...answer, milliseconds: performance.now() - started }
}

const bytesOf = ({ body }: WireRequest): Buffer =>
  body === null ? Buffer.alloc(0) : 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64')

type Received = Omit<Answer, 'milliseconds'>
const NOTHING: Received = { status: 0, headers: {}, text: '' }

function sendWell(request: WireRequest, bytes: Buffer, port: number, host: string, agent = shared): Promise<Received> {
  const headers: Record<string, string | string[]> = { host }
  for (const [name, value] of request.headers) {
    const before = headers[name]
    headers[name] = before === undefined || name === 'content-type' ? value : [before, value].flat()
  }
  if (request.body !== null) headers['content-length'] = String(bytes.length)
  return new Promise((resolve) => {
    const sent = send(
      { agent, port, host: '127.0.0.1', method: request.method, path: request.path, headers },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', () => resolve(NOTHING))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: uncompressed(Buffer.concat(parts), response.headers['content-encoding']),
          }),
        )
      },
    )
    sent.setTimeout(PATIENCE, () => sent.destroy())
    sent.on('error', () =>
      // The server closes connections that were idle for seconds, perhaps in the moment of their next use.
      resolve(sent.reusedSocket ? sendWell(request, bytes, port, host, new Agent()) : NOTHING),
    )
    sent.end(bytes)
  })
}

function uncompressed(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return ''
  if (encoding === 'gzip') return gunzipSync(body).toString()
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  if (encoding === 'zstd') return zstdDecompressSync(body).toString()
  return body.toString()
}

function sendRaw(
  { method, path, headers, framing }: WireRequest,
  body: Buffer,
  port: number,
  host: string,
): Promise<Received> {
  const eol = framing === 'bare LF' ? '\n' : '\r\n'
  const lines = [
    `${method} ${path}${framing === 'no version' ? '' : ' HTTP/1.1'}`,
    `host: ${host}`,
    'connection: close',
  ]
  if (framing === 'two hosts') lines.push('host: other.example')
  lines.push(...headers.map(([name, value]) => `${name}: ${value}`))
  const length =
    { 'cut off': body.length + 50, 'too long': Math.max(0, body.length - 5) }[String(framing)] ?? body.length
  const isChunked = framing === 'chunked' || framing === 'bad chunks' || framing === 'both lengths'
  if (isChunked) lines.push('transfer-encoding: chunked')
  if (!isChunked || framing === 'both lengths') lines.push(`content-length: ${length}`)
  const size = framing === 'bad chunks' ? 'zz' : body.length.toString(16)
  const content =
    isChunked && body.length > 0 ? [`${size}\r\n`, body, '\r\n0\r\n\r\n'] : isChunked ? ['0\r\n\r\n'] : [body]
  const all = [`${lines.join(eol)}${eol}${eol}`, ...content].map((part) =>
    typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
  )
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const parts: Buffer[] = []
    const done = () => resolve(parseAnswer(Buffer.concat(parts).toString('latin1')))
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.on('error', done)
    socket.on('close', done)
    socket.setTimeout(PATIENCE, () => socket.destroy())
    // Closes our half, as a client does that gives up: a server that waits for more must notice.
    socket.end(Buffer.concat(all))
  })
}

/** The last answer of a closed connection; `100 Continue` before it is skipped. */
function parseAnswer(raw: string): Received {
  const text = raw.replace(/^HTTP\/1\.1 100[^]*?\r\n\r\n/, '')
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(text) ?? []
  if (status === undefined) return NOTHING
  const end = text.indexOf('\r\n\r\n')
  const headers = text
    .slice(0, end)
    .split('\r\n')
    .slice(1)
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
  const fields: Record<string, string> = Object.fromEntries(headers)
  const body = text.slice(end + 4)
  const isChunked = fields['transfer-encoding'] === 'chunked'
  const content = isChunked ? body.replaceAll(/(?:^|\r\n)[\da-f]+\r\n/g, '') : body
  return { status: Number(status), headers: fields, text: content }
}
