import { SMTPServer } from 'smtp-server'
import { runSql } from '../e2e/database.ts'
import { startServer } from '../e2e/server.ts'
import { median } from './median.ts'

/** Attempts of each kind. */
const TRIES = 200
/** Allowed difference between the medians of known and unknown addresses. */
const TOLERANCE = 0.1
const SLOW_MS = 1000
/** Concurrent attempts while the mail server is slow, which would take minutes one after the other. */
const TOGETHER = 20

interface Mailer {
  url: string
  setDelay: (milliseconds: number) => void
  close: () => Promise<void>
}

async function startMailer(): Promise<Mailer> {
  let delay = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _, done) => {
      stream.resume()
      stream.once('end', () => setTimeout(done, delay))
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    setDelay: (milliseconds) => (delay = milliseconds),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

let clients = 0

/** Sends a request from a new client behind a proxy; returns milliseconds and status. */
async function timed(url: string, path: string, body: unknown): Promise<{ ms: number; status: number }> {
  clients += 1
  const from = `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`
  const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': from }
  const started = performance.now()
  const response = await fetch(`${url}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await response.arrayBuffer()
  return { ms: performance.now() - started, status: response.status }
}

/** Alternates known and unknown addresses; false when time or response distinguishes them. */
async function compare(
  name: string,
  together: number,
  ask: (email: string) => Promise<{ ms: number; status: number }>,
): Promise<boolean> {
  const kinds = { known: new Array<number>(), unknown: new Array<number>() }
  const statuses = { known: new Set<number>(), unknown: new Set<number>() }
  const jobs = Array.from({ length: TRIES }, (_, index) => index).flatMap((index) => [
    { kind: 'known' as const, email: `known-${index}@example.org` },
    { kind: 'unknown' as const, email: `unknown-${index}@example.org` },
  ])
  await ask('warm-up@example.org')
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { ms, status } = await ask(job.email)
      kinds[job.kind].push(ms)
      statuses[job.kind].add(status)
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  const [known, unknown] = [median(kinds.known), median(kinds.unknown)]
  const difference = Math.abs(known - unknown) / Math.min(known, unknown)
  const isSame = String([...statuses.known]) === String([...statuses.unknown]) && statuses.known.size === 1
  const isGood = difference <= TOLERANCE && isSame
  console.log(
    `${isGood ? '✓' : '✗'} ${name.padEnd(44)} known ${known.toFixed(1).padStart(7)} ms  unknown ${unknown.toFixed(1).padStart(7)} ms  ` +
      `${(difference * 100).toFixed(1).padStart(4)} %  status ${[...statuses.known]} and ${[...statuses.unknown]}`,
  )
  return isGood
}

async function measure(signup: 'true' | 'false'): Promise<boolean> {
  const mailer = await startMailer()
  const server = await startServer({
    SIGNUP: signup,
    MAIL: 'smtp',
    SMTP_URL: mailer.url,
    CODES_PER_CLIENT: '1000000',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'silent',
  })
  const results: boolean[] = []
  try {
    await runSql(
      server.dataDir,
      `insert into "user" (id, name, email, email_verified, onboarded_at)
       select gen_random_uuid(), 'Known', 'known-' || n || '@example.org', true, now() from generate_series(0, $1::int - 1) n`,
      [TRIES],
    )
    const send = (email: string) => timed(server.url, '/email-otp/send-verification-otp', { email, type: 'sign-in' })
    const enter = (email: string) => timed(server.url, '/sign-in/email-otp', { email, otp: '000000' })
    const label = `SIGNUP=${signup}`
    results.push(await compare(`${label}, code asked, mail server up`, 1, send))
    results.push(await compare(`${label}, wrong code`, 1, enter))
    mailer.setDelay(SLOW_MS)
    results.push(await compare(`${label}, code asked, mail server slow by 1 s`, TOGETHER, send))
    await mailer.close()
    results.push(await compare(`${label}, code asked, mail server dead`, 1, send))
  } finally {
    await server.stop()
  }
  return results.every(Boolean)
}

/** Whether response times hide who has an account: medians within 10 % over 200 attempts of each kind. */
export default async function signInTiming(): Promise<boolean> {
  const results = [await measure('true'), await measure('false')]
  return results.every(Boolean)
}
