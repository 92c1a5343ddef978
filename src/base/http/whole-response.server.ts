import { FastResponse } from 'srvx'

type Whole = string | Uint8Array<ArrayBuffer>

/** Content of streams that have not been read yet. */
const unread = new WeakMap<ReadableStream, Whole>()

/**
 * A response that keeps its text or bytes until it is sent, in one write and with its length. srvx's own response does
 * so until `body` is accessed. TanStack Start accesses it on every response without reading it, which would turn each
 * into a chunked stream without a length.
 */
export class WholeResponse extends FastResponse {
  #whole: Whole | undefined
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    const whole = wholeOf(body)
    super(whole ?? body, init)
    this.#whole = whole
  }

  // Responses made by `fetch` and srvx count as instances too.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof FastResponse
  }

  static override json(data: unknown, init?: ResponseInit): Response {
    const headers = new Headers(init?.headers)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    const text: string | undefined = JSON.stringify(data)
    if (text === undefined) throw new TypeError('JSON cannot say this')
    return new WholeResponse(text, { ...init, headers })
  }

  // Unlike the platform's redirect, it has mutable headers.
  static override redirect(url: string | URL, status = 302): Response {
    return new WholeResponse(null, { status, headers: { location: String(url) } })
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (this.#whole === undefined) return super.body
    return (this.#stream ??= streamOf(this.#whole))
  }
}

const isBytes = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array

function wholeOf(body: BodyInit | null | undefined): Whole | undefined {
  if (typeof body === 'string' || isBytes(body)) return body
  return body instanceof ReadableStream && !body.locked ? unread.get(body) : undefined
}

function streamOf(whole: Whole): ReadableStream<Uint8Array<ArrayBuffer>> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: (controller) => {
        unread.delete(stream)
        controller.enqueue(typeof whole === 'string' ? Buffer.from(whole) : whole)
        controller.close()
      },
    },
    // Does not pull before the stream is read.
    { highWaterMark: 0 },
  )
  unread.set(stream, whole)
  return stream
}
