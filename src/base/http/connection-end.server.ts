import type { ServerRequest } from 'srvx'

/** Milliseconds that an answer waits for the rest of a body. */
const REST_TIME = 2000

/**
 * Waits for an answer, and then reads the rest of a request body that was read in part, such as an upload during which the
 * database went away. Without this the connection is closed while the client still sends, so the client never sees the answer.
 * Node itself does the same for a body that was not read at all.
 */
export async function afterBody(request: ServerRequest, pending: Promise<Response>): Promise<Response> {
  const response = await pending
  const incoming = request.runtime?.node?.req
  if (!incoming || incoming.complete || !incoming.readableDidRead || request.body?.locked) return response
  // The rest of the body may come too slowly, be far too large, or be given up.
  const options = { preventCancel: true, signal: AbortSignal.timeout(REST_TIME) }
  await request.body?.pipeTo(new WritableStream(), options).catch(() => undefined)
  return response
}

/**
 * The last response on its connection: a client that sends one request after the other on a connection it has would keep a
 * stopping server busy until its grace is over.
 */
export async function lastOn(pending: Promise<Response>): Promise<Response> {
  const response = await pending
  response.headers.set('connection', 'close')
  return response
}
