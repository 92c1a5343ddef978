import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const SECRET_KEY = 'the-secret-key-of-the-captcha'

/** A request to a provider's verify endpoint. */
type Asked = Record<string, string>

/** A captcha provider's verify endpoint on loopback. */
export interface CaptchaService {
  url: string
  /** All requests, oldest first. */
  asked: Asked[]
  /** Creates a token that is valid once. */
  newToken: () => string
  /** How the next requests are answered: as a provider does, not at all, or with an error. */
  mood: 'well' | 'silent' | 'broken'
  close: () => Promise<void>
}

/** Starts a verify endpoint that behaves like the four providers: a token is valid once, with the secret key. */
export async function startCaptchaService(port = 0): Promise<CaptchaService> {
  const tokens = new Set<string>()
  let made = 0
  const service: CaptchaService = {
    url: '',
    asked: [],
    newToken: () => {
      const token = `token-${++made}`
      tokens.add(token)
      return token
    },
    mood: 'well',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await fieldsOf(request)
    service.asked.push(asked)
    if (service.mood === 'silent') return
    const isRight = asked.secret === SECRET_KEY && tokens.delete(asked.response ?? '')
    response.writeHead(service.mood === 'broken' ? 502 : 200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(isRight ? { success: true } : { success: false, 'error-codes': ['invalid-input-response'] }),
    )
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.address() as AddressInfo
  service.url = `http://127.0.0.1:${taken}/siteverify`
  return service
}

/** Turnstile receives JSON, the others a form. */
async function fieldsOf(request: IncomingMessage): Promise<Asked> {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  return request.headers['content-type']?.includes('json')
    ? (JSON.parse(body) as Asked)
    : Object.fromEntries(new URLSearchParams(body))
}
