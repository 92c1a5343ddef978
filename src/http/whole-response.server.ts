import { FastResponse } from 'srvx'

type Whole = string | Uint8Array<ArrayBuffer>

/** What a stream that nobody has read yet will say. */
const unread = new WeakMap<ReadableStream, Whole>()

/**
 * A response that stays the text or the bytes that it was made of until it is sent: in one write, with its length.
 * srvx's own does so until somebody looks at `body`. TanStack Start looks at that of every answer and hands it on
 * unread; then it would be sent as a stream, in pieces and without a length.
 */
export class WholeResponse extends FastResponse {
  #whole: Whole | undefined
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    const whole = wholeOf(body)
    super(whole ?? body, init)
    this.#whole = whole
  }

  // What `fetch` and srvx have made are responses too.
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

  // Its headers can be changed, those of the platform's own cannot.
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
    // Nothing is taken before somebody reads.
    { highWaterMark: 0 },
  )
  unread.set(stream, whole)
  return stream
}
