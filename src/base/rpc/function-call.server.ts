import { toJSON } from 'seroval'
import { createError } from '#base/errors/create-error.server.ts'
import { parseJsonObject, readJsonObject } from '#base/lib/http/json-object.server.ts'
import { readForm } from '#base/lib/http/read-form.server.ts'
import { tooLarge } from '#base/lib/http/too-large.server.ts'
import { textFields } from './request-input.server.ts'

const JSON_TYPE = /^application\/json\b/i
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** TanStack Start's form field for the client's context, which no server function uses. */
const FORM_CONTEXT = '__TSS_CONTEXT'

/**
 * seroval's node types that a call may contain: number, string, constant, reference, date, array, object and
 * object without prototype. Others, such as promises, streams and iterators, would keep the request waiting forever.
 */
const VALUE_NODES = new Set([0, 1, 2, 4, 5, 9, 10, 11])

/**
 * Converts a call of a server function to TanStack Start's serialisation. Besides that it accepts plain JSON,
 * `{ "data": …, "context": … }`, as the body or the query parameter `payload`; a form; and for GET the fields of the
 * data as query parameters. Throws VALIDATION_ERROR, UNSUPPORTED_MEDIA_TYPE, CONTENT_TOO_LARGE.
 */
export async function readCall(request: Request, url: URL): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    const payload = url.searchParams.get('payload')
    const call = payload === null ? serialized({ data: textFields(url.searchParams) }) : readPayload(payload)
    if (call === payload && url.href === request.url) return request
    const target = new URL(url)
    target.search = String(new URLSearchParams({ payload: call }))
    return new Request(target, request)
  }
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  const call = await readBody(request)
  headers.set('content-type', 'application/json')
  return new Request(url, { method: request.method, headers, body: call, signal: request.signal })
}

/** Whether a program, and not our page, calls a server function; it gets plain JSON, as from REST. */
export const isPlainCall = ({ url, headers }: Request): boolean =>
  headers.get('x-tsr-serverfn') !== 'true' && new URL(url).pathname.startsWith('/_serverFn/')

async function readBody(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? ''
  if (FORM_TYPE.test(type)) {
    const form = await readForm(request)
    form.delete(FORM_CONTEXT)
    return serialized({ data: textFields([...form].map(([name, value]) => [name, textOf(name, value)])) })
  }
  const text = await request.text().catch((error: unknown) => {
    throw tooLarge(error) ?? createError('VALIDATION_ERROR')
  })
  if (text === '') return serialized({ data: {} })
  if (!JSON_TYPE.test(type)) throw createError('UNSUPPORTED_MEDIA_TYPE')
  return readPayload(text)
}

function textOf(name: string, value: FormDataEntryValue): string {
  if (typeof value === 'string') return value
  throw createError('VALIDATION_ERROR', { fields: { [name]: { key: 'validation_invalid' } } })
}

const serialized = (call: Record<string, unknown>): string => JSON.stringify(toJSON(call))

function readPayload(text: string): string {
  const call = parseJsonObject(text)
  if (Object.keys(call).every((name) => name === 'data' || name === 'context')) return serialized(readJsonObject(text))
  if (!('t' in call) || typeof call.t !== 'object') throw createError('VALIDATION_ERROR')
  requireValues(call)
  return text
}

/** Throws VALIDATION_ERROR for a seroval call with a node type outside of `VALUE_NODES`. */
function requireValues(call: object): void {
  const open: unknown[] = [call]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if ('t' in node && typeof node.t === 'number' && !VALUE_NODES.has(node.t)) throw createError('VALIDATION_ERROR')
    for (const part of Object.values(node)) if (typeof part === 'object' && part !== null) open.push(part)
  }
}
