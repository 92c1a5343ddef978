import { createError } from '#base/errors/create-error.server.ts'
import { readJsonObject } from '#base/lib/http/json-object.server.ts'
import { tooLarge } from '#base/lib/http/too-large.server.ts'

/** Input of a request besides its path. */
export interface RequestInput {
  /** The raw body. */
  text: string
  fields: Record<string, unknown>
}

/**
 * Reads the input of a request: POST and PATCH from the body, GET from the query, DELETE from either, since some
 * proxies drop its body. Rejects a field in the wrong place, in both, or already in the path. Throws VALIDATION_ERROR,
 * CONTENT_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE.
 */
export async function readRequestInput(
  request: Request,
  query: URLSearchParams,
  params: Record<string, string>,
): Promise<RequestInput> {
  const inQuery = textFields(query)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const text = hasBody ? await textOf(request) : ''
  const inBody = text === '' ? {} : bodyOf(text, request.headers)
  const [fields, misplaced] =
    request.method === 'DELETE'
      ? [{ ...inQuery, ...inBody }, Object.keys(inBody).filter((name) => Object.hasOwn(inQuery, name))]
      : hasBody
        ? [inBody, Object.keys(inQuery)]
        : [inQuery, Object.keys(inBody)]
  refuseFields([...misplaced, ...Object.keys(params).filter((name) => Object.hasOwn(fields, name))])
  return { text, fields }
}

/** The fields of a query or a form. A repeated name becomes an array. */
export function textFields(pairs: Iterable<[name: string, value: string]>): Record<string, unknown> {
  const fields = new Map<string, string | string[]>()
  for (const [name, value] of pairs) {
    const before = fields.get(name)
    fields.set(name, before === undefined ? value : [before, value].flat())
  }
  refuseFields(fields.has('__proto__') ? ['__proto__'] : [])
  return Object.fromEntries(fields)
}

/** Throws VALIDATION_ERROR for unexpected fields, and names at most twenty. */
export function refuseFields(names: string[]): void {
  const named = names.slice(0, 20).map((name) => [name, { key: 'validation_unknown' }])
  if (named.length > 0) throw createError('VALIDATION_ERROR', { fields: Object.fromEntries(named) })
}

async function textOf(request: Request): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await request.arrayBuffer())
  } catch (error) {
    throw tooLarge(error) ?? createError('VALIDATION_ERROR', { fields: { '': { key: 'body_not_utf8' } } })
  }
}

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset=(?:utf-8|"utf-8")[ \t]*)?;?$/i

function bodyOf(text: string, headers: Headers): Record<string, unknown> {
  const isEncoded = (headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity'
  if (isEncoded || !JSON_TYPE.test(headers.get('content-type')?.trim() ?? ''))
    throw createError('UNSUPPORTED_MEDIA_TYPE')
  return readJsonObject(text)
}
