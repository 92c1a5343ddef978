import type { Answer, WireRequest } from './wire.ts'

/** Milliseconds that an answer may take. */
export const SLOWEST = 2000

const STACK = /\n\s+at .+:\d+:\d+|node_modules\/|file:\/\/\/|\/dist\/server\//
const SQL =
  /Failed query|\bselect "|\binsert into "|\bupdate "\w+" set|\bdelete from "|SQLSTATE|syntax error at or near/i
/** Bodies that are files of the library, which may hold any text. */
const FILES = /^(text\/csv|application\/(x-ndjson|jsonl|marc|vnd|octet-stream|xml|zip)|application\/marc)/

/** What is wrong with an answer: a fault of the server, a broken form, or something that should have stayed inside. */
export function faultsOfAnswer(request: WireRequest, answer: Answer, secrets: readonly string[]): string[] {
  const { status, headers, text } = answer
  // A connection may be closed when the framing was wrong, and only then.
  if (status === 0) return request.framing === undefined ? ['no answer'] : []
  const type = String(headers['content-type'] ?? '')
  const faults: string[] = []
  // Nothing that the server needs is missing here, so 503 is a fault too.
  if (status >= 500) faults.push(`answered ${status}`)
  if (/\bjson\b/.test(type) && hasBody(request, answer) && !isJson(text)) faults.push('its JSON is not valid')
  const secret = secrets.find((one) => text.includes(one))
  if (secret !== undefined) faults.push(`has the secret ${secret.slice(0, 6)}…`)
  if (FILES.test(type)) return faults
  const inside = STACK.exec(text) ?? SQL.exec(text)
  if (inside && !sentText(request).includes(inside[0])) faults.push(`says what is inside: ${inside[0].slice(0, 100)}`)
  return faults
}

const hasBody = ({ method }: WireRequest, { status }: Answer) => method !== 'HEAD' && status !== 204 && status !== 304

/** Lines of JSON count too. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const sentText = ({ path, body }: WireRequest): string => `${decoded(path)} ${body && 'text' in body ? body.text : ''}`

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
