import { setTimeout as sleep } from 'node:timers/promises'
import type { Email } from 'postal-mime'
import { toJSONAsync } from 'seroval'
import { allMailsTo, mailsTo, newestCode, newestMail } from '../../e2e/outbox.ts'
import { FUNCTION_HEADERS } from '../endpoints.ts'
import type { Target } from './target.ts'

/** Milliseconds until a mail is there that is sent after the answer; after them it does not come. */
const PATIENCE = 3000

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'
/** The address that `addPeople` gives. */
export const addressOf = (name: string): string => `${name}@bench.example`

/** An answer of the server. */
export interface Answer {
  status: number
  text: string
  /** In words: the status, the code of the error, and the seconds to wait. */
  words: string
}

interface Sent {
  method?: string
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
}

interface Place {
  /** The address from which it comes. */
  network?: string
  /** The cookies that it has to begin with, as a header. */
  cookie?: string
}

/** A browser that keeps its cookies, behind a network address. */
export class AttackBrowser {
  readonly #target: Target
  readonly #network: string
  readonly #cookies: Map<string, string>

  constructor(target: Target, { network = '10.0.0.1', cookie = '' }: Place = {}) {
    this.#target = target
    this.#network = network
    this.#cookies = new Map(cookie.split('; ').flatMap((pair) => (pair === '' ? [] : [splitPair(pair)])))
  }

  /** Sends a request: GET, or POST with a body. */
  async send(path: string, { json, form, headers, method }: Sent = {}): Promise<Answer> {
    const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json)
    const response = await fetch(`${this.#target.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        origin: this.#target.url,
        'x-forwarded-for': this.#network,
        'user-agent': FIREFOX,
        'accept-language': 'en',
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    for (const line of response.headers.getSetCookie()) this.#cookies.set(...splitPair(line.split(';')[0] ?? ''))
    const text = await response.text()
    return { status: response.status, text, words: wordsOf(response, text) }
  }

  /** Calls a changing server function as the page does. */
  async call(name: string, data?: Record<string, unknown>): Promise<Answer> {
    const json = await toJSONAsync({ data })
    return this.send(`/_serverFn/${name}`, { json, headers: FUNCTION_HEADERS })
  }

  /** Asks for a code to sign in; when it is granted, waits for the mail. */
  async askCode(email: string): Promise<Answer> {
    const { dataDir } = this.#target
    const before = (await mailsTo(email, dataDir)).length
    const answer = await this.send('/api/auth/email-otp/send-verification-otp', { json: { email, type: 'sign-in' } })
    if (answer.status === 200) await newestMail(email, dataDir, before + 1)
    return answer
  }

  enterCode(email: string, otp: string): Promise<Answer> {
    return this.send('/api/auth/sign-in/email-otp', { json: { email, otp } })
  }

  /** Enters the code of the newest mail. */
  async enterMailed(email: string): Promise<Answer> {
    return this.enterCode(email, await newestCode(email, this.#target.dataDir))
  }

  /** Asks for a code and enters it; in words what was refused. */
  async tryToSignIn(email: string): Promise<Answer> {
    const asked = await this.askCode(email)
    if (asked.status !== 200) return { ...asked, words: `asking for a code: ${asked.words}` }
    return this.enterMailed(email)
  }

  /** Signs in, as somebody whom nobody attacks yet. */
  async signIn(email: string): Promise<void> {
    const { status, words } = await this.tryToSignIn(email)
    if (status !== 200) throw new Error(`${email} could not sign in: ${words}`)
  }

  /** Ends its session; the browser stays one that has signed in before. */
  async signOut(): Promise<void> {
    const { status, words } = await this.send('/api/auth/sign-out', { json: {} })
    if (status !== 200) throw new Error(`Nobody could sign out: ${words}`)
  }
}

/** Waits for a mail to an address that is as wanted; undefined when it does not come. */
export async function mailTo(
  { dataDir }: Target,
  email: string,
  isWanted: (mail: Email) => boolean,
): Promise<Email | undefined> {
  for (const deadline = Date.now() + PATIENCE; ; await sleep(50)) {
    const mail = (await allMailsTo(email, dataDir)).findLast(isWanted)
    if (mail || Date.now() > deadline) return mail
  }
}

/** How often there was each answer: '30 × 400 INVALID_OTP'. */
export function countAnswers(answers: readonly Answer[]): string {
  const counts = new Map<string, number>()
  for (const { words } of answers) {
    const [status = ''] = words.split(',')
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
}

function splitPair(pair: string): [string, string] {
  const equals = pair.indexOf('=')
  return [pair.slice(0, equals), pair.slice(equals + 1)]
}

function wordsOf({ status, headers }: Response, text: string): string {
  // Server functions answer in a format of the framework, the rest in JSON: both have the code of an error in capitals.
  const [code] = status < 400 ? [] : (/\b[A-Z]+(?:_[A-Z]+)+\b/.exec(text) ?? [])
  const wait = headers.get('retry-after')
  return [status, ...(code === undefined ? [] : [code])].join(' ') + (wait === null ? '' : `, to wait ${wait} s`)
}
